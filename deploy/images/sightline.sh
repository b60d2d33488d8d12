#!/bin/sh
# The command line in a controller's image: sightline COMMAND, as `npm run cli -- COMMAND` elsewhere.
exec node /app/deploy/run.js /app/controller/src/cli/main.ts "$@"
