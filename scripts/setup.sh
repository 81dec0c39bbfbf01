#!/usr/bin/env bash
# Sets up everything Euclase needs on Debian 12: packages from apt, the Rust
# components, and Z3. Run it as often as you like: it only adds what is missing,
# and when nothing is missing it needs neither root nor a network.
#
#   EUCLASE_SYSTEM_Z3=1   use the Z3 that pkg-config finds (5.3 or newer)
#   EUCLASE_SYSTEM_Z3=0   go back to the pinned Z3
#   EUCLASE_SKIP_APT=1    install no packages (you have the tools from elsewhere)
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
z3_dir=$root/third_party/z3

# The crate z3-sys 0.14 has the enum numbering of Z3 5.3, so the version is pinned.
z3_wheel_version=5.3.2.0
z3_version=${z3_wheel_version%.*}
z3_minimum=5.3
benchexec_version=3.35
benchexec_sha256=af196e0fa5715038a81c4ac25e7427cf312560da8664dc40e5da97454af33a91

say() { printf 'setup: %s\n' "$*"; }
fail() {
    printf 'setup: error: %s\n' "$1" >&2
    shift
    if (($#)); then printf '       %s\n' "$@" >&2; fi
    exit 1
}

# True when dotted version $1 is at least $2.
at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]; }

# The first Python that runs and has pip. A pyenv shim may exist without either.
find_python() {
    local python
    for python in python3 /usr/bin/python3; do
        if "$python" -m pip --version >/dev/null 2>&1; then
            printf '%s\n' "$python"
            return
        fi
    done
    return 1
}

z3_is_there() {
    [ -e "$z3_dir/lib/pkgconfig/z3.pc" ] || return 1
    case ${EUCLASE_SYSTEM_Z3:-} in
        1) [ -e "$z3_dir/system" ] ;;
        0) [ ! -e "$z3_dir/system" ] ;;
    esac || return 1
    if [ -e "$z3_dir/system" ]; then
        PKG_CONFIG_PATH=$z3_dir/lib/pkgconfig pkg-config --atleast-version="$z3_minimum" z3
    else
        [ "$(cat "$z3_dir/wheel-version" 2>/dev/null)" = "$z3_wheel_version" ]
    fi
}

