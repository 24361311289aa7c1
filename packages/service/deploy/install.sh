#!/bin/sh
# Installs the built packages of this repository and what they need at run time into a folder, with nothing of the
# repository around them. Run it at the root of the repository, after npm run build.
# Usage: sh packages/service/deploy/install.sh <folder> [yes: with the sandbox, which contains GPL parts]
set -eu
target=$1
sandbox=${2:-no}
packed=$(mktemp -d)
trap 'rm -rf "$packed"' EXIT

names='spec validation client service'
[ "$sandbox" = yes ] && names="$names sandbox"
for name in $names; do
  npm pack --silent --ignore-scripts "./release/node_modules/@model-tasks/$name" --pack-destination "$packed" >/dev/null
done

mkdir -p "$target"
cd "$target"
echo '{ "private": true }' > package.json
# The packages for S3, and those that look at media. Optional peers stay out unless they are named here.
npm install --omit=dev --omit=peer --ignore-scripts --no-audit --no-fund --save-exact \
  "$packed"/*.tgz \
  @aws-sdk/client-s3@3.1169.0 @aws-sdk/lib-storage@3.1169.0 \
  file-type@21.3.0 mediabunny@1.61.0 probe-image-size@7.5.0
