-- audit.count $1=patient_ids $2=actor_ids $3=action $4=outcome $5=since $6=before
select count(*)::int as count from (select 1 from audit_events e where ($1::int[] is null or e.patient_id = any($1::int[]))
    and ($2::int[] is null or e.actor_id = any($2::int[]))
    and ($3::text is null or e.action = $3::text) and ($4::text is null or e.outcome = $4::text)
    and ($5::timestamptz is null or e.at >= $5::timestamptz)
    and ($6::timestamptz is null or e.at < $6::timestamptz) and ($1::int[] is not null
    or coalesce((select false from audit_events l where l.id = e.id + 1 and l.at = e.at and l.action = e.action and l.request_id = e.request_id
    and l.object is not distinct from e.object and l.patient_id is not null), true)) order by e.at desc, e.id desc limit 1001) counted;

-- audit.listed $1=patient_ids $2=actor_ids $3=action $4=outcome $5=since $6=before $7=order $8=limit_rows $9=offset_rows
select e.id as id, e.at as at, e.actor_id, e.actor_role as actor_role, nullif(concat_ws(' ', a.first_name, nullif(a.last_name, ''), nullif(a.second_name, '')), '') as actor_name, e.action as action,
     e.patient_id, nullif(concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')), '') as patient_name, e.object, e.outcome as outcome, host(e.ip) as ip, e.detail, case when $1::int[] is null then coalesce((
       select jsonb_agg(jsonb_build_object('id', q.patient_id, 'name', coalesce(nullif(concat_ws(' ', w.first_name, nullif(w.last_name, ''), nullif(w.second_name, '')), ''), '')) order by q.id)
       from audit_events q left join people w on w.id = q.patient_id
       where q.id between e.id - 500 and e.id - 1 and q.at = e.at and q.action = e.action and q.request_id = e.request_id
    and q.object is not distinct from e.object and q.patient_id is not null), '[]') else '[]' end as patients
   from (select e.id from audit_events e where ($1::int[] is null or e.patient_id = any($1::int[]))
    and ($2::int[] is null or e.actor_id = any($2::int[]))
    and ($3::text is null or e.action = $3::text) and ($4::text is null or e.outcome = $4::text)
    and ($5::timestamptz is null or e.at >= $5::timestamptz)
    and ($6::timestamptz is null or e.at < $6::timestamptz) and ($1::int[] is not null
    or coalesce((select false from audit_events l where l.id = e.id + 1 and l.at = e.at and l.action = e.action and l.request_id = e.request_id
    and l.object is not distinct from e.object and l.patient_id is not null), true)) order by case when $7::text = 'at' then e.at end, case when $7::text = '-at' then e.at end desc, e.at desc, e.id desc
     limit $8::int offset $9::int) found
   join audit_events e on e.id = found.id
   left join people a on a.id = e.actor_id left join people p on p.id = e.patient_id order by case when $7::text = 'at' then e.at end, case when $7::text = '-at' then e.at end desc, e.at desc, e.id desc;

-- audit.page $1=patient_ids $2=actor_ids $3=action $4=outcome $5=since $6=before $7=order $8=limit_rows $9=offset_rows
select e.id as id, e.at as at, e.actor_id, e.actor_role as actor_role, nullif(concat_ws(' ', a.first_name, nullif(a.last_name, ''), nullif(a.second_name, '')), '') as actor_name, e.action as action,
     e.patient_id, nullif(concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')), '') as patient_name, e.object, e.outcome as outcome, host(e.ip) as ip, e.detail
   from (select e.id from audit_events e where ($1::int[] is null or e.patient_id = any($1::int[]))
    and ($2::int[] is null or e.actor_id = any($2::int[]))
    and ($3::text is null or e.action = $3::text) and ($4::text is null or e.outcome = $4::text)
    and ($5::timestamptz is null or e.at >= $5::timestamptz)
    and ($6::timestamptz is null or e.at < $6::timestamptz) order by case when $7::text = 'at' then e.at end, case when $7::text = '-at' then e.at end desc, e.at desc, e.id desc
     limit $8::int offset $9::int) found
   join audit_events e on e.id = found.id
   left join people a on a.id = e.actor_id left join people p on p.id = e.patient_id order by case when $7::text = 'at' then e.at end, case when $7::text = '-at' then e.at end desc, e.at desc, e.id desc;

-- audit.named $1=word_0 $2=word_1 $3=word_2 $4=word_3 $5=word_4 $6=word_5 $7=limit_rows
select id from people where ($1::text is null or search like folded($1::text)) and ($2::text is null or search like folded($2::text)) and ($3::text is null or search like folded($3::text)) and ($4::text is null or search like folded($4::text)) and ($5::text is null or search like folded($5::text)) and ($6::text is null or search like folded($6::text)) limit $7::int;
