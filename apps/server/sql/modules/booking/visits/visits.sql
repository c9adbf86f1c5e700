-- visits.use $1=issuer $2=jti $3=expires_at
insert into used_assertions (issuer, jti, expires_at) values ($1, $2, $3::timestamptz)
  on conflict (issuer, jti) do nothing returning jti;

-- visits.bookability $1=id
select rol = 'STANDART_ROLE' and deleted_at is null as is_patient, has_open_record(p) as can_book,
    deceased_at is not null as is_deceased, status = 3 and locked_at is null as is_waiting
  from people p where id = $1;

-- visits.purge $1=now
delete from used_assertions where expires_at <= $1::timestamptz returning jti;
