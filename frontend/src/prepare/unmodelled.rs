//! Functions of the C library that mean something certain which is not modelled.
//!
//! They are not among the functions of which nothing is known, whose result may be any value: the cosine of a number is not any
//! number, and `modf` stores a part of its argument also where functions without a body are assumed to leave memory alone.

use super::library::Library;

/// What compute a number from numbers or texts, also with `f` and `l` behind the name.
const COMPUTING: &str = "\
    acos acosh asin asinh atan atan2 atanh cbrt cos cosh drem erf erfc exp exp10 exp2 expm1 fdim finite fma gamma \
    hypot ilogb isinf isnan j0 j1 jn ldexp lgamma llrint llround log log10 log1p log2 logb lrint lround nan \
    nextafter nexttoward pow remainder scalb scalbln scalbn significand sin sinh tan tanh tgamma y0 y1 yn __finite \
    __fpclassify __isinf __isnan __signbit";

/// What compute with complex numbers, also with `f` and `l` behind the name.
const COMPLEX: &str = "\
    cabs cacos cacosh carg casin casinh catan catanh ccos ccosh cexp cimag clog conj cpow cproj creal csin csinh csqrt \
    ctan ctanh";

/// Others that compute a value and change nothing that the program can see.
const COMPUTING_OTHERS: &str = "\
    a64l atof difftime htonl htons imaxdiv iswalnum iswalpha iswdigit iswspace ntohl ntohs strcoll strverscmp \
    toascii towlower towupper wcscmp wcslen wcsncmp wmemcmp __divdc3 __divsc3 __divxc3 __muldc3 __mulsc3 __mulxc3 __powidf2 \
    __powisf2 __powixf2";

/// What store to memory that they are given, or keep hold of it; `modf` and its kind also with `f` and `l` behind the name.
const STORING_NUMBERS: &str = "frexp lgamma_r modf remquo sincos";

/// Others that do.
const STORING: &str = "\
    __asprintf_chk __snprintf_chk __sprintf_chk __stpcpy_chk __strcat_chk __strcpy_chk __strncat_chk __strncpy_chk \
    __vsnprintf_chk __vsprintf_chk asctime_r asprintf bcopy clock_getres clock_gettime confstr ctime_r fgetpos \
    fgets_unlocked fgetws fread_unlocked fstat fstatat getcwd getdelim getdomainname getgroups gethostname getitimer \
    getline getopt getopt_long getopt_long_only getpeername getresuid getrlimit getrusage gets getsockname \
    getsockopt gettimeofday getwd gmtime_r initstate inet_pton localtime_r lstat mbrtowc mbsrtowcs mbstowcs mbtowc \
    memccpy memfrob mktime open_memstream pipe pipe2 poll posix_memalign ppoll pread pselect realpath readdir_r \
    readlink readlinkat readv recv recvfrom recvmsg rand_s select stat statfs statvfs stpncpy strfmon strfry \
    strftime strlcat strsep strtod strtof strtok strtok_r strtold strxfrm swab swprintf sysinfo tcgetattr times \
    uname vasprintf vfscanf vscanf vsscanf __isoc99_vscanf __isoc99_vsscanf __isoc99_vfscanf wait waitpid wcpcpy \
    wcpncpy wcrtomb wcscat wcscpy wcsftime wcsncat wcsncpy wcsrtombs wcstod wcstok wcstol wcstombs wcstoul wctomb \
    wmemcpy wmemmove wmempcpy wmemset";

/// What a function of this name does, if it is one of these.
pub(super) fn known(name: &str) -> Option<Library> {
    let among = |names: &str, name: &str| names.split(' ').any(|other| other == name);
    let is_number =
        |names: &str| among(names, name) || name.strip_suffix(['f', 'l']).is_some_and(|base| among(names, base));
    if is_number(COMPUTING) {
        Some(Library::ComputesNumber)
    } else if is_number(COMPLEX) || among(COMPUTING_OTHERS, name) {
        Some(Library::Computes)
    } else if is_number(STORING_NUMBERS) || among(STORING, name) {
        Some(Library::Writes)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::{Library, known};

    #[test]
    fn variants_for_other_types_of_numbers_are_known_and_names_alike_are_not() {
        assert_eq!(known("powf"), Some(Library::ComputesNumber));
        assert_eq!(known("toascii"), Some(Library::Computes));
        assert_eq!(known("modff"), Some(Library::Writes));
        for name in ["power", "statf", "f", "powff", "my_pow"] {
            assert_eq!(known(name), None, "{name}");
        }
    }
}
