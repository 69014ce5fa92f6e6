#!/bin/sh
# Runs a Gradle task with an installed Gradle, or with one downloaded once; where there is neither, with Maven.
#
#   ./gradlew build | test | demo [ARGUMENT...]
#
#   GRADLE_USER_HOME          where the download is kept (~/.gradle)
#   HAPAX_GRADLEW_OFFLINE=1   do not download
#   HAPAX_GRADLEW_DRY_RUN=1   print what would be run
set -eu

oldest=8.5
pinned=9.2.1
pinned_sha256=72f44c9f8ebcb1af43838f45ee5c4aa9c5444898b3468ab3f4af7b6076c5bc3f
url=https://services.gradle.org/distributions/gradle-$pinned-bin.zip

home=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
dists=${GRADLE_USER_HOME:-${HOME:-/tmp}/.gradle}/hapax-dists
why=

say() { printf 'gradlew: %s\n' "$1" >&2; }

run() {
    if [ -n "${HAPAX_GRADLEW_DRY_RUN:-}" ]; then
        printf '%s' "$1"
        shift
        for word in "$@"; do printf ' %s' "$word"; done
        printf '\n'
        exit 0
    fi
    exec "$@"
}

# Is version $1 at least $2? Major and minor decide.
at_least() {
    major=${1%%.*}
    minor=${1#*.}
    minor=${minor%%[!0-9]*}
    least_major=${2%%.*}
    least_minor=${2#*.}
    [ "$major" -gt "$least_major" ] || { [ "$major" -eq "$least_major" ] && [ "${minor:-0}" -ge "$least_minor" ]; }
}

# Sets gradle to an installed one that is new enough.
installed() {
    gradle=$(command -v gradle) || { why='none is installed'; return 1; }
    found=$("$gradle" --version 2>/dev/null | sed -n 's/^Gradle \([0-9][0-9.]*\).*/\1/p' | head -n 1)
    case $found in
        *.*) ;;
        *) why="$gradle does not say its version"; return 1 ;;
    esac
    at_least "$found" "$oldest" || { why="the installed one is $found, older than $oldest"; return 1; }
}

sha256() {
    if command -v sha256sum >/dev/null; then
        sha256sum "$1"
    elif command -v shasum >/dev/null; then
        shasum -a 256 "$1"
    else
        openssl dgst -sha256 -r "$1"
    fi | cut -d ' ' -f 1
}

fetch() {
    if command -v curl >/dev/null; then
        curl -fsSL --connect-timeout 5 --speed-limit 1024 --speed-time 10 -o "$1" "$url"
    elif command -v wget >/dev/null; then
        wget -q -T 5 -t 1 -O "$1" "$url"
    else
        return 1
    fi 2>/dev/null
}

# Sets gradle to the pinned distribution, downloading it if need be. Nothing unchecked is ever unpacked.
downloaded() {
    gradle=$dists/gradle-$pinned/bin/gradle
    if [ -x "$gradle" ]; then return 0; fi
    if [ -n "${HAPAX_GRADLEW_OFFLINE:-}" ]; then why="$why, and downloading is switched off"; return 1; fi
    # Its own folder, so that two at once do not write into each other.
    mkdir -p "$dists" 2>/dev/null && part=$(mktemp -d "$dists/part.XXXXXX" 2>/dev/null) ||
        { why="$why, and $dists cannot be written"; return 1; }
    if ! fetch "$part/gradle.zip"; then
        why="$why, and $pinned cannot be downloaded"
    elif [ "$(sha256 "$part/gradle.zip")" != "$pinned_sha256" ]; then
        why="$why, and what $url gives has another checksum than Gradle $pinned"
    elif ! unpack "$part"; then
        why="$why, and $pinned cannot be unpacked"
    else
        mv "$part/gradle-$pinned" "$dists/" 2>/dev/null || :
        rm -rf "$part"
        [ -x "$gradle" ]
        return
    fi
    rm -rf "$part"
    return 1
}

unpack() {
    if command -v unzip >/dev/null; then
        unzip -q "$1/gradle.zip" -d "$1"
    else
        # Every JDK can unpack, but forgets which files are programs.
        (cd "$1" && jar xf gradle.zip) && chmod +x "$1/gradle-$pinned/bin/gradle"
    fi 2>/dev/null
}

with_gradle() {
    if [ "${1:-}" = demo ]; then
        shift
        # One property, because Gradle takes options after a task's name for its own.
        run "$gradle" -p "$home" -q demo "-PdemoArgs=$*"
    fi
    run "$gradle" -p "$home" "$@"
}

with_maven() {
    task=${1:-}
    if [ "$#" -gt 0 ]; then shift; fi
    case $task in
        build) set -- mvn -B verify "$@" ;;
        test) set -- mvn -B test "$@" ;;
        demo) set -- "$home/hapax" demo "$@" ;;
        *)
            say "no Gradle ($why), and Maven stands in for the tasks build, test and demo only, not for '$task'"
            exit 2
            ;;
    esac
    if [ "$task" != demo ] && [ "$#" -gt 3 ]; then
        say "no Gradle ($why), and Maven stands in for one task without options: build, test or demo"
        exit 2
    fi
    say "no Gradle ($why): running $* instead"
    if [ "$task" != demo ]; then cd "$home"; fi
    run "$@"
}

if installed || downloaded; then with_gradle "$@"; else with_maven "$@"; fi
