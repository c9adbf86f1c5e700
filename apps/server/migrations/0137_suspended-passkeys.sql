-- Passkeys that were suspended, and codes with which a lost second factor is removed at the counter.

-- A passkey is suspended when its owner reports a use of the account that was not theirs, and it was added about that time. It
-- neither signs in nor confirms any more. The owner sees it and can only remove it.
alter table passkeys add column suspended_at timestamptz;

-- A member of staff gives the code to a person whose document they checked. An account has at most one code.
create table second_factor_reset_codes (
  person_id int primary key references people,
  -- A keyed hash: eight digits could be guessed from a plain one.
  code_hash bytea not null,
  created_by int not null references people,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- How often a code was typed for this account.
  tries int not null default 0,
  check (person_id <> created_by)
);
create index second_factor_reset_codes_expiry on second_factor_reset_codes (expires_at);

grant select, insert, update, delete on second_factor_reset_codes to portal_app;
