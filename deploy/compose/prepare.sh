#!/bin/sh
# Makes what compose.yaml reads from the folder secrets/ and nobody should have to choose: passwords, the key that seals what
# is secret, and the certificate of the agents' port with the authority that signs it. What is there already stays.
#   sh prepare.sh [NAME…]     host names and IP addresses by which agents on other machines reach this one
# To have other names: rm secrets/grpc.*, run it again, restart the controllers.
set -eu
cd "$(dirname "$0")"
# Nobody else of this machine gets into the folder; in it the containers' users may read.
mkdir -p -m 0700 secrets
cd secrets
umask 0333

random() {
  [ -s "$1" ] || openssl rand -hex "$2" >"$1"
}

random postgres-password 24
random database-password 24
random secret-key 32
random metrics-token 24
random grafana-password 12
[ -s database-url ] || echo "postgres://sightline:$(cat database-password)@database:5432/sightline" >database-url

days=3650
if [ ! -s ca.crt ]; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days $days -subj '/CN=Sightline agents' \
    -keyout ca.key -out ca.crt -addext 'basicConstraints=critical,CA:TRUE' -addext 'keyUsage=critical,keyCertSign' 2>/dev/null
  chmod 0400 ca.key
fi
if [ ! -s grpc.crt ]; then
  names='DNS:controller-1,DNS:controller-2,DNS:localhost,IP:127.0.0.1'
  for name in "$@"; do
    case $name in
      *:* | *[0-9].[0-9]*.[0-9]*.[0-9]*) names="$names,IP:$name" ;;
      *) names="$names,DNS:$name" ;;
    esac
  done
  extensions=$(mktemp)
  printf 'subjectAltName=%s\nextendedKeyUsage=serverAuth\nbasicConstraints=CA:FALSE\n' "$names" >"$extensions"
  openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj '/CN=Sightline controllers' -keyout grpc.key 2>/dev/null |
    openssl x509 -req -CA ca.crt -CAkey ca.key -days $days -extfile "$extensions" -out grpc.crt 2>/dev/null
  rm -f "$extensions"
  chmod 0444 grpc.key
  echo "The agents' port has a certificate for $names"
fi
