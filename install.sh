#!/bin/sh
# Installs x-skills from a release folder: picks the archive for this machine, checks its sum, tries it, and only then puts it in place.
#   sh install.sh [--prefix DIR] [--layout multicall|standalone] [--from FOLDER-OR-URL] [--uninstall] [--print-target]
# The prefix is ~/.local, or /usr/local for root. Running it again updates; --uninstall removes every file and folder that it made.
set -eu

die() { echo "install.sh: $*" >&2; exit 1; }

from=$(dirname "$0") layout=multicall action=install
if [ "$(id -u)" = 0 ]; then prefix=/usr/local; else prefix=${HOME:-}/.local; fi
while [ $# -gt 0 ]; do
  case $1 in
    --prefix) prefix=${2:?"--prefix needs a folder"}; shift ;;
    --layout) layout=${2:?"--layout needs multicall or standalone"}; shift ;;
    --from) from=${2:?"--from needs a folder or a URL"}; shift ;;
    --uninstall) action=uninstall ;;
    --print-target) action=print-target ;;
    *) echo "unknown argument $1; usage: install.sh [--prefix DIR] [--layout multicall|standalone] [--from FOLDER-OR-URL] [--uninstall] [--print-target]" >&2
       exit 64 ;;
  esac
  shift
done
case $layout in multicall | standalone) ;; *) echo "malformed --layout '$layout': expected multicall or standalone" >&2; exit 64 ;; esac

manifest=share/x-skills/manifest # one line for each file (f) and folder (d) that was made here, relative to the prefix

# What the archives are named after: linux-x64, linux-arm64-musl, darwin-arm64.
find_target() {
  os=$(uname -s) machine=$(uname -m)
  case $machine in
    x86_64 | amd64) cpu=x64 ;;
    aarch64 | arm64) cpu=arm64 ;;
    *) die "no binaries for $machine: only x86-64 and arm64 have them" ;;
  esac
  case $os in
    Linux)
      if [ "$(getconf LONG_BIT 2>/dev/null || echo 64)" = 32 ]; then die "no binaries for a 32-bit system on a 64-bit processor"; fi
      if [ $cpu = x64 ] && [ -r /proc/cpuinfo ] && ! grep -qw sse4_2 /proc/cpuinfo; then
        die "this processor has no SSE4.2, which the runtime in the binaries needs; run the skills from source on another machine"
      fi
      target=linux-$cpu
      if ldd --version 2>&1 | grep -qi musl || { [ -e "/lib/ld-musl-$machine.so.1" ] && ! command -v ldd >/dev/null; }; then
        target=$target-musl
        set -- /usr/lib/libstdc++.so.6* /lib/libstdc++.so.6*
        if [ ! -e "$1" ] && [ ! -e "${2:-}" ]; then die "libstdc++ is required on musl systems; on Alpine: apk add libstdc++"; fi
      fi ;;
    Darwin)
      if [ $cpu = x64 ] && [ "$(sysctl -n sysctl.proc_translated 2>/dev/null || echo 0)" = 1 ]; then
        echo "this shell runs under Rosetta; taking the binaries for Apple silicon" >&2
        cpu=arm64
      fi
      if [ $cpu = x64 ] && [ "$(sysctl -n hw.optional.sse4_2 2>/dev/null || echo 1)" = 0 ]; then
        die "this processor has no SSE4.2, which the runtime in the binaries needs"
      fi
      target=darwin-$cpu ;;
    *) die "no binaries for $os: only Linux and macOS have them" ;;
  esac
}

# get NAME FILE: from the release, wherever it is.
get() {
  case $from in
    http://* | https://*)
      if command -v curl >/dev/null; then curl -fsSL -o "$2" "$from/$1"
      elif command -v wget >/dev/null; then wget -q -O "$2" "$from/$1"
      else die "curl or wget is required to fetch $from"; fi || die "cannot fetch $from/$1" ;;
    *) cp "$from/$1" "$2" 2>/dev/null || die "no $1 in $from: give the release folder with --from" ;;
  esac
}

sum_of() {
  if command -v sha256sum >/dev/null; then sha256sum <"$1"
  elif command -v shasum >/dev/null; then shasum -a 256 <"$1"
  elif command -v openssl >/dev/null; then openssl dgst -sha256 -r <"$1"
  else die "sha256sum, shasum or openssl is required to check the archive"; fi | cut -c 1-64
}

# Unpacks the archive for this machine into $tree, after its sum was found right.
unpack() {
  find_target
  if [ "$layout" = multicall ]; then kind=gz; else kind=zst; fi
  if [ $kind = zst ] && ! command -v zstd >/dev/null; then die "zstd is required for --layout standalone"; fi
  get SHA256SUMS "$work/SHA256SUMS"
  name=$(sed -n "s/^[0-9a-f]*  \(x-skills-[0-9.]*-$target\.tar\.$kind\)\$/\1/p" "$work/SHA256SUMS" | tail -n 1)
  [ -n "$name" ] || die "the release has no archive for $target ($layout)"
  get "$name" "$work/archive"
  grep -qxF "$(sum_of "$work/archive")  $name" "$work/SHA256SUMS" || die "$name does not have the sum that SHA256SUMS gives: nothing was installed"
  mkdir "$work/unpacked"
  if [ $kind = gz ]; then tar -xzf "$work/archive" -C "$work/unpacked"
  else zstd -dcq --long=27 "$work/archive" | tar -xf - -C "$work/unpacked"; fi
  tree=$work/unpacked/${name%.tar.*}
}

