-- numbers.attendance $1=from $2=until $3=sites
select case when grouping(o.id) = 0 then 'site' else 'specialty' end as grouping, coalesce(o.name, v.name, 'Otras especialidades') as name,
    (count(*) filter (where a.attendance = 'attended'))::int as attended,
    (count(*) filter (where a.attendance = 'missed'))::int as missed,
    (count(*) filter (where a.attendance is null or a.attendance = 'arrived'))::int as unrecorded
  from appointments a join offices o on o.id = a.office_id left join services v on v.code = a.specialty_code
  where a.starts_at >= $1::timestamptz and a.starts_at < $2::timestamptz and (a.state = 'booked' or (a.state = 'cancelled' and a.attendance = 'missed'))
    and ($3::int[] is null or a.office_id = any($3::int[]))
  group by grouping sets ((o.id, o.name), (v.name)) order by 1, 2;

-- numbers.occupancy $1=from $2=until $3=sites
select case when grouping(o.id) = 0 then 'site' else 'specialty' end as grouping, coalesce(o.name, v.name) as name,
    sum(d.taken)::int as taken, sum(d.slots)::int as slots
  from (
    select office_id, service_code, slots, taken from calendar_days
    where day >= ($1::timestamptz at time zone 'America/Santiago')::date
      and day < ($2::timestamptz at time zone 'America/Santiago')::date
    union all
    select office_id, service_code, 1, taken::int from slots where starts_at >= $1::timestamptz and starts_at < $2::timestamptz
  ) d join offices o on o.id = d.office_id join services v on v.code = d.service_code
  where ($3::int[] is null or d.office_id = any($3::int[]))
  group by grouping sets ((o.id, o.name), (v.name)) order by 1, 2;

-- numbers.waiting $1=from $2=until $3=sites
select 'specialty' as grouping, v.name,
    (count(*) filter (where w.created_at >= $1::timestamptz and w.created_at < $2::timestamptz))::int as added,
    (count(*) filter (where w.state = 'waiting'))::int as waiting,
    coalesce(sum(f.offered), 0)::int as offered, coalesce(sum(f.recovered), 0)::int as recovered
  from waiting_list w join services v on v.code = w.service_code
  left join lateral (
    select count(*) as offered, count(*) filter (where exists (
      select from appointments a where a.patient_id = w.patient_id and a.starts_at = x.starts_at
        and a.professional_id = x.professional_id and (a.state = 'booked' or a.attendance = 'missed'))) as recovered
    from waiting_offers x where x.waiting_id = w.id and x.offered_at >= $1::timestamptz and x.offered_at < $2::timestamptz
  ) f on true
  where w.created_at < $2::timestamptz and (w.ended_at is null or w.ended_at >= $1::timestamptz)
    and ($3::int[] is null or w.office_id is null or w.office_id = any($3::int[]))
  group by v.name order by v.name;

-- numbers.answers $1=now $2=from $3=until $4=matters $5=sites
select r.matter as matter, (count(*) filter (where r.answered_at <= r.first_due_at))::int as in_time,
    (count(*) filter (where coalesce(r.answered_at, $1::timestamptz) > r.first_due_at))::int as late,
    (count(*) filter (where r.answered_at is null and r.first_due_at >= $1::timestamptz))::int as pending
  from desk_requests r
  where r.created_at >= $2::timestamptz and r.created_at < $3::timestamptz and r.matter = any($4::text[])
    and ($5::int[] is null or r.site_id is null or r.site_id = any($5::int[]))
  group by r.matter;

-- numbers.validations $1=from $2=until
select (count(*) filter (where decided_at <= due_at))::int as in_time,
    (count(*) filter (where decided_at > due_at))::int as late
  from validation_decisions where due_at is not null and decided_at >= $1::timestamptz and decided_at < $2::timestamptz;
