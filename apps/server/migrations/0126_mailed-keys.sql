-- A temporary password that a member of staff typed opens an account only together with a code from the owner's mailbox.

-- The address that alone received the temporary password; null if staff typed the password. Until now staff's passwords were the
-- only ones that lasted a day.
alter table temporary_keys add column mailed_to text;
update temporary_keys k set mailed_to = p.email from people p
  where p.id = k.person_id and k.expires_at - k.created_at <> interval '24 hours';

-- A sign-in with such a password that waits for the code from the mailbox.
create table mailed_codes (
  token_hash bytea primary key,
  person_id int not null references people,
  -- Hash of the temporary password that was used.
  temporary_key_hash text not null,
  -- Keyed hash of the code.
  code_hash bytea not null,
  tries smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index mailed_codes_person on mailed_codes (person_id);
grant select, insert, update, delete on mailed_codes to portal_app;
