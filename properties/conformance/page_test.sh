#!/usr/bin/env bash
# page_test.sh PAGE SOURCE HISTORY LAB: what the page shows is what is compiled, and what it prints.
#
# The first block of C++ on the page is the file SOURCE, word for word. The first block of JSON becomes
# the file HISTORY, and each command of a block that begins with "$ ./my_lab" is run with LAB and
# prints what follows it. Exit: 0 it is so, 1 it is not; the difference goes to standard output.
set -euo pipefail
page=$1 source=$2 history=$3 lab=$4

work=$(mktemp -d "${TMPDIR:-/tmp}/oncelab-page-$$-XXXXXX")
trap 'rm -rf "$work"' EXIT

# block LANGUAGE: the first such block.
block() {
  awk -v fence='```'"$1" '
    inside && /^```/ { exit }
    inside { print }
    $0 == fence && !inside { inside = 1 }
  ' "$page"
}

if ! block cpp | diff - "$source"; then
  echo "$page does not show $source"
  exit 1
fi
block json >"$work/$history"
cd "$work"
ln -s "$lab" my_lab

# All commands and what they print, as the page has it.
awk '/^```/ { inside = !inside; shown = 0; next } inside && /^\$ \.\/my_lab/ { shown = 1 } shown' \
  "$page" >expected
grep '^\$ ' expected >commands || { echo "$page shows no command"; exit 1; }
while IFS= read -r command; do
  echo "$command"
  bash -c "${command#\$ }" 2>&1 || true
done <commands >actual
diff expected actual
