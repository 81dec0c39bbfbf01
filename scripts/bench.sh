#!/usr/bin/env bash
# Compares engines on a folder of .vmt and .smt2 tasks.
#
#   BENCH    the folder. Its tasks.csv (columns task,expected) lists the tasks and their answers
#            (true, false, or error for a file that must be refused); without one, every file
#            whose first line is `; expect: ...` is a task.
#   ENGINES  the engines, TIMEOUT the seconds for one run, RESULTS the CSV file to write
#
# All engines run on one task before the next task starts, so that a change in the machine's
# load hits them alike. Exits with 1 when an answer is wrong.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

: "${VERIFY:=target/release/verify}" "${BENCH:=examples}" "${ENGINES:=euf bmc kind spacer}" "${TIMEOUT:=30}"
: "${RESULTS:=${CARGO_TARGET_DIR:-target}/bench/$(basename "$BENCH")-$(date +%Y%m%d-%H%M%S).csv}"
read -ra engines <<<"$ENGINES"
mkdir -p "$(dirname "$RESULTS")"

list_tasks() {
    if [ -e "$BENCH/tasks.csv" ]; then
        # Columns by name, so that a file may have more of them.
        tr -d '\r' <"$BENCH/tasks.csv" | awk -F, '
            NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
            NF { print $column["task"] "," toupper($column["expected"]) }'
        return
    fi
    local file
    for file in "$BENCH"/*.vmt "$BENCH"/*.smt2; do
        [ -e "$file" ] || continue
        sed -n "1s/^; expect: *\([A-Z]*\).*/$(basename "$file"),\1/p" "$file"
    done
}

echo "task,expected,engine,answer,result,exit,seconds" >"$RESULTS"
list_tasks >"$RESULTS.tasks"
trap 'rm -f "$RESULTS.tasks"' EXIT
while IFS=, read -r task expected; do
    printf '%-40s %-6s' "$task" "$expected"
    for engine in "${engines[@]}"; do
        start=${EPOCHREALTIME/[.,]/}
        output=$(timeout -k 5 "$TIMEOUT" "$VERIFY" --engine "$engine" "$BENCH/$task" </dev/null 2>/dev/null) &&
            status=0 || status=$?
        elapsed=$((${EPOCHREALTIME/[.,]/} - start))
        seconds=$(printf '%d.%03d' $((elapsed / 1000000)) $((elapsed / 1000 % 1000)))
        first_line=${output%%$'\n'*}
        case $status:${first_line%% *} in
            0:TRUE) answer=TRUE ;;
            1:FALSE) answer=FALSE ;;
            2:*) answer=ERROR ;;
            3:UNKNOWN) answer=UNKNOWN ;;
            124:* | 137:*) answer=TIMEOUT ;;
            *) answer=CRASH ;;
        esac
        # An input error on a good file is a failure to answer, not a wrong answer.
        case $answer in
            "$expected") result=correct ;;
            TRUE | FALSE) result=wrong ;;
            *) result=unknown ;;
        esac
        echo "$task,$expected,$engine,$answer,$result,$status,$seconds" >>"$RESULTS"
        printf '  %s %s %ss' "$engine" "$answer" "$seconds"
        if [ "$result" = wrong ]; then printf ' WRONG'; fi
    done
    printf '\n'
done <"$RESULTS.tasks"

# Timeouts and crashes are among the unknown; the time is that of the correct answers.
printf '\n%-10s %8s %8s %8s %9s %8s %9s\n' engine correct wrong unknown timeouts crashes seconds
awk -F, -v engines="$ENGINES" '
    NR > 1 {
        count[$3, $5]++
        if ($4 == "TIMEOUT") timeouts[$3]++
        if ($4 == "CRASH") crashes[$3]++
        if ($5 == "correct") seconds[$3] += $7
        if ($5 == "wrong") any_wrong = 1
    }
    END {
        n = split(engines, engine, " ")
        for (i = 1; i <= n; i++) {
            e = engine[i]
            printf "%-10s %8d %8d %8d %9d %8d %9.1f\n", e, count[e, "correct"], count[e, "wrong"],
                count[e, "unknown"], timeouts[e], crashes[e], seconds[e]
        }
        if (NR <= 1) { print "bench: no tasks found" > "/dev/stderr"; exit 2 }
        exit any_wrong
    }' "$RESULTS" && status=0 || status=$?
echo "results: $RESULTS"
exit "$status"
