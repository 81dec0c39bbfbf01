#!/usr/bin/env bash
# Packs verify with everything it needs into one zip file, unpacks that elsewhere and runs its smoke test without an
# environment. `make archive` calls it after a build.
#
#   ARCHIVE   the file to write [target/euclase-VERSION.zip]
#   VERIFY    the program [target/release/verify]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
: "${CARGO_TARGET_DIR:=target}" "${VERIFY:=$CARGO_TARGET_DIR/release/verify}"
: "${ARCHIVE:=$CARGO_TARGET_DIR/euclase-$version.zip}"
ARCHIVE=$(realpath -m "$ARCHIVE")
llvm=/usr/lib/llvm-19
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/euclase
fail() {
    echo "archive: error: $*" >&2
    exit 1
}

# The libraries that belong to the C library and to the kernel, which every machine has in its own version.
is_of_the_machine() {
    case $1 in
        linux-vdso.so* | ld-linux* | libc.so.6 | libm.so.6 | libpthread.so.0 | libdl.so.2 | librt.so.1) return 0 ;;
        *) return 1 ;;
    esac
}

packages=()
# Notes which package a file comes from, for its licence.
note_package() {
    local package
    # dpkg knows files by the path before /lib became a link to /usr/lib, or after.
    package=$(dpkg -S "$(realpath "$1")" 2>/dev/null || dpkg -S "${1#/usr}" 2>/dev/null) || fail "no package has $1"
    packages+=("$(cut -d: -f1 <<<"$package" | head -n 1)")
}

