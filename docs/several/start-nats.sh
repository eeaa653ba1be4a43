#!/bin/sh
# Starts the bus between the processes of Parley (docs/operating.md). Core NATS stores nothing.
set -eu

if [ -z "${NATS_PASSWORD:-}" ]; then
  echo 'Set NATS_PASSWORD in .env: openssl rand -hex 24' >&2
  exit 1
fi
umask 077
config=${TMPDIR:-/tmp}/nats.conf
cat > "$config" <<END
port: ${NATS_PORT:-4222}
authorization { user: parley, password: "$NATS_PASSWORD" }
END
exec nats-server --config "$config"
