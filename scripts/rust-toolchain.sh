# Sourced by scripts/setup and scripts/with-rust: which Rust Weft needs, and where it is.

# The minimum version, as Cargo.toml states it.
required_rust() {
    sed -n 's/^rust-version = "\([0-9.]*\)"$/\1/p' "$(dirname "${BASH_SOURCE[0]}")/../Cargo.toml"
}

# True when version $1 is at least version $2.
version_at_least() {
    [ "$(printf '%s\n%s\n' "$1" "$2" | sort --version-sort | head -n 1)" = "$2" ]
}

# True when both rustc and cargo on PATH are new enough.
rust_on_path() {
    local tool
    for tool in rustc cargo; do
        version_at_least "$("$tool" --version 2>/dev/null | cut -d ' ' -f 2 || true)" "$(required_rust)" || return 1
    done
}

# Puts a sufficient Rust on PATH: the one that is there, rustup's, or Ubuntu's versioned packages (/usr/lib/rust-1.85/bin).
find_rust() {
    rust_on_path && return
    local original=$PATH folder
    for folder in "$HOME/.cargo/bin" $(ls -d /usr/lib/rust-*/bin 2>/dev/null | sort --version-sort --reverse); do
        PATH=$folder:$original
        rust_on_path && return
    done
    PATH=$original
    return 1
}
