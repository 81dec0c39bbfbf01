//! Writes into every executable of this package (tests included) where to find libz3.
//!
//! Cargo passes no linker arguments from a library on to the executables that use it, so each
//! package whose executables link Z3 names this file as its build script; `verify` does so
//! with `build = "../checker/build.rs"`.

fn main() {
    println!("cargo::rerun-if-changed=../third_party/z3/lib/pkgconfig/z3.pc");
    let Ok(z3) = pkg_config::Config::new().atleast_version("5.3").cargo_metadata(false).probe("z3") else {
        println!("cargo::error=Z3 5.3 or newer is not set up: run `make setup`");
        return;
    };

    // `make install` puts libz3 here. It comes first so that an installed copy does not
    // depend on the folder it was built in.
    println!("cargo::rustc-link-arg=-Wl,-rpath,$ORIGIN/../lib/euclase");
    for folder in &z3.link_paths {
        let folder = folder.canonicalize().unwrap_or_else(|_| folder.clone());
        println!("cargo::rustc-link-arg=-Wl,-rpath,{}", folder.display());
        // z3-sys names this folder too, but cargo remembers what it found on its first build,
        // which may have been an older Z3.
        println!("cargo::rustc-link-search=native={}", folder.display());
    }
}
