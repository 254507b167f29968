#!/usr/bin/env bash
# Publish a bundle as the only content of a branch: one commit without history, so that the repository stays small.
# Environment: OUTPUT, BRANCH, REMOTE (a name or URL; by default origin).
set -euo pipefail

bundle="$(cd "$OUTPUT" && pwd)"
remote="${REMOTE:-origin}"
address="$(git remote get-url "$remote" 2>/dev/null || echo "$remote")"
# The credentials that a checkout has put into the repository's settings, for the push from another folder.
header="$(git config --get-regexp '^http\..*\.extraheader$' 2>/dev/null || true)"
work="$(mktemp -d)"
cp -R "$bundle/." "$work/"
touch "$work/.nojekyll" # Pages serves the files as they are
cd "$work"
git init --quiet
if [ -n "$header" ]; then git config "${header%% *}" "${header#* }"; fi
git add --all --force
git -c user.name=pinax -c user.email=pinax@localhost commit --quiet -m "Publish the bundle"
git push --quiet --force "$address" "HEAD:refs/heads/$BRANCH"
rm -rf "$work"
echo "published to the branch $BRANCH"
