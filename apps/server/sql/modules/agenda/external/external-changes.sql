-- externalChanges.claimDue $1=archive $2=now $3=limit_rows
with due as (
    select p.id, c.checked_at, exists (select from watched_appointments w
  where w.patient_id = p.id and w.archive = $1 and w.ended_at is null and w.starts_at > $2::timestamptz) as is_watched
    from people p left join archive_checks c on c.archive = $1 and c.patient_id = p.id
    where p.rol = 'STANDART_ROLE' and is_open(p)
      and (c.checked_at is null or c.checked_at <= $2::timestamptz - interval '1 day'
        or (c.checked_at <= $2::timestamptz - interval '10 minutes' and exists (select from watched_appointments w
  where w.patient_id = p.id and w.archive = $1 and w.ended_at is null and w.starts_at > $2::timestamptz)))
    order by is_watched desc, c.checked_at nulls first, p.id limit $3
  )
  insert into archive_checks (archive, patient_id, checked_at) select $1, id, $2::timestamptz from due
  on conflict (archive, patient_id) do update set checked_at = excluded.checked_at
    where archive_checks.checked_at <= excluded.checked_at - interval '10 minutes'
  returning patient_id as patient_id;

-- externalChanges.end $1=now $2=id $3=known_starts
with ended as (
    update watched_appointments w set ended_at = $1::timestamptz where w.id = $2 and w.ended_at is null
    returning w.*, (exists (select from archive_numbers n where n.archive = w.archive and n.kind = 'hour'
    and n.source = w.source and (n.asked_at is not null or n.cancelled_at is not null))
  or exists (select from appointments a where a.patient_id = w.patient_id
    and a.starts_at = any($3::timestamptz[]))) as is_announced_here
  ), added as (
    
  insert into appointment_changes (patient_id, kind, old_starts_at, starts_at, doctor_name, place, modality,
    reserved_group, changed_at)
  select patient_id, 'cancelled', starts_at, starts_at, doctor_name, place, modality,
    case when reserved or exists (select from archive_numbers n where n.archive = ended.archive and n.kind = 'hour'
      and n.source = ended.source and n.private_since is not null) then 'RESERVADO' end, $1::timestamptz
  from ended where not is_announced_here
  )
  select is_announced_here from ended;

-- externalChanges.move $1=appointment $2=id $3=old_starts_at $4=known_starts $5=now
with current as (select * from json_populate_record(null::watched_appointments, $1::json)), moved as (
    update watched_appointments w set starts_at = t.starts_at, ends_at = t.ends_at, doctor_name = t.doctor_name,
      place = t.place, modality = t.modality, reserved = t.reserved, missing_since = null
    from current t where w.id = $2 and w.ended_at is null and w.starts_at = $3::timestamptz
    returning w.*, (exists (select from archive_numbers n where n.archive = w.archive and n.kind = 'hour'
    and n.source = w.source and (n.asked_at is not null or n.cancelled_at is not null))
  or exists (select from appointments a where a.patient_id = w.patient_id
    and a.starts_at = any($4::timestamptz[]))) as is_announced_here
  ), added as (
    
  insert into appointment_changes (patient_id, kind, old_starts_at, starts_at, doctor_name, place, modality,
    reserved_group, changed_at)
  select patient_id, 'moved', $3::timestamptz, starts_at, doctor_name, place, modality,
    case when reserved or exists (select from archive_numbers n where n.archive = moved.archive and n.kind = 'hour'
      and n.source = moved.source and n.private_since is not null) then 'RESERVADO' end, $5::timestamptz
  from moved where not is_announced_here
  )
  select is_announced_here from moved;
