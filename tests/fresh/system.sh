# Sourced by run: makes a bare system by debootstrap and runs commands in it. Archives, proxies and certificates are those of this machine.
#
# Everything happens in mount and process namespaces of its own: mounts are never seen outside, and nothing that was started there outlives
# the command.

# The distribution that a suite belongs to, as its archive and keyring call it.
family_of() { # SUITE
    case $1 in
    noble) echo ubuntu ;;
    *) echo debian ;;
    esac
}

# Runs a command in namespaces of its own, and leaves its process in $child for whoever must end it.
isolated() { # MOUNT-POINT-OF-/proc COMMAND...
    local status=0
    unshare --mount --pid --fork --kill-child --mount-proc="$1" "${@:2}" &
    child=$!
    wait "$child" || status=$?
    child=''
    return "$status"
}

# The index files that apt is configured with here: "Debian|http://.../|bookworm-updates|main" and so on.
indexes_here() {
    [ -n "$(type -P apt-get)" ] || return 0
    apt-get indextargets --format '$(ORIGIN)|$(REPO_URI)|$(RELEASE)|$(COMPONENT)' 'Created-By: Packages'
}

# apt's proxy serves debootstrap as well, unless the environment names another one.
archive_proxy() {
    local proxy=''
    if [ -n "$(type -P apt-config)" ]; then eval "$(apt-config shell proxy Acquire::http::Proxy)"; fi
    echo "${http_proxy:-$proxy}"
}

# The first archive configured here that has the suite; nothing if none has, when debootstrap takes the distribution's own.
archive_of() { # SUITE
    local archive
    for archive in $(indexes_here | cut -d '|' -f 2 | sort --unique); do
        if http_proxy=$(archive_proxy) wget --quiet --spider --tries 2 --timeout 20 "${archive%/}/dists/$1/Release"; then
            echo "${archive%/}"
            return
        fi
    done
}

# debootstrap's recipe for the suite: an old debootstrap does not know a new suite's name, but all of a distribution are made alike.
recipe_of() { # SUITE
    local recipes=${DEBOOTSTRAP_DIR:-/usr/share/debootstrap}/scripts fallback
    case $(family_of "$1") in
    ubuntu) fallback=gutsy ;;
    *) fallback=sid ;;
    esac
    if [ -e "$recipes/$1" ]; then echo "$recipes/$1"; else echo "$recipes/$fallback"; fi
}

# The keys that the suite's archive is signed with: those installed here, or from their package, which Debian 13 has where this machine's
# archive has not. Nothing if there are none.
keyring_of() { # SUITE
    local family file
    family=$(family_of "$1")
    file=usr/share/keyrings/$family-archive-keyring.gpg
    if [ -e "/$file" ]; then
        echo "/$file"
    elif fetch_keyring "$family" >&2 && [ -e "$work/keys/$file" ]; then
        echo "$work/keys/$file"
    fi
}

fetch_keyring() { # FAMILY
    local package=ubuntu-keyring lists="$work/lists" options
    if [ "$1" = debian ]; then package=debian-archive-keyring; fi
    mkdir -p "$lists/partial" "$work/cache" "$work/keys"
    options=(-o APT::Sandbox::User=root -o "Dir::Cache=$work/cache")
    if ! (cd "$work/cache" && apt-get "${options[@]}" download "$package"); then
        echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $(archive_of trixie) trixie main" >"$work/sources.list"
        options+=(-o "Dir::State::Lists=$lists" -o "Dir::Etc::SourceList=$work/sources.list" -o Dir::Etc::SourceParts=/dev/null)
        apt-get "${options[@]}" update && (cd "$work/cache" && apt-get "${options[@]}" download "$package") || return 1
    fi
    dpkg-deb --extract "$work/cache/$package"_*.deb "$work/keys"
}

