-- quotes.insert $1=requester_id $2=patient_id $3=now $4=due_at $5=fields
insert into budget_requests (requester_id, patient_id, intervention_type_id, forecast_id, medico_tratante, fecha_estimada, h_pabellon, comentarios, autoriza_contacto, state, created_at, due_at)
   select $1::int, $2::int, intervention_type_id, forecast_id, medico_tratante, fecha_estimada, h_pabellon, comentarios, autoriza_contacto, 'pendiente', $3::timestamptz, $4::timestamptz
   from jsonb_populate_record(null::budget_requests, $5::jsonb) returning id;

-- quotes.answer $1=text $2=answered_by $3=now $4=id
update budget_requests set state = 'respondida', comentario_ejecutivo = $1, answered_by = $2::int, answered_at = $3::timestamptz
   where id = $4 and state = 'pendiente' and answered_at is null returning id;

-- quotes.state $1=state $2=answered_at $3=id
update budget_requests set state = $1, answered_at = coalesce(answered_at, $2::timestamptz) where id = $3;

-- quotes.list $1=patient_id $2=requester_id $3=limit_rows $4=offset_rows
select b.id, i.id as intervention_id, i.nombre as intervention_name, f.nombre as forecast_name, medico_tratante, fecha_estimada, h_pabellon, comentarios, autoriza_contacto, b.state,
  b.comentario_ejecutivo, b.created_at, b.requester_id, coalesce(t.due_at, b.due_at) as due_at, t.closed_at is not null as is_closed,
     coalesce(t.replied_at, b.answered_at) > coalesce(r.read_at, '-infinity') is true as is_unread from (select b.* from budget_requests b where b.patient_id = $1
   and ($2::int is null or b.requester_id = $2::int) order by b.created_at desc, b.id desc
  limit $3 offset $4) b join intervention_types i on i.id = b.intervention_type_id left join forecasts f on f.id = b.forecast_id left join request_threads t on t.request_kind = 'budget' and t.request_id = b.id
     left join read_answers r on r.kind = 'budget' and r.request_id = b.id and r.person_id = b.requester_id
  order by b.created_at desc, b.id desc;

-- quotes.count $1=patient_id $2=requester_id
select count(*)::int as count from (select 1 from budget_requests b where b.patient_id = $1
   and ($2::int is null or b.requester_id = $2::int) limit 1001) counted;

-- quotes.one $1=id
select b.id, i.id as intervention_id, i.nombre as intervention_name, f.nombre as forecast_name, medico_tratante, fecha_estimada, h_pabellon, comentarios, autoriza_contacto, b.state,
  b.comentario_ejecutivo, b.created_at from budget_requests b join intervention_types i on i.id = b.intervention_type_id left join forecasts f on f.id = b.forecast_id where b.id = $1;
