# What tests/mpi/golden and tests/mpi/run share: reading the head of a program, building it, and running it.
# A head is made of comment lines:
#   // ranks: 1 2 3     the numbers of ranks that the program is run with
#   // covers: MPI_...  the functions that it calls
#   // exit: 3          the exit status that it must end with, or `nonzero`; 0 when there is no such line
# The outputs that a program must print are recorded in expected/NAME.out: a section for each number of ranks, or for
# several with which it prints the same, under a heading `== ranks 2 3 ==`. The last line is `== end ==`.
# shellcheck shell=bash

suite=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# The words after `// KEY:` in the files.
head_words() { # KEY FILE...
    awk -v key="$1:" '$1 == "//" && $2 == key { for (i = 3; i <= NF; i++) print $i }' "${@:2}"
}

# The program and the suite's own headers that it includes, directly or not.
with_headers() { # FILE
    local file=$1 header
    echo "$file"
    for header in $(sed -n 's/^#include "\(.*\)"$/\1/p' "$file"); do
        with_headers "$suite/programs/$header"
    done
}

# The names of the programs that match a shell pattern.
program_names() { # PATTERN
    local file name
    for file in "$suite"/programs/*.c; do
        name=$(basename "$file" .c)
        # shellcheck disable=SC2254
        case $name in $1) echo "$name" ;; esac
    done
}

# A launcher's command line: %n is the number of ranks, %p the built program, %s its source.
launch_line() { # COMMAND RANKS PROGRAM SOURCE
    local line=${1//%n/$2}
    line=${line//%p/$3}
    echo "${line//%s/$4}"
}

# Runs a command for at most this number of seconds. Its output goes to OUT, its errors to OUT.err, and its exit status is
# returned (124 when time ran out). Of a program that is to end badly, only what it said itself is kept: launchers may
# add remarks of their own.
run_program() { # SECONDS OUT EXPECTED_EXIT COMMAND...
    local seconds=$1 out=$2 expected=$3 status=0
    shift 3
    timeout --kill-after=5 "$seconds" "$@" </dev/null >"$out" 2>"$out.err" || status=$?
    if [ "$expected" != 0 ]; then
        sed -n '/^[0-9][0-9]*: /p' "$out" >"$out.said"
        mv "$out.said" "$out"
    fi
    return "$status"
}

# Whether an exit status is the expected one.
right_exit() { # STATUS EXPECTED
    case $2 in
    nonzero) [ "$1" -ne 0 ] && [ "$1" -ne 124 ] && [ "$1" -ne 137 ] ;;
    *) [ "$1" -eq "$2" ] ;;
    esac
}

expected_exit() { # FILE
    local word
    word=$(head_words exit "$1")
    echo "${word:-0}"
}

# An output as a section holds it: a backslash in front of a line that could be a heading, or begins with one; a newline
# after the last byte, so that an output whose last line does not end differs from one whose last line does.
section_text() { # OUTPUT
    sed 's/^\(==\|\\\)/\\\1/' "$1"
    echo
}

# The section for a number of ranks, without its heading; nothing when there is none.
recorded_section() { # NAME RANKS
    sed -n "/^== ranks\( [0-9]*\)* $2\( [0-9]*\)* ==\$/,/^==/{/^==/!p}" "$suite/expected/$1.out"
}

# On a terminal, a line that is written over; elsewhere nothing.
progress() { # TEXT
    if [ -t 2 ]; then printf '\r\033[K%s' "$1" >&2; fi
}
