-- installationValues.keepFirst $1=key $2=value
insert into installation (key, value) values ($1, $2::jsonb) on conflict (key) do nothing;

-- installationValues.put $1=key $2=value
insert into installation (key, value) values ($1, $2::jsonb)
   on conflict (key) do update set value = excluded.value;

-- installationValues.remove $1=key
delete from installation where key = $1 returning value;

-- installationValues.find $1=key
select value from installation where key = $1;

-- clinic.notify
select pg_notify('clinic_published', '');
