# Plays seeds of random programs (seeds.h), several in one run, and tells those that fail. To be read by bash scripts.

# The fewest seeds from `first` on, of `seeds` many, that leave a remainder: sets `start` and `count`.
choose() { # REMAINDER MODULUS
    start=$((first + (($1 - first) % $2 + $2) % $2))
    count=$((start < first + seeds ? (first + seeds - start + $2 - 1) / $2 : 0))
}

# How many of the expected lines a run has written.
played() { # FILE FIRST STEP
    awk -v first="$2" -v step="$3" '
        $0 ~ ("^seed " (first + done * step) ": [0-9]+ [a-z]+ ok$") { done++ }
        END { print done + 0 }' "$1"
}

# Does a run end well, with a line for each seed and nothing else? Sets `status` and `good`, the seeds that passed.
runs() { # OUT FIRST COUNT STEP COMMAND...
    status=0
    timeout --kill-after=5 $((300 + 5 * $3)) "${@:5}" </dev/null >"$1" 2>&1 || status=$?
    good=$(played "$1" "$2" "$4")
    [ "$status" -eq 0 ] && [ "$good" -eq "$3" ] && [ "$(wc -l <"$1")" -eq "$3" ]
}

# Tells what is known about a seed that failed, and whether it fails without those before it in its run.
tell() { # OUT NAME SEED SEEDS|alone COMMAND...
    echo "FAILED $2, seed $3 (exit status $status, 124 is for time out): ${*:5}"
    tail -n +$((good + 1)) "$1" | head -n 15 | sed 's/^/    /'
    if [ "$4" = alone ]; then return; fi
    if runs "$1" "$3" 1 0 "${@:5}"; then
        echo "    alone it passes; it failed when played as $4"
    else
        echo "    alone it fails too"
    fi
}

# Runs a command, in which the word SEEDS stands for the seeds, and again with the rest after one that failed. Adds a
# line to RESULTS: how many passed, and how many failed.
play() { # RESULTS NAME FIRST COUNT STEP COMMAND...
    local results=$1 name=$2 next=$3 left=$4 step=$5 out=$1.$BASHPID passed=0 failed=0 status good before how
    shift 5
    while [ "$left" -gt 0 ]; do
        if runs "$out" "$next" "$left" "$step" "${@/#SEEDS/$next:$left:$step}"; then
            passed=$((passed + left)) && break
        fi
        before=$((good < left ? good : left - 1))
        how=$([ "$before" -gt 0 ] && echo "$next:$left:$step" || echo alone)
        next=$((next + before * step)) passed=$((passed + before)) failed=$((failed + 1))
        tell "$out" "$name" "$next" "$how" "${@/#SEEDS/$next}" >"$out.told"
        cat "$out.told"
        next=$((next + step)) left=$((left - before - 1))
    done
    echo "$passed $failed" >>"$results"
}

# The same beside others, as many as `jobs` says.
play_beside() { # as play
    while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n; done
    play "$@" &
}

# The last line of a script, whose status is whether none failed.
summary() { # RESULTS
    awk '{ passed += $1; failed += $2 } END { print passed + 0 " passed, " failed + 0 " failed"; exit failed > 0 }' "$1"
}
