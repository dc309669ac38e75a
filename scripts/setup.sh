# shellcheck shell=bash
# Set-up that scripts/run, scripts/test and scripts/bench share; to be sourced.
#
# All messages go to standard error: standard output belongs to the program that is run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# What Qt and its web engine load at run time on Debian 12, with and without a screen.
qt_packages=(
    libasound2 libdbus-1-3 libegl1 libfontconfig1 libgbm1 libgl1 libglib2.0-0 libnss3 libx11-6
    libxcb-dri3-0 libxcomposite1 libxdamage1 libxext6 libxfixes3 libxkbcommon0 libxkbfile1
    libxrandr2 libxtst6
)
x11_packages=(
    libx11-xcb1 libxcb-cursor0 libxcb-glx0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1
    libxcb-randr0 libxcb-render-util0 libxcb-render0 libxcb-shape0 libxcb-shm0 libxcb-sync1
    libxcb-xfixes0 libxcb-xkb1 libxkbcommon-x11-0
)
wayland_packages=(libwayland-client0 libwayland-cursor0 libwayland-egl1)
# The second one holds Chinese, Japanese and Korean.
font_packages=(fonts-dejavu-core fonts-noto-cjk)
# What LightGBM loads (the extra `train`): GNU's OpenMP, which its wheel does not carry.
training_packages=(libgomp1)
# A screen, a window manager, keys and clicks for the tests of the whole program (tests/desktop).
desktop_packages=(openbox x11-utils xclip xdotool xvfb)
# What checks the page agent (resources/agent), where no other Node is installed.
node_packages=(nodejs npm)

say() {
    printf '%s\n' "$*" >&2
}

fail() {
    say "$@"
    exit 1
}

# Print the first Python that is new enough and can make virtual environments.
find_python() {
    local python
    for python in python3 /usr/bin/python3; do
        if "$python" -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' \
            2>/dev/null; then
            command -v "$python"
            return
        fi
    done
    return 1
}

# Print where a Python of this version is, such as 3.12, if there is one that makes environments.
python_of_version() {
    "python$1" -c 'import ensurepip, venv' 2>/dev/null && command -v "python$1"
}

# Print those of the named Debian packages that are neither installed nor provided by another.
missing_packages() {
    local wanted=$1
    dpkg-query --show --showformat '${db:Status-Status}, ${Package}, ${Provides}\n' |
        awk -F ', *' -v wanted="$wanted" '
            $1 == "installed" { for (i = 2; i <= NF; i++) { sub(/ .*/, "", $i); have[$i] = 1 } }
            END {
                n = split(wanted, names, " ")
                for (i = 1; i <= n; i++) if (!(names[i] in have)) print names[i]
            }'
}

# Run apt-get as root, showing the call first.
apt_get() {
    local call=(env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 "$@")
    if ((EUID != 0)); then
        call=(sudo "${call[@]}")
    fi
    say "${call[*]}"
    "${call[@]}" </dev/null >&2
}

install_packages() {
    if ! compgen -G '/var/lib/apt/lists/*_Packages*' >/dev/null; then
        apt_get update || return
    fi
    apt_get install --yes --no-install-recommends "$@"
}

