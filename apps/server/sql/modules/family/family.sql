-- family.accessesTo $1=now $2=leader_id $3=member_id
select a.state as state, a.leader_is_guardian as leader_is_guardian, a.guardian_proof,
     a.guardian_denied as guardian_denied, a.is_guardian_now, a.is_frozen, a.may_book as may_book,
    is_open(l) as leader_enabled, l.date_birth as leader_birth, has_open_record(m) as member_enabled, m.date_birth as member_birth,
    a.viewer_id, m.id as member_id, m.first_name as member_first_name, m.last_name as member_last_name, a.matters, a.expires_at
  from (
    select f.leader_id as viewer_id, f.member_id as patient_id, f.state, t.leader_is_guardian, f.guardian_proof,
      f.guardian_denied, is_guardian_of(f, $1::timestamptz) as is_guardian_now, f.frozen_at is not null as is_frozen, f.may_book, null::text[] as matters, null::timestamptz as expires_at, f.approved_at as since, f.id
    from family_links f join relationship_types t on t.id = f.relationship_type_id where f.leader_id = $2 and f.member_id = $3 and f.state <> 'ended'
    union all
    select d.delegate_id, d.grantor_id, 'approved', false, null, false, false, false, d.may_book, d.matters, d.expires_at, d.accepted_at, d.id
    from delegations d where d.state = 'accepted' and d.delegate_id = $2 and d.grantor_id = $3
  ) a join people l on l.id = a.viewer_id join people m on m.id = a.patient_id
  order by a.matters is not null, a.since desc, a.id desc;

-- family.listAccesses $1=now $2=leader_id
select a.state as state, a.leader_is_guardian as leader_is_guardian, a.guardian_proof,
     a.guardian_denied as guardian_denied, a.is_guardian_now, a.is_frozen, a.may_book as may_book,
    is_open(l) as leader_enabled, l.date_birth as leader_birth, has_open_record(m) as member_enabled, m.date_birth as member_birth,
    a.viewer_id, m.id as member_id, m.first_name as member_first_name, m.last_name as member_last_name, a.matters, a.expires_at
  from (
    select f.leader_id as viewer_id, f.member_id as patient_id, f.state, t.leader_is_guardian, f.guardian_proof,
      f.guardian_denied, is_guardian_of(f, $1::timestamptz) as is_guardian_now, f.frozen_at is not null as is_frozen, f.may_book, null::text[] as matters, null::timestamptz as expires_at, f.approved_at as since, f.id
    from family_links f join relationship_types t on t.id = f.relationship_type_id where f.leader_id = $2 and f.state = 'approved'
    union all
    select d.delegate_id, d.grantor_id, 'approved', false, null, false, false, false, d.may_book, d.matters, d.expires_at, d.accepted_at, d.id
    from delegations d where d.state = 'accepted' and d.delegate_id = $2
  ) a join people l on l.id = a.viewer_id join people m on m.id = a.patient_id
  order by a.matters is not null, a.since desc, a.id desc;

-- family.listGuardians $1=now $2=member_id
select a.state as state, a.leader_is_guardian as leader_is_guardian, a.guardian_proof,
     a.guardian_denied as guardian_denied, a.is_guardian_now, a.is_frozen, a.may_book as may_book,
    is_open(l) as leader_enabled, l.date_birth as leader_birth, has_open_record(m) as member_enabled, m.date_birth as member_birth,
    a.viewer_id, m.id as member_id, m.first_name as member_first_name, m.last_name as member_last_name, a.matters, a.expires_at
  from (
    select f.leader_id as viewer_id, f.member_id as patient_id, f.state, t.leader_is_guardian, f.guardian_proof,
      f.guardian_denied, is_guardian_of(f, $1::timestamptz) as is_guardian_now, f.frozen_at is not null as is_frozen, f.may_book, null::text[] as matters, null::timestamptz as expires_at, f.approved_at as since, f.id
    from family_links f join relationship_types t on t.id = f.relationship_type_id where f.member_id = $2 and f.state = 'approved' and f.guardian_proof is not null
    union all
    select d.delegate_id, d.grantor_id, 'approved', false, null, false, false, false, d.may_book, d.matters, d.expires_at, d.accepted_at, d.id
    from delegations d where d.state = 'accepted' and false
  ) a join people l on l.id = a.viewer_id join people m on m.id = a.patient_id
  order by a.matters is not null, a.since desc, a.id desc;

