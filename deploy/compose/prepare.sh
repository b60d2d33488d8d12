#!/bin/sh
# Makes what compose.yaml reads from the folder secrets/ and nobody should have to choose: passwords, and the key that seals
# what is secret. What is there already stays. Certificates are made by the service "certificates".
#   sh prepare.sh
set -eu
cd "$(dirname "$0")"
# Nobody else of this machine gets into the folder; in it the containers' users may read.
mkdir -p -m 0700 secrets
cd secrets
umask 0333

# A file is there once it is whole: one of a try that failed (no openssl, a full disk) could not be written again.
keep() {
  rm -f new
  cat >new
  [ -s new ] && mv new "$1"
}

random() {
  [ -s "$1" ] && return
  value=$(openssl rand -hex "$2")
  echo "$value" | keep "$1"
}

random postgres-password 24
random database-password 24
random secret-key 32
random metrics-token 24
random grafana-password 12
[ -s database-url ] || echo "postgres://sightline:$(cat database-password)@database:5432/sightline" | keep database-url
