-- resetCodes.put $1=person_id $2=code_hash $3=created_by $4=now $5=expires_at
insert into second_factor_reset_codes (person_id, code_hash, created_by, created_at, expires_at)
  values ($1, $2, $3, $4::timestamptz, $5::timestamptz)
  on conflict (person_id) do update set code_hash = excluded.code_hash, created_by = excluded.created_by,
    created_at = excluded.created_at, expires_at = excluded.expires_at, tries = 0;

-- resetCodes.attempt $1=person_id $2=now $3=most
update second_factor_reset_codes set tries = tries + 1
  where person_id = $1 and expires_at > $2::timestamptz and tries < $3::int
  returning code_hash, created_by;

-- resetCodes.consume $1=person_id $2=code_hash
delete from second_factor_reset_codes where person_id = $1 and code_hash = $2 returning created_by;

-- resetCodes.forget $1=person_id
delete from second_factor_reset_codes where person_id = $1;

-- resetCodes.purge $1=now
delete from second_factor_reset_codes where expires_at <= $1::timestamptz returning person_id;
