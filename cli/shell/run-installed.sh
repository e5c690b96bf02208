# Runs a command that needs the packages of the project, or says how to install them.
if [ ! -d node_modules ]; then
  echo "Run npm ci first: it installs what this command needs." >&2
  exit 1
fi
exec "$@"
