-- An assertion of a partner portal opens one visit: its `jti` is stored until the assertion is too old to be accepted anyway.
create table used_assertions (
  -- Public address of the partner that signed it.
  issuer text not null,
  jti text not null,
  expires_at timestamptz not null,
  primary key (issuer, jti)
);
create index used_assertions_expiry on used_assertions (expires_at);

grant select, insert, delete on used_assertions to portal_app;