-- family.link $1=now $2=id
select f.id, l.image_store_id as leader_image, m.image_store_id as member_image, m.phone as member_phone,
  f.announced_at, f.access_from,
  exists (
    select from pending_confirmations w
    where w.kind = 'guardian' and w.subject_id = f.member_id and w.target = f.id::text and is_waiting(w)
  ) as guardian_waits,
  f.leader_id, l.first_name as leader_first_name, l.last_name as leader_last_name,
  l.second_name as leader_second_name, greeting_name(l) as leader_greeting_name, l.email as leader_email, f.member_id, m.first_name as member_first_name,
  m.last_name as member_last_name, m.second_name as member_second_name,
  greeting_name(m) as member_greeting_name, m.email as member_email,
  m.document_type_id as member_document_type, m.document_number as member_document,
  t.id as relationship_id, t.name as relationship, f.state, t.leader_is_guardian, f.guardian_proof, f.guardian_denied,
  is_guardian_of(f, $1::timestamptz) as is_guardian_now, f.frozen_at is not null as is_frozen, f.may_book,
  is_open(l) as leader_enabled, l.date_birth as leader_birth,
  has_open_record(m) as member_enabled, m.date_birth as member_birth from family_links f
  join relationship_types t on t.id = f.relationship_type_id
  join people l on l.id = f.leader_id
  join people m on m.id = f.member_id where f.id = $2;

-- family.listMembers $1=now $2=leader_id
select f.id, l.image_store_id as leader_image, m.image_store_id as member_image, m.phone as member_phone,
  f.announced_at, f.access_from,
  exists (
    select from pending_confirmations w
    where w.kind = 'guardian' and w.subject_id = f.member_id and w.target = f.id::text and is_waiting(w)
  ) as guardian_waits,
  f.leader_id, l.first_name as leader_first_name, l.last_name as leader_last_name,
  l.second_name as leader_second_name, greeting_name(l) as leader_greeting_name, l.email as leader_email, f.member_id, m.first_name as member_first_name,
  m.last_name as member_last_name, m.second_name as member_second_name,
  greeting_name(m) as member_greeting_name, m.email as member_email,
  m.document_type_id as member_document_type, m.document_number as member_document,
  t.id as relationship_id, t.name as relationship, f.state, t.leader_is_guardian, f.guardian_proof, f.guardian_denied,
  is_guardian_of(f, $1::timestamptz) as is_guardian_now, f.frozen_at is not null as is_frozen, f.may_book,
  is_open(l) as leader_enabled, l.date_birth as leader_birth,
  has_open_record(m) as member_enabled, m.date_birth as member_birth from family_links f
  join relationship_types t on t.id = f.relationship_type_id
  join people l on l.id = f.leader_id
  join people m on m.id = f.member_id where f.leader_id = $2 and f.state = 'approved'
  order by f.approved_at desc, f.id desc;

-- family.leadersOf $1=now $2=member_id
select f.id, l.image_store_id as leader_image, m.image_store_id as member_image, m.phone as member_phone,
  f.announced_at, f.access_from,
  exists (
    select from pending_confirmations w
    where w.kind = 'guardian' and w.subject_id = f.member_id and w.target = f.id::text and is_waiting(w)
  ) as guardian_waits,
  f.leader_id, l.first_name as leader_first_name, l.last_name as leader_last_name,
  l.second_name as leader_second_name, greeting_name(l) as leader_greeting_name, l.email as leader_email, f.member_id, m.first_name as member_first_name,
  m.last_name as member_last_name, m.second_name as member_second_name,
  greeting_name(m) as member_greeting_name, m.email as member_email,
  m.document_type_id as member_document_type, m.document_number as member_document,
  t.id as relationship_id, t.name as relationship, f.state, t.leader_is_guardian, f.guardian_proof, f.guardian_denied,
  is_guardian_of(f, $1::timestamptz) as is_guardian_now, f.frozen_at is not null as is_frozen, f.may_book,
  is_open(l) as leader_enabled, l.date_birth as leader_birth,
  has_open_record(m) as member_enabled, m.date_birth as member_birth from family_links f
  join relationship_types t on t.id = f.relationship_type_id
  join people l on l.id = f.leader_id
  join people m on m.id = f.member_id where f.member_id = $2 and f.state = 'approved'
  order by f.approved_at desc, f.id desc;

