#!/bin/sh
# Runs Euclase on small programs that come with the archive, and compares the verdicts. Needs nothing but a shell.
set -u
here=$(cd "$(dirname "$0")" && pwd)
verify=$here/bin/verify
failed=0

check() { # verdict, data model, property, program
    said=$("$verify" --sv-comp --timeout 120s --data-model "$2" \
        --property-file "$here/examples/$3.prp" "$here/examples/$4" 2>&1)
    if [ "$(printf '%s\n' "$said" | tail -n 1)" = "$1" ]; then
        printf 'ok      %-22s %-6s %s\n' "$1" "$2" "$4"
    else
        printf 'FAILED  %-22s %-6s %s; it says:\n%s\n' "$1" "$2" "$4" "$said"
        failed=1
    fi
}

"$verify" --version || exit 1
check 'true' LP64 unreach-call lock-safe.c
check 'true' ILP32 unreach-call lock-safe.c
check 'false(unreach-call)' LP64 unreach-call lock-broken.c
check 'false(unreach-call)' ILP32 unreach-call lock-broken.c
check 'false(no-overflow)' LP64 no-overflow sum.c
check 'unknown' LP64 termination lock-safe.c
exit $failed
