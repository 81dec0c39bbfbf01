#!/usr/bin/env bash
# How the way from C to a transition system grows with the program: generates programs of several
# sizes and prints what each stage takes, in seconds, and the memory.
#
#   VERIFY  the program to measure
#   SIZES   lines of C, smallest first
#   FILES   C programs of your own, measured instead
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

: "${VERIFY:=target/release/verify}" "${SIZES:=1000 10000 100000}" "${FILES:=}"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
read -ra files <<<"$FILES"
if [ ${#files[@]} -eq 0 ]; then
    for size in $SIZES; do
        scripts/generate-c.py "$size" >"$folder/$size.c"
        files+=("$folder/$size.c")
    done
fi

tables=()
for file in "${files[@]}"; do
    name=$(basename "$file" .c)
    "$VERIFY" --timeout none --quiet --stats --emit vmt -o /dev/null "$file" 2>"$folder/$name.stats" || {
        echo "$file:" >&2
        cat "$folder/$name.stats" >&2
        exit 1
    }
    tables+=("$folder/$name.stats")
done

# A row for each stage, a column for each program.
awk '
    FNR == 1 { columns++; name = FILENAME; sub(/.*\//, "", name); sub(/\.stats$/, "", name); head[columns] = name; next }
    match($0, /^  [^ ]+( [^ ]+)* +/) {
        stage = substr($0, 3, RLENGTH - 2); sub(/ +$/, "", stage)
        if (!(stage in known)) { known[stage] = 1; order[++rows] = stage }
        value[stage, columns] = substr($0, RLENGTH + 1)
    }
    END {
        printf "%-20s", ""; for (c = 1; c <= columns; c++) printf "  %45s", head[c]; print ""
        for (r = 1; r <= rows; r++) {
            printf "%-20s", order[r]
            for (c = 1; c <= columns; c++) printf "  %45s", value[order[r], c]
            print ""
        }
    }' "${tables[@]}"