# Copies what a program loads into a folder, and makes the copies look for each other there.
copy_libraries() { # program, folder
    local name path
    mkdir -p "$2"
    while read -r name path; do
        if is_of_the_machine "$name" || [ -e "$2/$name" ]; then continue; fi
        [ -f "$path" ] || fail "$1 needs $name, which is not there"
        install -m 644 "$path" "$2/$name"
        strip --strip-unneeded "$2/$name"
        # shellcheck disable=SC2016 # a word of the loader, not of the shell
        patchelf --set-rpath '$ORIGIN' "$2/$name"
        case $path in
            */third_party/*) ;;
            *) note_package "$path" ;;
        esac
    done < <(ldd "$1" | awk '$2 == "=>" { print $1, $3 }')
}

copy_program() {
    install -D -m 755 "$VERIFY" "$root/bin/verify"
    strip "$root/bin/verify"
    copy_libraries "$VERIFY" "$root/lib/euclase"
    # shellcheck disable=SC2016
    patchelf --set-rpath '$ORIGIN/../lib/euclase' "$root/bin/verify"
}

copy_clang() {
    install -D -m 755 "$(realpath "$llvm/bin/clang")" "$root/lib/llvm-19/bin/clang"
    note_package "$(realpath "$llvm/bin/clang")"
    copy_libraries "$llvm/bin/clang" "$root/lib/llvm-19/lib"
    # shellcheck disable=SC2016
    patchelf --set-rpath '$ORIGIN/../lib' "$root/lib/llvm-19/bin/clang"
    # Its own headers, but for those of languages and machines that are not verified.
    mkdir -p "$root/lib/llvm-19/lib/clang/19"
    cp -rL "$llvm/lib/clang/19/include" "$root/lib/llvm-19/lib/clang/19/"
    note_package "$(realpath "$llvm/lib/clang/19/include")/stddef.h"
    (cd "$root/lib/llvm-19/lib/clang/19/include" &&
        rm -rf cuda_wrappers hlsl* llvm_libc_wrappers openmp_wrappers ppc_wrappers fuzzer orc profile sanitizer xray \
            opencl* arm_* riscv_* altivec.h s390intrin.h vecintrin.h wasm_simd128.h __clang_cuda* __clang_hip* msa.h)
}

# Headers of the C library and of Linux for both data models, in one folder: those of the multiarch folder too.
copy_headers() {
    local package file to=$root/lib/llvm-19/libc-headers
    for package in libc6-dev linux-libc-dev libc6-dev-i386; do
        dpkg-query -W "$package" >/dev/null || fail "the package $package is not installed"
        packages+=("$package")
        while read -r file; do
            if [ -f "$file" ]; then
                file=${file#/usr/include/}
                install -D -m 644 "/usr/include/$file" "$to/${file#x86_64-linux-gnu/}"
            fi
        done < <(dpkg -L "$package" | grep '^/usr/include/.*\.h$')
    done
}

# The licence of each Debian package and of each crate that is linked into verify.
copy_licences() {
    local package name version manifest folder file
    mkdir -p "$root/licenses/debian" "$root/licenses/crates"
    cp LICENSE-APACHE LICENSE-MIT "$root/licenses/"
    # LLVM is in verify itself, and Z3 comes from a wheel that has the same licence as Debian's package.
    packages+=(libllvm19 libz3-4 libffi8 zlib1g libzstd1)
    for package in $(printf '%s\n' "${packages[@]}" | sort -u); do
        cp -L "/usr/share/doc/$package/copyright" "$root/licenses/debian/$package.txt" ||
            fail "the licence of $package is not there"
    done
    # What licences of Debian packages refer to.
    for name in Apache-2.0 GPL-2 GPL-3 LGPL-2 LGPL-2.1 LGPL-3 GFDL-1.3 GPL-1; do
        cp -L "/usr/share/common-licenses/$name" "$root/licenses/debian/"
    done
    while IFS='|' read -r name version manifest; do
        folder=$root/licenses/crates/$name-$version
        mkdir -p "$folder"
        for file in "$(dirname "$manifest")"/{LICEN[CS]E,COPYING,COPYRIGHT,NOTICE,UNLICENSE}*; do
            if [ -f "$file" ]; then cp "$file" "$folder/"; fi
        done
        grep -E '^(name|version|authors|license|repository) *=' "$manifest" >"$folder/about.txt" || true
    done < <(cargo metadata --format-version 1 --locked --offline --filter-platform x86_64-unknown-linux-gnu |
        python3 -c '
import json, sys
data = json.load(sys.stdin)
packages = {p["id"]: p for p in data["packages"]}
nodes = {n["id"]: n for n in data["resolve"]["nodes"]}
todo = [p["id"] for p in data["packages"] if p["name"] == "euclase"]
seen = set()
while todo:
    this = todo.pop()
    if this in seen:
        continue
    seen.add(this)
    for dependency in nodes[this]["deps"]:
        if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
            todo.append(dependency["pkg"])
for this in sorted(seen):
    package = packages[this]
    if package["source"]:
        print(package["name"], package["version"], package["manifest_path"], sep="|")
')
    cat >"$root/LICENSE" <<'TEXT'
Euclase is licensed under the Apache License 2.0 or the MIT License, at your choice: licenses/LICENSE-APACHE and
licenses/LICENSE-MIT. Neither restricts what the tool's output may be used for.

The archive also has clang and LLVM 19 (Apache-2.0 WITH LLVM-exception), Z3 (MIT), headers of glibc (LGPL-2.1-or-later) and
Linux (GPL-2.0 WITH Linux-syscall-note) and libraries that these load, unchanged but for stripped symbols and search paths,
as Debian 12 distributes them with their sources at https://snapshot.debian.org; licenses/debian has the licence of each package
and licenses/crates that of each Rust library that is part of bin/verify.
TEXT
}

main() {
    [ "$(uname -m)" = x86_64 ] || fail "archives are made on x86-64 only"
    [ -x "$VERIFY" ] || fail "$VERIFY is not there: run 'make build'"
    mkdir -p "$root"
    copy_program
    copy_clang
    copy_headers
    copy_licences
    cp sv-comp/ARCHIVE.md "$root/README.md"
    cp sv-comp/smoketest.sh "$root/"
    cp -r sv-comp/examples "$root/examples"
    install -D -m 644 -t "$root/benchexec" sv-comp/euclase.py sv-comp/euclase.xml sv-comp/euclase.yml

    rm -f "$ARCHIVE"
    mkdir -p "$(dirname "$ARCHIVE")"
    (cd "$work" && zip -q -9 -X -r "$ARCHIVE" euclase)

    # The proof that it needs nothing from here: elsewhere, without an environment, from another folder.
    mkdir "$work/elsewhere"
    python3 - "$ARCHIVE" "$work/elsewhere" <<'UNPACK'
import os, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    top = {name.split("/")[0] for name in archive.namelist()}
    assert top == {"euclase"}, f"the archive must have one folder, and has {top}"
    for info in archive.infolist():
        path = archive.extract(info, sys.argv[2])
        os.chmod(path, (info.external_attr >> 16) & 0o777 or 0o755)
UNPACK
    mv "$root" "$work/away"
    (cd / && env -i PATH=/usr/bin:/bin "$work/elsewhere/euclase/smoketest.sh")
    local program library
    for program in bin/verify lib/llvm-19/bin/clang; do
        while read -r library; do
            is_of_the_machine "$(basename "$library")" || [[ $library == "$work/elsewhere/"* ]] ||
                fail "$program loads $library from this machine"
        done < <(env -i ldd "$work/elsewhere/euclase/$program" | awk '$2 == "=>" { print $3 }')
    done
    echo "archive: $ARCHIVE, $(du -h "$ARCHIVE" | cut -f1) ($(du -sh "$work/elsewhere" | cut -f1) unpacked)"
}

main "$@"
