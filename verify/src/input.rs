//! The file to verify: finding it, reading it, and saying what is wrong with it.

use euclase_logic::{ParseError, Terms, TransitionSystem, read_system};
use euclase_result::{Excerpt, InputError};
use std::ffi::OsStr;
use std::fs::File;
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, Read};
use std::os::fd::{AsRawFd, FromRawFd};
use std::path::{Path, PathBuf};

/// How many characters of a long line are shown on each side of an error.
const WINDOW: usize = 60;

/// An input that has been read.
pub struct Input {
    /// The terms.
    pub terms: Terms,
    /// The system.
    pub system: TransitionSystem,
    /// A number that changes when the file does.
    pub digest: u64,
}

/// A file that workers can open by its path as often as they like.
pub struct Readable {
    /// The path.
    pub path: PathBuf,
    /// Keeps a copy of what came through a pipe.
    _copy: Option<File>,
}

impl Readable {
    /// Whether the path is that of a copy, which has no name of its own.
    pub fn is_copy(&self) -> bool {
        self._copy.is_some()
    }
}

/// What a file holds, as far as that decides how it is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A transition system, or something that will be refused as one.
    System,
    /// C.
    C,
    /// LLVM bitcode.
    Bitcode,
    /// LLVM assembly.
    Assembly,
}

impl Kind {
    /// How the names of such files end.
    pub fn extension(self) -> &'static str {
        match self {
            Kind::System => "vmt",
            Kind::C => "c",
            Kind::Bitcode => "bc",
            Kind::Assembly => "ll",
        }
    }
}

/// Whether the names of programs end like this.
pub fn is_program_extension(extension: &OsStr) -> bool {
    ["c", "i", "bc", "ll"].iter().any(|known| extension == *known)
}

/// The kind of a file by its name, else by how it starts.
pub fn kind(path: &Path) -> Kind {
    let extension = path.extension().unwrap_or_default();
    match extension.to_str() {
        Some("c" | "i") => return Kind::C,
        Some("bc") => return Kind::Bitcode,
        Some("ll") => return Kind::Assembly,
        Some("vmt" | "smt2") => return Kind::System,
        _ => {}
    }
    let mut start = Vec::new();
    // What cannot be read now is told when it is read for good.
    drop(File::open(path).and_then(|file| file.take(4096).read_to_end(&mut start)));
    let text = start.trim_ascii_start();
    match foreign(&start) {
        Some("C source code") => Kind::C,
        Some("LLVM bitcode") => Kind::Bitcode,
        _ if text.starts_with(b"; ModuleID") || text.starts_with(b"source_filename") => Kind::Assembly,
        _ => Kind::System,
    }
}

/// Looks whether the file can be read at all. What comes through a pipe is copied, since every
/// worker reads its input anew.
pub fn open(path: &Path) -> Result<Readable, String> {
    if path == Path::new("-") {
        return copy(io::stdin().lock()).map_err(|error| format!("cannot read standard input: {error}"));
    }
    let show = path.display();
    let file = File::open(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => format!("{show}: there is no such file"),
        io::ErrorKind::PermissionDenied => format!("{show}: you may not read this file"),
        _ => format!("{show}: {error}"),
    })?;
    let kind = file.metadata().map_err(|error| format!("{show}: {error}"))?.file_type();
    if kind.is_dir() {
        return Err(format!("{show}: this is a folder, not a file"));
    }
    if kind.is_file() {
        return Ok(Readable { path: path.to_path_buf(), _copy: None });
    }
    copy(file).map_err(|error| format!("{show}: {error}"))
}

fn copy(mut from: impl Read) -> io::Result<Readable> {
    // SAFETY: the name is a C string, and the descriptor that comes back is ours alone.
    let mut file = unsafe {
        let descriptor = libc::memfd_create(c"euclase-input".as_ptr(), libc::MFD_CLOEXEC);
        if descriptor < 0 {
            return Err(io::Error::last_os_error());
        }
        File::from_raw_fd(descriptor)
    };
    io::copy(&mut from, &mut file)?;
    let path = format!("/proc/{}/fd/{}", std::process::id(), file.as_raw_fd());
    Ok(Readable { path: path.into(), _copy: Some(file) })
}

/// Reads a system.
pub fn read(path: &Path) -> Result<Input, InputError> {
    let plain = |message: String| InputError::plain(message);
    let bytes = std::fs::read(path).map_err(|error| plain(error.to_string()))?;
    let mut hasher = DefaultHasher::new();
    hasher.write(&bytes);
    let digest = hasher.finish();
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(plain("the file is empty".to_string()));
    }
    if let Some(what) = foreign(&bytes) {
        return Err(plain(format!(
            "this looks like {what}, but it was to be read as a transition system: \
             VMT files end in .vmt, constrained Horn clauses in .smt2, C in .c"
        )));
    }
    match read_system(&bytes) {
        Ok((terms, system)) => Ok(Input { terms, system, digest }),
        Err(error) => Err(show(&bytes, error)),
    }
}

/// What a file is that is clearly no SMT-LIB script.
fn foreign(bytes: &[u8]) -> Option<&'static str> {
    let start = bytes.trim_ascii_start();
    if start.starts_with(b"\x7fELF") {
        Some("an executable")
    } else if start.starts_with(b"BC\xc0\xde") {
        Some("LLVM bitcode")
    } else if bytes.contains(&0) {
        Some("a binary file")
    } else if [&b"#include"[..], b"//", b"/*", b"int ", b"extern ", b"void ", b"typedef "]
        .iter()
        .any(|word| start.starts_with(word))
    {
        Some("C source code")
    } else if start.starts_with(b"aig ") || start.starts_with(b"aag ") {
        Some("an AIGER file")
    } else if start.starts_with(b"1 sort ") {
        Some("a BTOR2 file")
    } else {
        None
    }
}

/// A parse error with the line it is in.
fn show(bytes: &[u8], error: ParseError) -> InputError {
    let line = bytes.split(|b| *b == b'\n').nth(error.line.saturating_sub(1));
    let excerpt = line.map(|line| {
        let line = String::from_utf8_lossy(line);
        let mark = error.column.saturating_sub(1);
        let first = mark.saturating_sub(WINDOW);
        let part: String = line.chars().skip(first).take(2 * WINDOW).collect();
        Excerpt { text: part.trim_end().replace(|c: char| c.is_control(), " "), mark: mark - first }
    });
    let (line, column) = (Some(error.line), Some(error.column));
    InputError { line, column, message: error.message, excerpt, verbatim: false }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_is_told() {
        let message = |path: &str| open(Path::new(path)).err().unwrap();
        assert!(message("/no/such/file.vmt").contains("no such file"));
        assert!(message("/tmp").contains("folder"));
    }

    #[test]
    fn foreign_files_are_recognised() {
        assert_eq!(foreign(b"\n#include <stdio.h>\n"), Some("C source code"));
        assert_eq!(foreign(b"\x7fELF\x02"), Some("an executable"));
        assert_eq!(foreign(b"; a comment\n(declare-fun x () Bool)"), None);
    }

    #[test]
    fn errors_come_with_their_line() {
        let error = ParseError { line: 2, column: 3, message: "no".into() };
        let report = show(b"a\nb\tc\n", error.clone());
        assert_eq!(report.excerpt, Some(Excerpt { text: "b c".into(), mark: 2 }));
        let long = format!("a\n{}x", " ".repeat(500));
        let report = show(long.as_bytes(), ParseError { column: 501, ..error });
        let Excerpt { text, mark } = report.excerpt.unwrap();
        assert_eq!(text.find('x'), Some(mark));
        assert!(text.len() < 130);
    }
}
