-- A superuser runs this file once on a new cluster with psql, and then gives both users a password: \password portal_owner and
-- \password portal_server. Without a password no client can connect with these roles.
-- portal_owner owns the tables and runs the migrations. The servers connect as portal_server and work as portal_app. The migrations set
-- the rights of portal_app: it can add to the audit log but not change it, and it cannot create tables.
create role portal_app nologin;
-- Only the first migration needs createrole. Afterwards run: alter role portal_owner nocreaterole;
create role portal_owner login createrole;
create role portal_server login;
grant portal_app to portal_owner with admin option;
grant portal_app to portal_server;
create database portal owner portal_owner;
