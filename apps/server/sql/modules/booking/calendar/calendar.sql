-- booking.storeHolidays $1=holidays
insert into holidays (day, name, source)
  select day, name, 'law' from json_to_recordset($1::json) as given (day date, name text)
  on conflict (day) do nothing;

-- booking.addHoliday $1=day $2=name $3=added_by $4=now
insert into holidays (day, name, source, added_by, added_at)
  values ($1::date, $2, 'staff', $3, $4::timestamptz)
  on conflict (day) do nothing returning day;

-- booking.removeHoliday $1=day
delete from holidays where day = $1::date and source = 'staff' returning day;

-- booking.refreshSlots $1=professional_id $2=first_day $3=last_day
select refresh_slots($1::int, $2::date, $3::date) as changed;

-- booking.allProfessionals
select id from professionals order by id;

-- booking.deletePastSlots $1=before
with gone as (
    delete from slots where starts_at < $1::timestamptz returning office_id, service_code, starts_at, taken
  ), counted as (
    insert into calendar_days (day, office_id, service_code, slots, taken)
    select (starts_at at time zone 'America/Santiago')::date, office_id, service_code, count(*), count(*) filter (where taken)
    from gone group by 1, 2, 3
    on conflict (day, office_id, service_code) do update
      set slots = calendar_days.slots + excluded.slots, taken = calendar_days.taken + excluded.taken
  )
  select count(*)::int as dropped from gone;
