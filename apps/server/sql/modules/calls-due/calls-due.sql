-- callsDue.insert $1=patient_id $2=topic $3=appointment_id $4=site_id $5=text $6=now
with called as (select id, phone from people where id = $1 and deceased_at is null),
    added as (
      insert into calls_due (patient_id, topic, appointment_id, site_id, text, created_at)
      select id, $2, $3::int, $4::int, $5, $6::timestamptz from called)
  select phone from called;

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
