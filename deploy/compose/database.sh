#!/bin/sh
# Run once by the database's image, when its volume is empty: the role of Sightline, which owns its database and nothing
# beside. The extension needs a superuser, so it is made here.
set -eu
# Not in an argument, which every process of the container could read.
{
  printf "create role sightline login password '%s';\n" "$(cat /run/secrets/database-password)"
  echo 'create database sightline owner sightline;'
  echo '\connect sightline'
  echo 'create extension if not exists timescaledb;'
} | psql --quiet --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres
