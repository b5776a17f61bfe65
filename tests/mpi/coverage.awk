# Reads the list of functions, the list of datatypes, the programs and their recorded output, in this order, and prints
# the table of tests/mpi/coverage.

BEGIN {
    split("character integer floating complex logical byte packed address pair derived", MOVED, " ")
    split("integer floating complex logical byte address pair derived", REDUCED, " ")
}

FNR == 1 {
    end_of_source()
    file = name = FILENAME
    sub(/.*\//, "", name)
}

file == "functions.txt" { if ($1 !~ /^#/) add_function($1, $3); next }
file == "datatypes.txt" { if ($1 !~ /^#/) class_of[$1] = $2; next }
file ~ /\.out$/ { sub(/\..*/, "", name); read_output(); next }
/^\/\/ covers:/ { for (i = 3; i <= NF; i++) claimed[$i] = 1; next }
/^#include "/ { split($0, quoted, "\""); includes[name] = includes[name] " " quoted[2] }
{ sub(/\/\/.*/, ""); source = source "\n" $0 }

END {
    end_of_source()
    for (f in includes)
        if (f ~ /\.c$/)
            inherit(f, includes[f])
    print_table()
    if (problems)
        exit 1
}

function add_function(f, use) {
    functions[++count] = f
    known[f] = 1
    use_of[f] = use
}

function problem(text) {
    print "coverage: " text > "/dev/stderr"
    problems++
}

# Notes the first program for a cell of the table, and how many there are.
function note(table, f, key, program,   cell) {
    cell = table SUBSEP f SUBSEP key
    if ((cell, program) in noted)
        return
    noted[cell, program] = 1
    if (!(cell in first))
        first[cell] = program
    programs_in[cell]++
}

# ---- sources ----

function end_of_source(   program, f) {
    if (name !~ /\.[ch]$/)
        return
    program = name
    sub(/\.c$/, "", program)
    delete called
    read_calls(source, program)
    for (f in called) {
        if (name ~ /\.h$/)
            in_header[name, f] = 1
        else if (called[f] == "called")
            note("program", f, "", program)
        if (!(f in claimed))
            problem(name " calls " f ", which its `covers:` lines leave out")
    }
    for (f in claimed)
        if (!(f in called))
            problem(name " has " f " in its `covers:` lines and does not call it")
    source = ""
    delete claimed
}

# Every name of the interface in a source, with the datatypes that its call names. A name behind a cast is only named.
function read_calls(text, program,   f, use, words, n, i) {
    while (match(text, /P?MPI_[A-Z][A-Za-z_0-9]*/)) {
        f = substr(text, RSTART, RLENGTH)
        use = substr(text, RSTART - 1, 1) == ")" ? "named" : "called"
        text = substr(text, RSTART + RLENGTH)
        if (sub(/^P/, "", f) && (f in known))
            profiled[f] = 1
        if (!(f in known))
            continue
        if (called[f] != "called")
            called[f] = use
        n = split(call_arguments(text), words, /[^A-Za-z_0-9]+/)
        for (i = 1; i <= n; i++)
            if (words[i] ~ /^MPI_/ && (words[i] in class_of) && program !~ /\.h$/)
                note("type", f, class_of[words[i]], program)
    }
}

# What stands in the parentheses that follow.
function call_arguments(text,   depth, i, c) {
    if (text !~ /^\(/)
        return ""
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        if (c == "(")
            depth++
        else if (c == ")" && --depth == 0)
            return substr(text, 2, i - 2)
    }
    return ""
}

# A program covers what the headers that it includes call.
function inherit(program, headers,   list, n, i, j, own) {
    own = program
    sub(/\.c$/, "", own)
    n = split(headers, list, " ")
    for (i = 1; i <= n; i++) {
        for (j = 1; j <= count; j++)
            if ((list[i], functions[j]) in in_header)
                note("program", functions[j], "", own)
        if (list[i] in includes)
            inherit(program, includes[list[i]])
    }
}

# ---- recorded output: `RANK: FUNCTION[,] ...: DATATYPE... | ERROR CLASS` ----

function read_output(   f, i, word) {
    f = $2
    sub(/[:,]$/, "", f)
    if (!(f in known))
        return
    for (i = 3; i <= NF; i++) {
        word = $i
        sub(/:$/, "", word)
        if (word in class_of)
            note("type", f, class_of[word], name)
    }
    if ($NF ~ /^MPI_ERR_/)
        note("error", f, $NF, name)
}

# ---- the table ----

function cell_text(table, f, key,   cell, text) {
    cell = table SUBSEP f SUBSEP key
    if (!(cell in first))
        return ""
    text = first[cell]
    if (programs_in[cell] > 1)
        text = text " +" (programs_in[cell] - 1)
    return text
}

function types_text(f,   wanted, n, i, text, cell, required) {
    n = split("character integer floating complex logical byte packed address pair derived", wanted, " ")
    for (i in MOVED)
        if (use_of[f] == "moved")
            required[MOVED[i]] = 1
    for (i in REDUCED)
        if (use_of[f] == "reduced")
            required[REDUCED[i]] = 1
    if (use_of[f] == "-")
        return ""
    for (i = 1; i <= n; i++) {
        cell = cell_text("type", f, wanted[i])
        if (cell != "") {
            text = text (text ? ", " : "") wanted[i] ": " cell
            type_cells++
        } else if (wanted[i] in required) {
            problem("no program tries " f " with the datatype class `" wanted[i] "`")
        }
    }
    return text
}

function errors_text(f,   wanted, n, i, text, cell) {
    n = split("BUFFER COUNT TYPE TAG COMM RANK REQUEST ROOT GROUP OP TOPOLOGY DIMS ARG UNKNOWN TRUNCATE OTHER INTERN " \
              "IN_STATUS PENDING KEYVAL INFO INFO_KEY INFO_VALUE INFO_NOKEY", wanted, " ")
    for (i = 1; i <= n; i++) {
        cell = cell_text("error", f, "MPI_ERR_" wanted[i])
        if (cell != "") {
            text = text (text ? ", " : "") "MPI_ERR_" wanted[i] ": " cell
            error_cells++
            classes["MPI_ERR_" wanted[i]] = 1
        }
    }
    return text
}

function print_table(   i, f, covered, seen, c) {
    print "| Function | Programs | Datatype classes | Error classes |"
    print "| --- | --- | --- | --- |"
    for (i = 1; i <= count; i++) {
        f = functions[i]
        print "| " f " | " cell_text("program", f, "") " | " types_text(f) " | " errors_text(f) " |"
        if (("program" SUBSEP f SUBSEP "") in first)
            covered++
        else
            problem("no program calls " f)
        if (!(f in profiled))
            problem("no program names P" f)
    }
    for (c in classes)
        seen++
    printf "%d of %d functions covered, %d pairs of function and datatype class, %d of function and error class" \
           " (%d error classes)\n", covered, count, type_cells, error_cells, seen > "/dev/stderr"
}