# The real binaries do a real piece of work before anything is installed.
self_test() {
  mkdir "$work/try"
  answer=$("$tree/bin/x-internal-update-status" -C "$work/try" --type feature --id 0001 --field phase --value 1 --initialize 2>&1) || true
  case $answer in
    *'"newValue":"1"'*'"noOp":false}') ;;
    *) die "the binaries do not work here, nothing was installed; x-internal-update-status said: ${answer:-nothing (is BUN_BE_BUN or BUN_OPTIONS set?)}" ;;
  esac
  "$tree/bin/x-skills" --version >/dev/null || die "the binaries do not work here, nothing was installed"
}

# Each folder on the way to the paths of stdin, from the top down.
folders_of() {
  while IFS= read -r path; do
    folder=$(dirname "$path")
    while [ "$folder" != . ]; do echo "$folder"; folder=$(dirname "$folder"); done
  done | sort -u
}

put_in_place() {
  old=$prefix/$manifest
  [ -f "$old" ] || old=/dev/null
  (cd "$tree" && find . \( -type f -o -type l \) ! -path "./$manifest" | sed 's|^\./||' | sort) >"$work/files"
  while IFS= read -r path; do
    if { [ -e "$prefix/$path" ] || [ -L "$prefix/$path" ]; } && ! grep -qxF "f $path" "$old"; then
      die "$prefix/$path was not installed by x-skills: move it away first; nothing was changed"
    fi
  done <"$work/files"
  {
    sed 's/^/f /' "$work/files"
    { cat "$work/files"; echo "$manifest"; } | folders_of | while IFS= read -r folder; do
      if [ ! -d "$prefix/$folder" ] || grep -qxF "d $folder" "$old"; then echo "d $folder"; fi
    done
    if [ ! -d "$prefix" ] || grep -qxF "d ." "$old"; then echo "d ."; fi
  } >"$work/manifest"
  # What is about to be made is on record before it is made, so that --uninstall leaves nothing of an install that was cut short.
  mkdir -p "$prefix/${manifest%/*}"
  sort -u "$work/manifest" "$old" >"$prefix/$manifest.new"
  mv -f "$prefix/$manifest.new" "$prefix/$manifest"
  while IFS= read -r path; do
    mkdir -p "$prefix/$(dirname "$path")"
    cp -P "$tree/$path" "$prefix/$path.new"
    mv -f "$prefix/$path.new" "$prefix/$path" # a program that is running keeps its old file
  done <"$work/files"
  sed -n 's/^f //p' "$prefix/$manifest" | while IFS= read -r path; do
    if ! grep -qxF "$path" "$work/files"; then rm -f "$prefix/$path"; fi
  done
  sed -n 's/^d //p' "$prefix/$manifest" | sort -r | while IFS= read -r folder; do
    if ! grep -qxF "d $folder" "$work/manifest"; then rmdir "$prefix/$folder" 2>/dev/null || true; fi
  done
  mv -f "$work/manifest" "$prefix/$manifest"
  chmod 644 "$prefix/$manifest"
}

uninstall() {
  [ -f "$prefix/$manifest" ] || { echo "x-skills is not installed in $prefix"; return; }
  cp "$prefix/$manifest" "$work/manifest"
  sed -n 's/^f //p' "$work/manifest" | while IFS= read -r path; do rm -f "$prefix/$path" "$prefix/$path.new"; done
  rm -f "$prefix/$manifest"
  sed -n 's/^d //p' "$work/manifest" | sort -r | while IFS= read -r folder; do
    if [ "$folder" = . ]; then folder=; fi
    rmdir "$prefix/$folder" 2>/dev/null || true
  done
  echo "removed x-skills from $prefix"
}

if [ $action = print-target ]; then find_target; echo "$target"; exit; fi
case $prefix in /*) ;; *) prefix=$(pwd)/$prefix ;; esac
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT && trap 'exit 129' HUP && trap 'exit 130' INT && trap 'exit 143' TERM
if [ $action = uninstall ]; then uninstall; exit; fi
if [ -x "$from/bin/x-skills" ]; then tree=$from; else unpack; fi
self_test
put_in_place
echo "installed $("$prefix/bin/x-skills" --version) in $prefix, $(grep -c '^f bin/' "$prefix/$manifest") programs ($layout)"
case ":$PATH:" in *":$prefix/bin:"*) ;; *) echo "add $prefix/bin to PATH to use them by name" ;; esac
