#!/usr/bin/env bash
# Writes Markdown about the workflows that the current branch changes: what differs, with a picture, what check says, and what the tests say.
# Usage: report.sh BASE, where BASE is the commit or branch that is merged into. Exit code: 1 where check or a test fails, 2 where it cannot begin.
set -uo pipefail

base=$(git merge-base "${1:?report.sh BASE}" HEAD) || exit 2
failed=0
files=()

# Indented text is code in Markdown, whatever is in it.
as_code() { echo; sed 's/^/    /'; echo; }
is_workflow() { grep -qE '^"?tasks"?:'; }

echo '## Workflows'
echo
while IFS= read -r -d '' status && IFS= read -r -d '' file; do
  before="$base:$file" after="$file"
  case $status in
    A) before=/dev/null ;;
    D) after=/dev/null ;;
  esac
  case $file in *.test.yaml | *.test.yml) continue ;; esac
  if [ "$status" = D ]; then git cat-file blob "$before" | is_workflow || continue; else is_workflow < "$file" || continue; fi
  signalbox diff "$before" "$after" --markdown
  [ $? -eq 2 ] && failed=1
  echo
  [ "$status" = D ] || files+=("$file")
done < <(git diff --name-status --no-renames -z "$base" HEAD -- '*.yaml' '*.yml')

if [ ${#files[@]} -eq 0 ]; then
  echo 'No workflow was added or changed.'
else
  echo '### Check'
  signalbox check "${files[@]}" 2>&1 | as_code || failed=1
fi

if [ -n "$(git ls-files '*.test.yaml' '*.test.yml')" ]; then
  echo '### Tests'
  signalbox test . 2>&1 | as_code || failed=1
fi
exit $failed
