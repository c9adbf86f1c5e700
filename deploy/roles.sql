-- Run once by a superuser on a new cluster with psql, then give both users a password: \password portal_owner, and
-- \password portal_server. Until then nobody signs in as them.
-- portal_owner owns the tables and migrates; portal_server is what the servers sign in as. Both work under portal_app,
-- whose rights the migrations set: it may add to the audit trail and change nothing in it, and it makes no tables.
create role portal_app nologin;
-- It may make roles for the first migration alone; afterwards: alter role portal_owner nocreaterole;
create role portal_owner login createrole;
create role portal_server login;
grant portal_app to portal_owner with admin option;
grant portal_app to portal_server;
create database portal owner portal_owner;
