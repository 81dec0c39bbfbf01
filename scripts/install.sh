#!/usr/bin/env bash
# Installs verify and its libz3 under PREFIX, or removes them: install.sh install|uninstall.
# DESTDIR is put before every path, for packagers.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

: "${PREFIX:=/usr/local}" "${VERIFY:=target/release/verify}" "${DESTDIR:=}"
program=$DESTDIR$PREFIX/bin/verify
libraries=$DESTDIR$PREFIX/lib/euclase

case ${1:-} in
    install)
        install -D -m 755 "$VERIFY" "$program"
        # Files of an older version go first. A system Z3 is not copied: its folder is
        # written into the program.
        rm -rf "$libraries"
        for library in third_party/z3/lib/libz3.so.*; do
            if [ -f "$library" ]; then install -D -m 644 -t "$libraries" "$library"; fi
        done

        # The proof that it needs nothing from this folder or the user's environment.
        if ! version=$(cd / && env -i "$(realpath "$program")" --version); then
            echo "install: error: $program does not run" >&2
            exit 1
        fi
        found=$(env -i LD_TRACE_LOADED_OBJECTS=1 "$program" | awk '$1 ~ /^libz3\.so/ && !/libz3\.so\.4 / { print $3 }')
        if [ -d "$libraries" ] && [ "$(realpath "${found:-none}")" != "$(realpath "$libraries"/libz3.so.*)" ]; then
            echo "install: error: $program loads '$found' instead of the libz3 in $libraries" >&2
            exit 1
        fi
        echo "installed $program: $version"
        case :$PATH: in
            *":$PREFIX/bin:"*) ;;
            *) echo "note: $PREFIX/bin is not on your PATH" ;;
        esac
        ;;
    uninstall)
        rm -f "$program"
        rm -rf "$libraries"
        echo "removed $program"
        ;;
    *)
        echo "usage: install.sh install|uninstall" >&2
        exit 2
        ;;
esac
