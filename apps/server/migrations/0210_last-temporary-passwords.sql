-- An account has up to three temporary passwords. A stranger who asks for another does not void the one that its owner is typing.
alter table temporary_keys drop constraint temporary_keys_pkey;
alter table temporary_keys add primary key (person_id, hash);

-- The first two bytes of the keyed hash of a mailed password: they name the one to verify, so that each attempt verifies only one.
-- Null for a password that staff typed.
alter table temporary_keys add column tag bytea;
