#!/bin/sh
# Makes a static library of another one that shows nothing but what `eagles.h` declares.
#
#     hide-symbols.sh linux|macos IN OUT SYMBOLS
#
# IN is the archive that cargo has built, OUT the archive to make, SYMBOLS a file with a name a line. A static library shows
# all its symbols to the program it is linked into, among them the scripting language inside: a host with a Lua of its own would
# get one for the other. So all that the named functions need is linked into one object, and every other name in it becomes
# its own affair. LD, OBJCOPY, READELF and AR name other tools than those in the path; GNU's are needed on Linux, since they
# know `--force-group-allocation`, without which the linker would still throw away parts that it has seen elsewhere.
set -eu

system=$1 in=$2 out=$3 symbols=$4
work=$(dirname "$out")/hidden.$$
mkdir -p "$work"
trap 'rm -rf "$work"' EXIT INT TERM

case $system in
linux)
  ld=${LD:-ld} objcopy=${OBJCOPY:-objcopy} readelf=${READELF:-readelf}
  case $("$ld" --version | head -n 1) in
  *"GNU ld"*) ;;
  *) echo "hide-symbols.sh: $ld is not GNU ld: give one in LD" >&2; exit 1 ;;
  esac
  # shellcheck disable=SC2046 # the names have no spaces
  "$ld" -r --gc-sections --force-group-allocation $(sed 's/^/-u /' "$symbols") \
    --start-group "$in" --end-group -o "$work/all.o"
  # Names that are unique in a whole process cannot be made local, so they are given a name that nobody else has.
  "$readelf" -sW "$work/all.o" | awk '$5 == "UNIQUE" && $7 != "UND" { print $8, "eagles.private." $8 }' | sort -u >"$work/unique"
  "$objcopy" --redefine-syms="$work/unique" "$work/all.o"
  # The compiler's own notes (bitcode) go: tools with a compiler plugin of another version trip over them.
  "$objcopy" --wildcard --keep-global-symbol='eagles_*' --remove-section=.llvmbc --remove-section=.llvmcmd \
    --remove-section=.llvm.lto "$work/all.o" "$work/eagles.o"
  ;;
macos)
  sed 's/^/_/' "$symbols" >"$work/exported"
  # shellcheck disable=SC2046 # the names have no spaces
  "${LD:-ld}" -r -exported_symbols_list "$work/exported" $(sed 's/^/-u _/' "$symbols") "$in" -o "$work/eagles.o"
  ;;
*)
  echo "hide-symbols.sh: nothing can be hidden on $system" >&2
  exit 1
  ;;
esac

rm -f "$out"
"${AR:-ar}" crs "$out" "$work/eagles.o"
