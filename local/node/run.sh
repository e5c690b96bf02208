# Runs a program on Node.js, with its options: "retention/cli/bin/charts.ts list". Says what is missing: the packages, or a newer Node.js.
if [ ! -d node_modules ]; then
  echo "Run npm ci first: it installs what this command needs." >&2
  exit 1
fi
exec node --require "$PWD/local/node/version.cjs" "$@"