install_packages() {
    # libxml2-dev, libzstd-dev and zlib1g-dev are what LLVM links against;
    # cvc5 discharges certificates in the tests, as a solver that is not Z3; csmith writes random C programs.
    # python3-jsonschema holds results against their schemas in the tests, python3-yaml is what BenchExec needs,
    # zip and patchelf make the archive.
    local wanted=(
        ca-certificates gcc g++ libc6-dev make pkg-config
        clang-19 llvm-19-dev libpolly-19-dev libclang-rt-19-dev
        libxml2-dev libzstd-dev zlib1g-dev
        cvc5 csmith
        python3 python3-jsonschema python3-yaml zip patchelf
    )
    # Headers and libraries for `-m32`; other architectures have no such package.
    if [ "$(uname -m)" = x86_64 ]; then wanted+=(gcc-multilib); fi
    # Only the downloads of Z3 and BenchExec need pip.
    if ! { z3_is_there && [ -x "$z3_dir/bin/z3" ] && [ -e "$root/third_party/benchexec/wheel-version" ]; } &&
        ! find_python >/dev/null; then
        wanted+=(python3-pip)
    fi

    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        fail "this is not a Debian system, so I cannot install packages here." \
            "Install what corresponds to these, then run again with EUCLASE_SKIP_APT=1:" \
            "${wanted[*]}"
    fi

    local missing=() package
    for package in "${wanted[@]}"; do
        # shellcheck disable=SC2016 # the format is dpkg-query's own
        case $(dpkg-query -W -f '${db:Status-Abbrev} ' "$package" 2>/dev/null) in
            *"ii "*) ;;
            *) missing+=("$package") ;;
        esac
    done
    if ((${#missing[@]} == 0)); then
        say "packages: all ${#wanted[@]} are installed"
        return
    fi

    local as_root=()
    if [ "$(id -u)" != 0 ]; then
        if ! command -v sudo >/dev/null || { ! sudo -n true 2>/dev/null && [ ! -t 0 ]; }; then
            fail "packages are missing, and I am neither root nor able to use sudo." \
                "Have these installed, then run again:" \
                "apt-get install --no-install-recommends ${missing[*]}"
        fi
        as_root=(sudo)
    fi
    say "packages: installing ${missing[*]}"
    # `env` because sudo does not pass the variable on; no terminal may be there to answer.
    local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0)
    "${apt[@]}" update || say "warning: could not refresh all package lists; trying with what is there"
    "${apt[@]}" install -y --no-install-recommends "${missing[@]}" </dev/null >"$log" 2>&1 || {
        tail -n 20 "$log" >&2
        fail "apt-get could not install: ${missing[*]}" "Euclase needs LLVM 19, which Debian has since version 12."
    }
    say "packages: installed"
}

# A browser for the test of the web page. Where none can be installed, the test says so and is skipped.
install_browser() {
    local mark=$root/third_party/no-chromium
    if command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null; then
        rm -f "$mark"
        say "browser: is there"
        return
    fi
    local as_root=()
    if [ "$(id -u)" != 0 ]; then as_root=(sudo -n); fi
    say "browser: installing chromium"
    if "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 install -y \
        --no-install-recommends chromium fonts-dejavu-core </dev/null >"$log" 2>&1; then
        rm -f "$mark"
    else
        { echo "apt-get could not install it:" && tail -n 3 "$log"; } >"$mark"
        say "warning: chromium cannot be installed; the test of the web page will be skipped"
    fi
}

check_rust() {
    command -v cargo >/dev/null ||
        fail "cargo is not on the PATH." "Install Rust from https://rustup.rs and run again."
    local have need
    have=$(cd "$root" && cargo --version | cut -d' ' -f2)
    need=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' "$root/Cargo.toml")
    at_least "${have%%-*}" "${need:-1.90}" ||
        fail "cargo is $have, but Euclase needs ${need:-1.90} or newer (Debian's own is too old)." \
            "Update with 'rustup update stable', or install Rust from https://rustup.rs."

    local component missing=()
    for component in rustfmt clippy; do
        (cd "$root" && cargo "${component/rustfmt/fmt}" --version) >/dev/null 2>&1 || missing+=("$component")
    done
    if ((${#missing[@]})) && ! (cd "$root" && rustup component add "${missing[@]}") >"$log" 2>&1; then
        say "warning: could not add ${missing[*]} to Rust; building works, 'make test' will not"
    fi
    say "rust: cargo $have"
}

# Writes third_party/z3/lib/pkgconfig/z3.pc, through which cargo finds Z3.
write_pc() { # folder, version, lines that set libdir and includedir
    mkdir -p "$1/lib/pkgconfig"
    cat >"$1/lib/pkgconfig/z3.pc" <<PC
$3

Name: z3
Description: The Z3 theorem prover
Version: $2
Libs: -L\${libdir} -lz3
Cflags: -I\${includedir}
PC
}

# Moves a finished folder into place, so that an interrupted run leaves nothing half done.
put_z3() {
    mkdir -p "$root/third_party"
    rm -rf "$z3_dir"
    mv -T "$1" "$z3_dir"
    # Cargo does not notice that z3-sys would now find another Z3.
    local profile
    for profile in dev release; do
        (cd "$root" && cargo clean --quiet --offline -p z3-sys --profile "$profile") >/dev/null 2>&1 || true
    done
}

link_system_z3() {
    command -v pkg-config >/dev/null || fail "EUCLASE_SYSTEM_Z3=1 needs pkg-config."
    local version libdir includedir
    version=$(pkg-config --modversion z3 2>/dev/null) ||
        fail "EUCLASE_SYSTEM_Z3=1, but pkg-config finds no Z3." "Set PKG_CONFIG_PATH to the folder of its z3.pc."
    at_least "$version" "$z3_minimum" ||
        fail "EUCLASE_SYSTEM_Z3=1, but the Z3 that pkg-config finds is $version; $z3_minimum or newer is needed." \
            "Set PKG_CONFIG_PATH to the folder of a newer z3.pc, or run without EUCLASE_SYSTEM_Z3."
    libdir=$(pkg-config --variable=libdir z3)
    includedir=$(pkg-config --variable=includedir z3)
    write_pc "$work/z3" "$version" "libdir=$libdir"$'\n'"includedir=$includedir"
    touch "$work/z3/system"
    put_z3 "$work/z3"
    say "z3: using the system's $version in $libdir"
}

# Unpacks the pinned wheel into $work/wheel.
download_wheel() {
    local platform sha256 python wheel
    case $(uname -s)-$(uname -m) in
        Linux-x86_64)
            platform=manylinux_2_27_x86_64
            sha256=f17df07300228a383470d4b4e1ad9daf429dc94885996712a1844a8242803935
            ;;
        Linux-aarch64)
            platform=manylinux_2_38_aarch64
            sha256=b8add6becdc222090b78d4bd5300b6a212d5ecfb0e3eadb1df008b43ddef8602
            at_least "$(getconf GNU_LIBC_VERSION | cut -d' ' -f2)" 2.38 ||
                fail "the pinned Z3 for aarch64 needs glibc 2.38, and this system's is older." \
                    "Build Z3 $z3_minimum or newer yourself and run again with EUCLASE_SYSTEM_Z3=1."
            ;;
        *)
            fail "there is no pinned Z3 for $(uname -s) on $(uname -m)." \
                "Install Z3 $z3_minimum or newer yourself and run again with EUCLASE_SYSTEM_Z3=1."
            ;;
    esac
    python=$(find_python) || fail "I need python3 with pip to download Z3, and found none."

    say "z3: downloading $z3_wheel_version from PyPI"
    PIP_REQUIRE_VIRTUALENV=0 "$python" -m pip download --quiet --disable-pip-version-check \
        --no-deps --only-binary :all: --platform "$platform" \
        --dest "$work" "z3-solver==$z3_wheel_version" </dev/null >"$log" 2>&1 || {
        tail -n 20 "$log" >&2
        fail "could not download z3-solver==$z3_wheel_version from PyPI." \
            "Is there a network? Otherwise give a Z3 of your own with EUCLASE_SYSTEM_Z3=1."
    }
    wheel=$(echo "$work"/z3_solver-*.whl)
    sha256sum --status -c <<<"$sha256  $wheel" ||
        fail "the downloaded Z3 is not the pinned one." \
            "expected sha256 $sha256" "but got         $(sha256sum "$wheel" | cut -d' ' -f1)"

    "$python" -m zipfile -e "$wheel" "$work/wheel"
}

# The program z3, which takes part in the bench.
put_z3_program() { # folder
    mkdir -p "$1/bin"
    mv "$work"/wheel/z3_solver-*.data/data/bin/z3 "$1/bin/z3"
    chmod +x "$1/bin/z3"
}

# BenchExec, which the tests let read our module for it.
download_benchexec() {
    local python wheel
    python=$(find_python) || fail "I need python3 with pip to download BenchExec, and found none."
    say "benchexec: downloading $benchexec_version from PyPI"
    PIP_REQUIRE_VIRTUALENV=0 "$python" -m pip download --quiet --disable-pip-version-check --no-deps \
        --only-binary :all: --dest "$work" "benchexec==$benchexec_version" </dev/null >"$log" 2>&1 || {
        tail -n 20 "$log" >&2
        fail "could not download benchexec==$benchexec_version from PyPI." "Is there a network?"
    }
    wheel=$(echo "$work"/benchexec-*.whl)
    sha256sum --status -c <<<"$benchexec_sha256  $wheel" || fail "the downloaded BenchExec is not the pinned one."
    "$python" -m zipfile -e "$wheel" "$work/benchexec"
    echo "$benchexec_version" >"$work/benchexec/wheel-version"
    rm -rf "$root/third_party/benchexec"
    mv -T "$work/benchexec" "$root/third_party/benchexec"
}

download_z3() {
    download_wheel
    mkdir "$work/z3"
    put_z3_program "$work/z3"
    mv "$work/wheel/z3/lib" "$work/wheel/z3/include" "$work/z3/"
    # The wheel holds the library twice, once under its soname.
    local soname=libz3.so.${z3_version%.*}
    [ -f "$work/z3/lib/$soname" ] || fail "the Z3 wheel has no $soname."
    ln -sf "$soname" "$work/z3/lib/libz3.so"
    # shellcheck disable=SC2016 # variables of pkg-config, so that the folder can be moved
    write_pc "$work/z3" "$z3_version" 'prefix=${pcfiledir}/../..
libdir=${prefix}/lib
includedir=${prefix}/include'
    echo "$z3_wheel_version" >"$work/z3/wheel-version"
    put_z3 "$work/z3"
    say "z3: $z3_version is in third_party/z3"
}

main() {
    mkdir -p "$root/third_party"
    # On the same file system as its destination, so that moving it is atomic.
    work=$(mktemp -d "$root/third_party/setup.XXXXXX")
    trap 'rm -rf "$work"' EXIT
    log=$work/log

    if [ "${EUCLASE_SKIP_APT:-}" = 1 ]; then
        say "packages: skipped, as EUCLASE_SKIP_APT=1 says"
    else
        install_packages
        install_browser
    fi
    check_rust
    if z3_is_there; then
        say "z3: $(sed -n 's/^Version: //p' "$z3_dir/lib/pkgconfig/z3.pc") is there"
    elif [ "${EUCLASE_SYSTEM_Z3:-}" = 1 ]; then
        link_system_z3
    else
        download_z3
    fi
    # A folder from before the bench has no program; its library stays as it is.
    if [ ! -e "$z3_dir/system" ] && [ ! -x "$z3_dir/bin/z3" ]; then
        download_wheel
        put_z3_program "$z3_dir"
        say "z3: its program is in third_party/z3/bin"
    elif [ -e "$z3_dir/system" ] && ! command -v z3 >/dev/null; then
        say "warning: there is no program z3 on the PATH; a test of the bench needs it"
    fi
    if [ "$(cat "$root/third_party/benchexec/wheel-version" 2>/dev/null)" = "$benchexec_version" ]; then
        say "benchexec: $benchexec_version is there"
    else
        download_benchexec
    fi
    say "everything is there"
}

main "$@"
