# Shared by the scripts of this folder; sourced, not run.
# shellcheck shell=bash
#
# Standard output belongs to the tools that the scripts start. What a script says itself goes to
# standard error. Errors are one line each, with the exit codes of the README.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
script=ci/$(basename "$0")
jobs=${ONCELAB_JOBS:-$(nproc)}

exit_usage=64
exit_unavailable=69

say() { printf '%s\n' "$*" >&2; }

# fail CODE TEXT...
fail() {
  local code=$1
  shift
  say "$script: $*"
  exit "$code"
}

# check_preset PRESET: one of CMakePresets.json, or of the user's own file beside it.
check_preset() {
  if [[ ! $1 =~ ^[A-Za-z0-9][A-Za-z0-9_.-]*$ ]] ||
    ! { [[ -f $root/build/$1/build.ninja ]] ||
      (cd "$root" && cmake --list-presets) | grep -qF "\"$1\""; }; then
    fail "$exit_usage" "there is no preset '$1' (see cmake --list-presets)"
  fi
}

# What ci/setup must install before PRESET can be built for USE (lab or test).
packages_for() {
  local preset=$1 use=$2
  if [[ $preset == *clang* ]]; then
    echo full
  else
    echo "$use"
  fi
}

# configure_if_needed PRESET CMAKE-ARGUMENTS...: the arguments apply to the first time only.
configure_if_needed() {
  local preset=$1 folder=$root/build/$1
  shift
  if [[ -f $folder/build.ninja && ! $root/CMakePresets.json -nt $folder/build.ninja ]]; then
    return
  fi
  if [[ -f $folder/CMakeCache.txt ]]; then
    set --
  fi
  (cd "$root" && cmake --preset "$preset" "$@")
}

# Address layouts that some kernels choose are beyond the sanitizers of g++ 12; a fixed one is not.
# Where changing it is forbidden (some containers), go on without.
with_fixed_addresses() {
  if setarch -R true 2>/dev/null; then
    setarch -R "$@"
  else
    "$@"
  fi
}
