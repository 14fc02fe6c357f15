#!/bin/sh
# link_unit.sh OUT LD OBJCOPY NM SCRIPT SYMBOLS BEGIN.o END.o OBJECT...
# Links instrumented objects into one relocatable unit that shares no inline function or template
# with the rest of the executable: every weak or unique definition becomes local to the unit.
# (Otherwise the order on the link line would decide whether the instrumented copy of, say,
# std::vector::push_back runs, and steps would appear or vanish.) SYMBOLS renames what the unit
# calls to allocate memory.
set -eu
out=$1 ld=$2 objcopy=$3 nm=$4 script=$5 symbols=$6 first=$7 last=$8
shift 8
"$ld" -r --force-group-allocation -T "$script" -o "$out.linked" "$first" "$@" "$last"
# objcopy fails on an empty list, hence its first line.
echo '# weak symbols' >"$out.weak"
"$nm" --defined-only --format=posix "$out.linked" | awk '$2 ~ /^[WwVvu]$/ { print $1 }' >>"$out.weak"
"$objcopy" --localize-symbols="$out.weak" --redefine-syms="$symbols" "$out.linked" "$out"
if "$nm" --defined-only --format=posix "$out" | awk '$2 ~ /^[WVu]$/ { print; bad = 1 } END { exit bad }'
then :
else
  echo "link_unit: $out still shares the weak symbols above with the rest of the program" >&2
  exit 1
fi
rm -f "$out.linked" "$out.weak"