-- family.request $1=id
select r.id, r.family_id, r.applicant_id, r.request_status, r.created_at, r.decided_by, r.decided_at, r.decision_reason, r.decision_evidence,
  exists (
    select from pending_confirmations w
    where w.kind = 'family-acceptance' and w.subject_id = f.member_id and w.target = r.id::text and is_waiting(w)
  ) as acceptance_waits,
  f.leader_id, l.first_name as leader_first_name, l.last_name as leader_last_name,
  l.second_name as leader_second_name, greeting_name(l) as leader_greeting_name, l.email as leader_email, f.member_id, m.first_name as member_first_name,
  m.last_name as member_last_name, m.second_name as member_second_name,
  greeting_name(m) as member_greeting_name, m.email as member_email,
  m.document_type_id as member_document_type, m.document_number as member_document,
  t.id as relationship_id, t.name as relationship from family_links f
  join relationship_types t on t.id = f.relationship_type_id
  join people l on l.id = f.leader_id
  join people m on m.id = f.member_id join family_requests r on r.family_id = f.id where r.id = $1;

-- family.sentBy $1=leader_id
select r.id, r.family_id, r.applicant_id, r.request_status, r.created_at, r.decided_by, r.decided_at, r.decision_reason, r.decision_evidence,
  exists (
    select from pending_confirmations w
    where w.kind = 'family-acceptance' and w.subject_id = f.member_id and w.target = r.id::text and is_waiting(w)
  ) as acceptance_waits,
  f.leader_id, l.first_name as leader_first_name, l.last_name as leader_last_name,
  l.second_name as leader_second_name, greeting_name(l) as leader_greeting_name, l.email as leader_email, f.member_id, m.first_name as member_first_name,
  m.last_name as member_last_name, m.second_name as member_second_name,
  greeting_name(m) as member_greeting_name, m.email as member_email,
  m.document_type_id as member_document_type, m.document_number as member_document,
  t.id as relationship_id, t.name as relationship from family_links f
  join relationship_types t on t.id = f.relationship_type_id
  join people l on l.id = f.leader_id
  join people m on m.id = f.member_id join family_requests r on r.family_id = f.id where f.leader_id = $1 and r.request_status <> 3
  order by r.created_at desc, r.id desc;

-- family.receivedBy $1=member_id
select r.id, r.family_id, r.applicant_id, r.request_status, r.created_at, r.decided_by, r.decided_at, r.decision_reason, r.decision_evidence,
  exists (
    select from pending_confirmations w
    where w.kind = 'family-acceptance' and w.subject_id = f.member_id and w.target = r.id::text and is_waiting(w)
  ) as acceptance_waits,
  f.leader_id, l.first_name as leader_first_name, l.last_name as leader_last_name,
  l.second_name as leader_second_name, greeting_name(l) as leader_greeting_name, l.email as leader_email, f.member_id, m.first_name as member_first_name,
  m.last_name as member_last_name, m.second_name as member_second_name,
  greeting_name(m) as member_greeting_name, m.email as member_email,
  m.document_type_id as member_document_type, m.document_number as member_document,
  t.id as relationship_id, t.name as relationship from family_links f
  join relationship_types t on t.id = f.relationship_type_id
  join people l on l.id = f.leader_id
  join people m on m.id = f.member_id join family_requests r on r.family_id = f.id where f.member_id = $1 and r.request_status <> 3
  order by r.created_at desc, r.id desc;

-- family.invitation $1=token_hash
select r.id, r.family_id, r.applicant_id, r.request_status, r.created_at, r.decided_by, r.decided_at, r.decision_reason, r.decision_evidence,
  exists (
    select from pending_confirmations w
    where w.kind = 'family-acceptance' and w.subject_id = f.member_id and w.target = r.id::text and is_waiting(w)
  ) as acceptance_waits,
  f.leader_id, l.first_name as leader_first_name, l.last_name as leader_last_name,
  l.second_name as leader_second_name, greeting_name(l) as leader_greeting_name, l.email as leader_email, f.member_id, m.first_name as member_first_name,
  m.last_name as member_last_name, m.second_name as member_second_name,
  greeting_name(m) as member_greeting_name, m.email as member_email,
  m.document_type_id as member_document_type, m.document_number as member_document,
  t.id as relationship_id, t.name as relationship, i.expires_at from family_links f
  join relationship_types t on t.id = f.relationship_type_id
  join people l on l.id = f.leader_id
  join people m on m.id = f.member_id join family_requests r on r.family_id = f.id
  join family_invitations i on i.request_id = r.id where i.token_hash = $1;
