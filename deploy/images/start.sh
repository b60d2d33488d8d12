#!/bin/sh
# Runs a program with what was compiled of it when the image was built, where more can be added: what few need is loaded,
# and kept, when it is asked for.
#   start.sh COMMAND…
[ -e "$RUN_COMPILED_DIR" ] || cp -r /compiled "$RUN_COMPILED_DIR" || echo "Nothing can be kept in $RUN_COMPILED_DIR" >&2
exec "$@"
