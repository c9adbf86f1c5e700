-- textCounts.create $1=day $2=month $3=person_id
insert into text_message_counts (period, starts_on, person_id, count)
  select given.period, given.starts_on, given.person_id, 0 from (values ('day', $1::date, null::int), ('month', $2::date, null::int),
     ('person_day', $1::date, $3::int)) as given (period, starts_on, person_id) where (given.period <> 'person_day' or given.person_id is not null) order by given.period
  on conflict do nothing;

-- textCounts.lock $1=day $2=month $3=person_id
select c.period, c.count from text_message_counts c join (values ('day', $1::date, null::int), ('month', $2::date, null::int),
     ('person_day', $1::date, $3::int)) as given (period, starts_on, person_id)
    on c.period = given.period and c.starts_on = given.starts_on and c.person_id is not distinct from given.person_id
  where (given.period <> 'person_day' or given.person_id is not null) order by c.period for update of c;

-- textCounts.add $1=day $2=month $3=person_id
update text_message_counts c set count = c.count + 1 from (values ('day', $1::date, null::int), ('month', $2::date, null::int),
     ('person_day', $1::date, $3::int)) as given (period, starts_on, person_id)
  where c.period = given.period and c.starts_on = given.starts_on and c.person_id is not distinct from given.person_id
    and (given.period <> 'person_day' or given.person_id is not null);