# Makes the system of a suite in $system, with an ordinary user `newcomer`.
make_system() { # SUITE
    local keyring components=main
    keyring=$(keyring_of "$1")
    [ -n "$keyring" ] || { echo "no keys for the archive of $(family_of "$1"): install its keyring package" && return 1; }
    if [ "$(family_of "$1")" = ubuntu ]; then components=main,universe; fi
    http_proxy=$(archive_proxy) isolated /proc debootstrap --variant=minbase --include=make,git,ca-certificates \
        --keyring="$keyring" --components="$components" "$1" "$system" "$(archive_of "$1")" "$(recipe_of "$1")" &&
        sources_for "$1" >"$work/sources.list" && mv "$work/sources.list" "$system/etc/apt/sources.list" &&
        copy_configuration && isolated "$system/proc" chroot "$system" useradd --create-home --uid 1000 newcomer &&
        copy_cargo_configuration
}

# apt's sources, the updates and security fixes among them: this machine's under the suite's name if it has the same distribution, otherwise those
# of the archive that the system is from.
sources_for() { # SUITE
    local family codename archive sources
    family=$(family_of "$1")
    codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-none}")
    sources=$(indexes_here | awk -F '|' -v family="$family" -v here="$codename" -v suite="$1" '
        tolower($1) == family && $2 ~ /^https?:/ && $3 ~ "^" here "(-updates|-security)?$" {
            sub("^" here, suite, $3)
            print "deb", $2, $3, $4
        }')
    archive=$(awk '$1 == "deb" { print $2; exit }' "$system/etc/apt/sources.list")
    case $family in
    ubuntu) echo "${sources:-$(printf "deb $archive %s main universe\n" "$1" "$1-updates" "$1-security")}" ;;
    debian) echo "${sources:-$(printf "deb $archive %s main\n" "$1" "$1-updates")}" ;;
    esac
}

# Names of hosts, apt's ways to them, and certificates: the authorities added to this machine, and the files that variables name.
copy_configuration() {
    local file
    cp --dereference /etc/hosts /etc/resolv.conf "$system/etc" || return 1
    if [ -n "$(type -P apt-config)" ]; then
        apt-config dump | grep -E '^Acquire::(https?|Retries|Check-)' >"$system/etc/apt/apt.conf.d/80host" || true
    fi
    if [ -d /usr/local/share/ca-certificates ]; then
        cp --recursive --dereference /usr/local/share/ca-certificates "$system/usr/local/share" || return 1
    fi
    isolated "$system/proc" chroot "$system" update-ca-certificates || return 1
    for file in "${SSL_CERT_FILE-}" "${CARGO_HTTP_CAINFO-}"; do
        if [ -f "$file" ]; then install -D --mode 644 "$file" "$system$file" || return 1; fi
    done
}

copy_cargo_configuration() {
    local home configuration=${CARGO_HOME:-$HOME/.cargo}/config.toml
    [ -e "$configuration" ] || return 0
    for home in root home/newcomer; do
        install -D --mode 644 "$configuration" "$system/$home/.cargo/config.toml" || return 1
    done
    chown --recursive 1000:1000 "$system/home/newcomer/.cargo"
}

# The variables that say how to reach archives and registries; none that holds a token.
environment_for_network() {
    env --null | grep --null-data -E '^((https?|all|no)_proxy|(HTTPS?|ALL|NO)_PROXY|SSL_CERT_(FILE|DIR)|CARGO_(HTTP|NET|SOURCE|REGISTR)[A-Z0-9_]*)=' |
        grep --null-data --invert-match -E '^[A-Z0-9_]*TOKEN=' || true
}

# Runs a command in $system, in the user's home folder.
in_system() { # USER COMMAND...
    local home=/root identity=0 variables
    if [ "$1" != root ]; then home=/home/$1 identity=1000; fi
    mapfile -d '' -t variables < <(environment_for_network)
    isolated "$system/proc" chroot --userspec="$identity:$identity" --groups="$identity" "$system" \
        env --ignore-environment "${variables[@]}" HOME="$home" USER="$1" LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin \
        sh -c 'cd && exec "$@"' sh "${@:2}"
}
