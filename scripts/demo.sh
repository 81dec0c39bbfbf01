#!/usr/bin/env bash
# Verifies the files in examples/ and compares each answer with the one that the file's
# first line expects: `; expect: TRUE`, or `// expect: TRUE` in C.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

: "${VERIFY:=target/release/verify}" "${TIMEOUT:=30}"
files=0 differ=0

printf '\n%-36s %-9s %-9s %8s\n' file expected answer seconds
for file in examples/*.c examples/*.vmt examples/*.smt2; do
    [ -e "$file" ] || continue
    files=$((files + 1))
    expected=$(sed -n '1s/^[;/]* expect: *\([A-Z]*\).*/\1/p' "$file")
    start=${EPOCHREALTIME/[.,]/}
    output=$(timeout -k 5 "$TIMEOUT" "$VERIFY" "$file" 2>&1) && status=0 || status=$?
    elapsed=$((${EPOCHREALTIME/[.,]/} - start))
    first_line=${output%%$'\n'*}
    answer=${first_line%% *}
    case $status:$answer in
        0:TRUE | 1:FALSE | 3:UNKNOWN) ;;
        124:* | 137:*) answer=TIMEOUT ;;
        *) answer="exit $status" ;;
    esac
    printf '%-36s %-9s %-9s %4d.%03d' "${file#examples/}" "${expected:-(none)}" "$answer" \
        $((elapsed / 1000000)) $((elapsed / 1000 % 1000))
    if [ "$answer" = "$expected" ]; then
        printf '\n'
    else
        differ=$((differ + 1))
        printf '  <-- differs\n'
        sed -n '1,5s/^/    | /p' <<<"$output"
    fi
done

printf '\n'
if ((files == 0)); then
    echo "demo: there are no examples" >&2
    exit 1
elif ((differ)); then
    echo "demo: $differ of $files answers differ from what is expected" >&2
    exit 1
fi
echo "All $files answers are as expected. Try one yourself: $VERIFY examples/FILE"
