-- exports.lockQueue
select pg_advisory_xact_lock(hashtext('exports.queue'));

-- exports.insert $1=requester_id $2=patient_id $3=without_reserved $4=now
insert into exports (requester_id, patient_id, without_reserved, state, created_at)
  values ($1, $2, $3, 'waiting', $4::timestamptz)
  on conflict (requester_id) where state in ('waiting', 'running') do nothing returning id;

-- exports.limiting $1=requester_id $2=since $3=offset_rows
select created_at from exports where requester_id = $1 and created_at > $2::timestamptz
    and state <> 'failed'
  order by created_at desc offset $3::int limit 1;

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

-- exports.renew $1=until $2=id $3=claim
update exports set claimed_until = $1::timestamptz where id = $2 and claim = $3 and state = 'running'
  returning id;

-- exports.finish $1=now $2=expires_at $3=pdf_file_id $4=bundle_file_id $5=id $6=claim
update exports set state = 'ready', finished_at = $1::timestamptz, expires_at = $2::timestamptz,
    pdf_file_id = $3, bundle_file_id = $4, claimed_until = null
  where id = $5 and claim = $6 and state = 'running' returning id;

-- exports.giveUp $1=state $2=now $3=id $4=claim
update exports set state = $1, finished_at = $2::timestamptz, claimed_until = null
  where id = $3 and claim = $4 and state = 'running' returning id;

-- exports.withdrawOfOthers $1=now $2=patient_id
update exports set state = case state when 'running' then 'waiting' else 'ready' end, claim = claim + 1,
    claimed_until = null, expires_at = case state when 'ready' then least(expires_at, $1::timestamptz) end
  where patient_id = $2 and requester_id <> $2 and state in ('running', 'ready')
  returning pdf_file_id, bundle_file_id;

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

-- exports.unmarkPdfDownloaded $1=id
update exports set pdf_taken_at = null where id = $1;

-- exports.unmarkBundleDownloaded $1=id
update exports set bundle_taken_at = null where id = $1;
