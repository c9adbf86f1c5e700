-- exports.list $1=requester_id
select e.id, e.requester_id, e.patient_id, e.without_reserved, e.state, e.attempts, e.claim, e.created_at,
  e.expires_at, e.pdf_file_id, e.bundle_file_id, e.pdf_taken_at, e.bundle_taken_at, concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name from exports e join people p on p.id = e.patient_id
  where e.requester_id = $1 order by e.created_at desc, e.id desc limit 5;

-- exports.one $1=id $2=requester_id
select e.id, e.requester_id, e.patient_id, e.without_reserved, e.state, e.attempts, e.claim, e.created_at,
  e.expires_at, e.pdf_file_id, e.bundle_file_id, e.pdf_taken_at, e.bundle_taken_at, concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name from exports e join people p on p.id = e.patient_id
  where e.id = $1 and e.requester_id = $2;

-- exports.claim $1=until $2=now
update exports e set state = 'running', claim = claim + 1, attempts = attempts + 1, claimed_until = $1::timestamptz
  where e.id = (
    select id from exports
    where state = 'waiting' or (state = 'running' and claimed_until < $2::timestamptz)
    order by created_at, id limit 1 for update skip locked
  ) returning e.id, e.requester_id, e.patient_id, e.without_reserved, e.state, e.attempts, e.claim, e.created_at,
  e.expires_at, e.pdf_file_id, e.bundle_file_id, e.pdf_taken_at, e.bundle_taken_at;

-- exports.markPdfDownloaded $1=now $2=id $3=requester_id
with taken as (
     update exports set pdf_taken_at = $1::timestamptz
     where id = $2 and requester_id = $3 and state = 'ready' and expires_at > $1::timestamptz
       and pdf_taken_at is null
     returning pdf_file_id
   )
   select f.id, f.key, f.name, f.media_type, f.bytes from taken join files f on f.id = taken.pdf_file_id;

-- exports.markBundleDownloaded $1=now $2=id $3=requester_id
with taken as (
     update exports set bundle_taken_at = $1::timestamptz
     where id = $2 and requester_id = $3 and state = 'ready' and expires_at > $1::timestamptz
       and bundle_taken_at is null
     returning bundle_file_id
   )
   select f.id, f.key, f.name, f.media_type, f.bytes from taken join files f on f.id = taken.bundle_file_id;
