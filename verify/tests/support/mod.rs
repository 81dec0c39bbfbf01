//! Running `verify` in tests.

#![allow(dead_code)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The program under test.
pub fn verify() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_verify"));
    command.env_remove("NO_COLOR").stdin(Stdio::null());
    command
}

/// Runs `verify` with arguments.
pub fn run(arguments: &[&str]) -> Output {
    verify().args(arguments).output().expect("verify starts")
}

/// What a run printed to standard output.
pub fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What a run printed to standard error.
pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The examples that come with the program.
pub fn examples() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("there are examples").flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "vmt" || e == "smt2"));
    files.sort();
    files
}

/// The path of an example.
pub fn example(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples").join(name);
    path.to_str().expect("a path in UTF-8").to_string()
}

/// A new folder for the files of one test.
pub struct Folder(PathBuf);

impl Folder {
    /// A folder named after the test.
    pub fn new(test: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{test}-{}", std::process::id()));
        drop(std::fs::remove_dir_all(&path));
        std::fs::create_dir_all(&path).expect("a folder can be made");
        Folder(path)
    }

    /// Writes a file; gives its path.
    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, content).expect("a file can be written");
        path.to_str().expect("a path in UTF-8").to_string()
    }

    /// A path in the folder.
    pub fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a path in UTF-8").to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// A system on which every engine is lost: the property says that a 64-bit hash of a counter is
/// never a given number, which needs the inverse of a chain of multiplications.
pub const HARD: &str = "\
(declare-fun x () (_ BitVec 64))
(declare-fun x.next () (_ BitVec 64))
(define-fun .x () (_ BitVec 64) (! x :next x.next))
(declare-fun y () (_ BitVec 64))
(declare-fun y.next () (_ BitVec 64))
(define-fun .y () (_ BitVec 64) (! y :next y.next))
(declare-fun i () (_ BitVec 64))
(define-fun mix ((a (_ BitVec 64)) (b (_ BitVec 64))) (_ BitVec 64)
  (bvmul (bvxor (bvmul a #xff51afd7ed558ccd) (bvlshr a #x0000000000000021)) (bvadd b (bvurem a (bvor b #x0000000000000101)))))
(define-fun .init () Bool (! (and (bvugt x #x0000000000000001) (bvugt y #x0000000000000001)) :init true))
(define-fun .trans () Bool (! (and
  (= x.next (mix x i)) (= y.next (mix y (bvmul i x)))) :trans true))
(define-fun .property () Bool (! (not (and
  (= (bvmul ((_ zero_extend 64) x) ((_ zero_extend 64) y)) #x0000000000000000d6ad96e1bcf72c5d)
  (bvult x y))) :invar-property 0))
";

/// The processes that a process has started.
pub fn children_of(parent: u32) -> Vec<u32> {
    let path = format!("/proc/{parent}/task/{parent}/children");
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.split_whitespace().filter_map(|word| word.parse().ok()).collect()
}

/// Waits until a condition holds; false if it does not in a minute.
pub fn wait_for(mut condition: impl FnMut() -> bool) -> bool {
    for _ in 0..600 {
        if condition() {
            return true;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    false
}

/// Whether a process is there and not merely waiting to be reaped.
pub fn is_alive(id: u32) -> bool {
    let text = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    text.rsplit(')').next().is_some_and(|rest| !rest.trim().is_empty() && !rest.trim().starts_with('Z'))
}
