-- booking.hold $1=slot_id $2=now $3=person_id $4=expires_at
with slot as (
    select s.id, s.professional_id, tstzrange(s.starts_at, s.ends_at) as during from slots s
      join professionals p on p.id = s.professional_id and p.active
    where s.id = $1 and s.starts_at > $2::timestamptz and s.office_id in (select id from offices where retired_at is null)
  and s.service_code in (select code from services where retired_at is null) and not exists (
      select from appointments a where a.professional_id = s.professional_id and a.state = 'booked'
        and a.starts_at < s.ends_at and a.ends_at > s.starts_at and a.starts_at > s.starts_at - interval '24 hours')
  ), gone as (
    delete from holds h using slot s
    where h.professional_id = s.professional_id and h.during && s.during and h.expires_at <= $2::timestamptz
    returning h.id
  )
  insert into holds (slot_id, professional_id, during, person_id, kind, created_at, expires_at)
  select s.id, s.professional_id, s.during, $3::int, 'hold', $2::timestamptz, $4::timestamptz from slot s
  where (select count(*) from gone) >= 0
  on conflict do nothing
  returning id, expires_at;

-- booking.holdForMove $1=slot_id $2=now $3=person_id
with slot as (
    select s.id, s.professional_id, tstzrange(s.starts_at, s.ends_at) as during from slots s
      join professionals p on p.id = s.professional_id and p.active
    where s.id = $1 and s.starts_at > $2::timestamptz and s.office_id in (select id from offices where retired_at is null)
  and s.service_code in (select code from services where retired_at is null)
  ), gone as (
    delete from holds h using slot s
    where h.professional_id = s.professional_id and h.during && s.during and h.expires_at <= $2::timestamptz
      and h.kind = 'hold'
    returning h.id
  )
  insert into holds (slot_id, professional_id, during, person_id, kind, created_at, expires_at)
  select s.id, s.professional_id, s.during, $3::int, 'hold', $2::timestamptz, $2::timestamptz from slot s
  where (select count(*) from gone) >= 0
  on conflict do nothing
  returning id;
