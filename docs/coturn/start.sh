#!/bin/sh
# Starts coturn with turnserver.conf and the settings of this installation. Environment: docs/calls.md.
set -eu

# An empty secret would let anyone create credentials.
if [ "${#PARLEY_TURN_SECRET}" -lt 16 ]; then
  echo 'PARLEY_TURN_SECRET needs at least 16 characters: openssl rand -hex 32' >&2
  exit 1
fi

umask 077
own=$(mktemp)
cat "$(dirname "$0")/turnserver.conf" > "$own"
{
  echo "realm=${TURN_REALM:-parley}"
  echo "static-auth-secret=$PARLEY_TURN_SECRET"
  [ -z "${TURN_EXTERNAL_IP:-}" ] || echo "external-ip=$TURN_EXTERNAL_IP"
} >> "$own"

# Unquoted: several options.
# shellcheck disable=SC2086
exec turnserver -c "$own" ${TURN_OPTIONS:-}
