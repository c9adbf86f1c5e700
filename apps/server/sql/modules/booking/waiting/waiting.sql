-- waiting.list $1=person_id
select w.id, w.patient_id, concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name, v.wire_code as code, v.name, o.office_id, a.rut as rut_professional,
    a.name as doctor_name, w.from_day as "from", w.to_day as "to", w.created_at
  from waiting_list w join people p on p.id = w.patient_id join services v on v.code = w.service_code
    left join offices o on o.id = w.office_id left join professionals a on a.id = w.professional_id
  where w.person_id = $1 and w.state = 'waiting' order by w.created_at, w.id limit 100;

-- waiting.offers $1=person_id $2=now
select h.id as hold_id, h.expires_at, h.patient_id as patient_id, concat_ws(' ', q.first_name, nullif(q.last_name, ''), nullif(q.second_name, '')) as patient_full_name, s.id, p.rut as rut_professional,
    p.name as doctor_name, o.office_id, s.starts_at, s.ends_at, v.wire_code as specialty, v.name as specialty_name,
    s.modality, case when s.modality = 'telemedicina' then '' else s.room end as room
  from holds h join slots s on s.id = h.slot_id join professionals p on p.id = s.professional_id
    join offices o on o.id = s.office_id join services v on v.code = s.service_code join people q on q.id = h.patient_id
  where h.person_id = $1 and h.kind = 'offer' and h.expires_at > $2::timestamptz order by h.expires_at;
