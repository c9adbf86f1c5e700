-- budgets.list $1=patient_id $2=requester_id $3=limit_rows $4=offset_rows
select b.id, i.id as intervention_id, i.nombre as intervention_name, f.nombre as forecast_name,
  b.medico_tratante, b.fecha_estimada::text as fecha_estimada, b.h_pabellon, b.comentarios, b.autoriza_contacto, b.state,
  b.comentario_ejecutivo, b.created_at, b.due_at from (select b.* from budget_requests b where b.patient_id = $1
   and ($2::int is null or b.requester_id = $2::int) order by b.created_at desc, b.id desc
   limit $3 offset $4) b join intervention_types i on i.id = b.intervention_type_id left join forecasts f on f.id = b.forecast_id
   order by b.created_at desc, b.id desc;

-- budgets.count $1=patient_id $2=requester_id
select count(*)::int as count from (select 1 from budget_requests b where b.patient_id = $1
   and ($2::int is null or b.requester_id = $2::int) limit 1001) counted;

-- budgets.one $1=id
select b.id, i.id as intervention_id, i.nombre as intervention_name, f.nombre as forecast_name,
  b.medico_tratante, b.fecha_estimada::text as fecha_estimada, b.h_pabellon, b.comentarios, b.autoriza_contacto, b.state,
  b.comentario_ejecutivo, b.created_at, b.due_at from budget_requests b join intervention_types i on i.id = b.intervention_type_id left join forecasts f on f.id = b.forecast_id where b.id = $1;
