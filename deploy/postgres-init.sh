#!/bin/sh
# Runs once in the database container, on an empty volume. Creates the roles with the passwords of the environment.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --file /roles.sql
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" <<'SQL'
\getenv owner PORTAL_OWNER_PASSWORD
\getenv server PORTAL_SERVER_PASSWORD
alter role portal_owner password :'owner';
alter role portal_server password :'server';
SQL
