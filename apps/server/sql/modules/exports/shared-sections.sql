-- sharedSections.documents $1=patient_id $2=requester_id
select array[to_char(d.created_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI'), k.name, d.comment, d.state, to_char(d.due_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI'), d.answer, to_char(d.answered_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI')] as cells
   from document_requests d join document_kinds k on k.id = d.document_kind_id
   where d.patient_id = $1 and ($2::int is null or d.requester_id = $2::int) order by d.created_at, d.id;

-- sharedSections.budgets $1=patient_id $2=requester_id
select array[to_char(b.created_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI'), i.nombre, b.medico_tratante, f.nombre,
     to_char(b.fecha_estimada, 'DD/MM/YYYY'), b.h_pabellon::text, case b.autoriza_contacto when true then 'Sí' when false then 'No' end, b.comentarios, b.state, to_char(b.due_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI'),
     b.comentario_ejecutivo, to_char(b.answered_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI')] as cells
   from budget_requests b join intervention_types i on i.id = b.intervention_type_id
     left join forecasts f on f.id = b.forecast_id
   where b.patient_id = $1 and ($2::int is null or b.requester_id = $2::int) order by b.created_at, b.id;

-- sharedSections.contacts $1=patient_id $2=requester_id
select array[to_char(c.created_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI'), coalesce(r.name, c.exam_type), c.message, coalesce(o.name, c.branch), to_char(c.exam_date, 'DD/MM/YYYY'), c.exam_type, c.exam_name, c.imaging::text, c.state, to_char(c.due_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI'), c.answer,
     to_char(c.answered_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI')] as cells
   from contacts c left join contact_reasons r on r.id = c.reason_id left join offices o on o.office_id = c.branch
     and o.retired_at is null
   where c.patient_id = $1 and ($2::int is null or c.requester_id = $2::int) order by c.created_at, c.id;

-- sharedSections.messages $1=patient_id $2=requester_id
select array[to_char(m.created_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI'), concat(q.subject, ' N° ', q.id),
     case m.kind when 'request' then 'Paciente' when 'answer' then 'Clínica' else 'Clínica, al cerrar la solicitud' end, m.text] as cells
   from request_messages m join desk_requests q on q.kind = m.request_kind and q.id = m.request_id
   where m.kind <> 'note' and q.patient_id = $1 and ($2::int is null or q.requester_id = $2::int) order by m.created_at, m.id;

-- sharedSections.questionnaires $1=patient_id $2=requester_id
select array[to_char(a.answered_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI'), coalesce(e.text, a.exam_id::text), (
       select string_agg(concat(one ->> 'question', ' ', one ->> 'answer'), '; ' order by place)
       from jsonb_array_elements(a.answers) with ordinality as given(one, place)
     ), case a.can_book when true then 'Sí' when false then 'No' end] as cells
   from exam_answers a left join bookable_exams e on e.id = a.exam_id
   where a.patient_id = $1 and ($2::int is null or a.answered_by = $2::int) order by a.answered_at, a.id;

-- sharedSections.rights $1=patient_id $2=requester_id
select array[to_char(r.created_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI'), r.kind, to_char(e.at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI'), r.message, r.state, to_char(r.due_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI'), to_char(r.extended_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI'),
     r.extension_reason, r.answer, to_char(r.answered_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI')] as cells
   from data_requests r left join audit_events e on e.id = r.audit_event_id where r.patient_id = $1 and ($2::int is null or r.requester_id = $2::int) order by r.created_at, r.id;

-- sharedSections.waiting $1=patient_id $2=requester_id
select array[to_char(w.created_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI'), w.name, w.office, w.professional, to_char(w.from_day, 'DD/MM/YYYY'),
     to_char(w.to_day, 'DD/MM/YYYY'), w.state, to_char(w.ended_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI')] as cells
   from (
     select w.id, w.created_at, s.name, o.name as office, p.name as professional, w.from_day, w.to_day, w.state, w.ended_at,
       w.person_id, w.patient_id
     from waiting_list w join services s on s.code = w.service_code left join offices o on o.id = w.office_id
       left join professionals p on p.id = w.professional_id
     union all
     select id, created_at, specialty_name, office_id, rut_professional, null, null, 'waiting', null, person_id, patient_id
     from outside_waits
   ) w
   where w.patient_id = $1 and ($2::int is null or w.person_id = $2::int) order by w.created_at, w.id;

-- sharedSections.shares $1=requester_id $2=patient_id
select array[to_char(s.created_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI'), s.recipient_email, t.name, 
     coalesce(case when $1::int is null or e.reserved_group is null then e.type_exam end, s.type), s.comment,
     to_char(s.expires_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI'), to_char(s.ended_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI')] as cells
   from exam_shares s join relationship_types t on t.id = s.relationship_type_id
     left join exams e on e.id = s.exam_id and e.patient_id = s.patient_id
   where s.patient_id = $2 and ($1::int is null or s.sharer_id = $1::int) order by s.created_at, s.id;
