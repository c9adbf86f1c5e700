-- Whether the names are those that the civil registry or the identity provider gave at registration. The patient cannot change them:
-- a correction is a request.
alter table people add column names_proven boolean not null default false;
