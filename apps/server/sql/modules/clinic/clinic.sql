-- installationValues.keepFirst $1=key $2=value
insert into installation (key, value) values ($1, $2::jsonb) on conflict (key) do nothing;

-- installationValues.put $1=key $2=value
insert into installation (key, value) values ($1, $2::jsonb)
   on conflict (key) do update set value = excluded.value;

-- installationValues.remove $1=key
delete from installation where key = $1 returning value;

-- installationValues.find $1=key
select value from installation where key = $1;

-- clinic.lock
select pg_advisory_xact_lock(hashtext('clinic.publish'));

-- clinic.published
select part, content::text as content from clinic_parts where state = 'published';

-- clinic.replace $1=part
update clinic_parts set state = 'replaced' where part = $1 and state = 'published';

-- clinic.insert $1=part $2=content $3=author $4=note $5=now
insert into clinic_parts (part, content, state, author, note, created_at, published_at)
  values ($1, $2::json, 'published', $3::int, $4, $5::timestamptz, $5::timestamptz);

-- clinic.storedImages
select sha256 from clinic_images;

-- clinic.insertImage $1=sha256 $2=media_type $3=bytes
insert into clinic_images (sha256, media_type, bytes) values ($1, $2, $3::bytea)
  on conflict (sha256) do nothing;

-- clinic.image $1=sha256
select sha256, media_type, bytes from clinic_images where sha256 = $1;

-- clinic.notify
select pg_notify('clinic_published', '');
