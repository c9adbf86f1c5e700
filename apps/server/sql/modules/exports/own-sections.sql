-- ownSections.account $1=person_id
select array[to_char(date_creation at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI'), case names_proven when true then 'Sí' when false then 'No' end, to_char(email_verified_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI'), case opened_as_minor when true then 'Sí' when false then 'No' end, case opened_as_child when true then 'Sí' when false then 'No' end,
     to_char(locked_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI'), to_char(recovery_frozen_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI'), to_char(recovery_held_until at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI')] as cells
   from people where id = $1;

-- ownSections.consent_origins $1=person_id
select array[to_char(given_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI'), concat_ws(' ', kind, version), channel, host(ip), to_char(withdrawn_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI'),
     withdrawn_channel, host(withdrawn_ip)] as cells
   from consents where person_id = $1 order by given_at, id;

-- ownSections.family $1=person_id
select array[to_char(f.created_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI'), concat_ws(' ', o.first_name, nullif(o.last_name, ''), nullif(o.second_name, '')), t.name,
     case f.state when 'approved' then 'Aprobado' when 'pending' then 'Pendiente' else 'Terminado' end,
     case when f.guardian_denied then 'Denegada' when f.frozen_at is not null then 'Detenida' when f.guardian_proof = 'registry' then 'Probada con el registro'
       when f.guardian_proof = 'staff' then 'Probada por la clínica' end,
     to_char(f.access_from at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI'), case f.may_book when true then 'Sí' when false then 'No' end, to_char(f.approved_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI'), to_char(f.ended_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI')] as cells
   from family_links f join relationship_types t on t.id = f.relationship_type_id
     join people o on o.id = case when f.leader_id = $1 then f.member_id else f.leader_id end
   where (f.leader_id = $1 or f.member_id = $1) and f.approved_at is not null order by f.id;

-- ownSections.certificates $1=person_id
select array[to_char(issued_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI'), patient_name, document_number, to_char(starts_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI'), to_char(ends_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI'), site_name, site_address, modality,
     doctor_name, specialty] as cells
   from visit_certificates where patient_id = $1 order by issued_at, id;

-- ownSections.notices $1=person_id
select array[to_char(n.created_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI'), n.text, case when n.read_at is null then 'No' else 'Sí' end] as cells
   from notifications n where n.person_id = $1 and n.active
     and (n.patient_id is null or n.patient_id = $1)
   order by n.created_at, n.id;

-- ownSections.mails $1=person_id
select array[to_char(o.created_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI'), o.subject, o.recipient, to_char(o.sent_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI')] as cells
   from outbox o where o.person_id = $1 and o.state <> 'withdrawn' order by o.created_at, o.id;

-- ownSections.devices $1=person_id
select array[to_char(created_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI'), device] as cells
   from push_subscriptions where person_id = $1 order by created_at, id;

-- ownSections.private_items $1=person_id
select array[to_char(m.since at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI'), m.what] as cells from (
     select private_since as since, type_exam as what from exams
       where patient_id = $1 and private_since is not null
     union all select private_since, concat_ws(', ', 'Hora con ' || doctor_name, specialty) from appointments
       where patient_id = $1 and private_since is not null
     union all select private_since, case kind when 'exam' then 'Examen' else 'Hora' end || ' de otro sistema de la clínica'
       from archive_numbers where patient_id = $1 and private_since is not null
   ) m order by m.since, m.what;

-- ownSections.text_phone $1=person_id
select array[phone, to_char(confirmed_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI')] as cells
   from notification_phones where person_id = $1 and confirmed_at is not null;

-- ownSections.texts $1=person_id
select array[to_char(created_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI'), case channel when 'sms' then 'SMS' else 'WhatsApp' end,
     case when read_at is not null then 'Leído' when delivered_at is not null then 'Entregado'
       when state = 'sent' then 'Enviado' when state = 'failed' then 'No entregado'
       when state = 'dropped' then 'No fue necesario' else 'Por enviar' end] as cells
   from notification_messages where person_id = $1 and channel <> 'push' order by created_at, id;

-- ownSections.sessions $1=person_id
select array[to_char(created_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI'), to_char(last_used_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI'), to_char(ended_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI')] as cells
   from sessions where person_id = $1 order by created_at, id;