# Install the Debian packages that are missing, or name them and stop.
ensure_packages() {
    local wanted=("${qt_packages[@]}" "${x11_packages[@]}" "${wayland_packages[@]}"
        "${font_packages[@]}" "${training_packages[@]}")
    local missing=()
    find_python >/dev/null || wanted+=(python3-venv)
    if [[ -n ${BOILERSCOPE_SKIP_PACKAGES:-} ]]; then
        return
    fi
    if ! command -v dpkg-query >/dev/null; then
        fail "This is no Debian system. Install what these Debian packages hold, then set" \
            "BOILERSCOPE_SKIP_PACKAGES=1: ${wanted[*]}"
    fi
    mapfile -t missing < <(missing_packages "${wanted[*]}")
    if ((${#missing[@]} == 0)); then
        return
    fi
    if ! command -v apt-get >/dev/null || { ((EUID != 0)) && ! command -v sudo >/dev/null; }; then
        fail "These Debian packages are missing, and without root rights and apt-get they cannot" \
            "be installed from here: ${missing[*]}"
    fi
    install_packages "${missing[@]}" ||
        fail "These Debian packages are missing and could not be installed: ${missing[*]}"
}

# Install what the tests of the whole program need; without it they are skipped, and say so.
ensure_desktop() {
    local missing=()
    if [[ -n ${BOILERSCOPE_SKIP_PACKAGES:-} ]] || ! command -v dpkg-query >/dev/null; then
        return
    fi
    mapfile -t missing < <(missing_packages "${desktop_packages[*]}")
    if ((${#missing[@]} > 0)); then
        install_packages "${missing[@]}" ||
            say "The tests of the whole program are skipped, for want of: ${missing[*]}"
    fi
}

has_node() {
    command -v npm >/dev/null &&
        node --eval 'const [major, minor] = process.versions.node.split(".").map(Number);
            process.exit(major > 18 || (major === 18 && minor >= 18) ? 0 : 1)' 2>/dev/null
}

# Install Node and what package-lock.json pins; fail, and say so, where there can be no Node.
ensure_node() {
    local stamp=$root/node_modules/.stamp digest
    if ! has_node && [[ -z ${BOILERSCOPE_SKIP_PACKAGES:-} ]] &&
        command -v apt-get >/dev/null; then
        install_packages "${node_packages[@]}" || true # has_node says whether it is there now
    fi
    if ! has_node; then
        say "The page agent is not checked, for want of: node 18.18 or newer, npm"
        return 1
    fi
    digest=$({ node --version && cat "$root/package-lock.json"; } | sha256sum | cut -d ' ' -f 1)
    if [[ ! -r $stamp || $(<"$stamp") != "$digest" ]]; then
        say "Installing what package-lock.json pins into $root/node_modules"
        (cd "$root" && npm ci --no-progress </dev/null >&2) ||
            fail "npm could not install what package-lock.json pins."
        printf '%s\n' "$digest" >"$stamp"
    fi
}

# Print what an environment made from a lock depends on, as one digest.
digest_of() {
    local venv=$1 lock=$2
    {
        printf '%s\n' "$root"
        "$venv/bin/python" --version --version
        cat "$root/pyproject.toml" "$root/requirements-build.lock" "$root/$lock" \
            "$root/scripts/setup.sh"
    } | sha256sum | cut -d ' ' -f 1
}

stamp_of() {
    printf '%s/%s.stamp' "$1" "$2"
}

is_ready() {
    local venv=$1 lock=$2 stamp
    stamp=$(stamp_of "$venv" "$lock")
    [[ -x $venv/bin/python && -r $stamp && $(<"$stamp") == "$(digest_of "$venv" "$lock")" ]]
}

pip_install() {
    local venv=$1
    shift
    "$venv/bin/python" -m pip --disable-pip-version-check --quiet install \
        --no-input --no-build-isolation "$@" </dev/null >&2
}

# Remove what no lock of an environment pins any more: mitmproxy, for one, does not fit newer pins.
remove_unpinned() {
    local venv=$1 lock=$2 unpinned=()
    mapfile -t unpinned < <(comm -23 \
        <("$venv/bin/python" -m pip --disable-pip-version-check list --format freeze \
            --exclude-editable | sed 's/==.*//' | tr '[:upper:]_.' '[:lower:]--' | sort) \
        <(sed -n 's/^\([a-z0-9-]*\)==.*/\1/p' "$root/requirements-build.lock" "$root/$lock" | sort))
    if ((${#unpinned[@]} > 0)); then
        "$venv/bin/python" -m pip --quiet uninstall --yes "${unpinned[@]}" </dev/null >&2
    fi
}

# Compile the project's own modules, as pip does those that it installs. Python would do it at each
# start where PYTHONDONTWRITEBYTECODE is set, as in many containers.
compile_modules() {
    "$1/bin/python" -m compileall -q -j 0 "$root"/{app,extractors,resources,src,widgets} >&2
}

# Make a virtual environment that holds what a lock pins, and the project itself; the third argument
# names the Python that it is made from.
make_environment() {
    local venv=$1 lock=$2 python=${3:-}
    if ! "$venv/bin/python" -c 'import sys, pip; sys.exit(sys.version_info < (3, 11))' \
        2>/dev/null; then
        [[ -n $python ]] || python=$(find_python) ||
            fail "Python 3.11 or newer with its venv module is needed."
        say "Making $venv with $python"
        rm -rf "$venv"
        "$python" -m venv "$venv"
    fi
    say "Installing what $lock pins into $venv"
    pip_install "$venv" --require-hashes --requirement "$root/requirements-build.lock"
    remove_unpinned "$venv" "$lock"
    pip_install "$venv" --require-hashes --requirement "$root/$lock"
    pip_install "$venv" --no-deps --editable "$root"
    compile_modules "$venv"
    digest_of "$venv" "$lock" >"$(stamp_of "$venv" "$lock")"
}

# Make sure that an environment holds what a lock pins; the second time there is nothing to do.
ensure_environment() {
    local venv=$1 lock=$2
    if ! is_ready "$venv" "$lock"; then
        ensure_packages
        make_environment "$@"
    fi
}

# Make sure that the window and the tests find the proxy, in the environment beside theirs.
ensure_proxy() {
    ensure_environment "$root/.venv-proxy" requirements-proxy.lock
}
