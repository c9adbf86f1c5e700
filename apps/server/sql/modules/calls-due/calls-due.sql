-- callsDue.open $1=topics $2=sites
select c.id, c.patient_id, concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name, p.phone, c.text, c.created_at
  from calls_due c join people p on p.id = c.patient_id where c.done_at is null and c.topic = any($1::text[]) and ($2::int[] is null
  or c.topic <> 'appointments' and coalesce(c.site_id = any($2::int[]), true)
  or exists (select from appointments a where a.id = c.appointment_id and a.office_id = any($2::int[])))
  order by c.created_at, c.id limit 100;

-- callsDue.finish $1=now $2=done_by $3=id $4=topics $5=sites
update calls_due c set done_at = $1::timestamptz, done_by = $2 where c.id = $3 and c.done_at is null and c.topic = any($4::text[]) and ($5::int[] is null
  or c.topic <> 'appointments' and coalesce(c.site_id = any($5::int[]), true)
  or exists (select from appointments a where a.id = c.appointment_id and a.office_id = any($5::int[])))
  returning c.patient_id;
