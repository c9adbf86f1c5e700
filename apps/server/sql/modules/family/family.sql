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

-- family.relationships
select id, name, member_may_be_minor, leader_is_guardian from relationship_types order by position, id;

-- family.joined $1=leader_id $2=member_id
select live.leader_id as live_leader, live.state as live_state,
    (select max(r.decided_at) from family_requests r join family_links f on f.id = r.family_id
      where f.leader_id = $1 and f.member_id = $2 and r.request_status = 2) as rejected_at
  from (select 1) one left join family_links live on live.state <> 'ended'
    and ((live.leader_id = $1 and live.member_id = $2)
      or (live.leader_id = $2 and live.member_id = $1))
  limit 1;

-- family.insertRequest $1=leader_id $2=member_id $3=relationship_type_id $4=guardian_proof $5=now $6=legal_text_id
with past as (
    select coalesce(bool_or(last.guardian_denied), false) as denied, max(last.frozen_at) as frozen_at from (
      select guardian_denied, frozen_at from family_links where leader_id = $1 and member_id = $2 order by id desc limit 1
    ) last
  ), link as (
    insert into family_links (leader_id, member_id, relationship_type_id, state, guardian_proof, guardian_denied, frozen_at,
      created_at)
    select $1, $2, $3, 'pending',
      case when denied then null else $4 end, denied, frozen_at, $5::timestamptz from past
    on conflict do nothing returning id
  )
  insert into family_requests (family_id, applicant_id, request_status, legal_text_id, created_at)
  select id, $1, 0, $6::int, $5::timestamptz from link returning id;

-- family.invite $1=token_hash $2=expires_at $3=request_id
insert into family_invitations (request_id, token_hash, expires_at)
  select id, $1, $2::timestamptz from family_requests where id = $3 and request_status = 0
  on conflict (request_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at returning request_id;

-- family.linkBetween $1=leader_id $2=member_id
select id from family_links where leader_id = $1 and member_id = $2 and state <> 'ended';

-- family.decide $1=approves $2=now $3=id $4=decided_by $5=reason $6=evidence
with link as (
    update family_links set state = case when $1::boolean then 'approved' else 'ended' end,
      approved_at = case when $1::boolean then $2::timestamptz end,
      ended_at = case when $1::boolean then null else $2::timestamptz end
    where id = $3 and state = 'pending' returning id
  )
  update family_requests r set request_status = case when $1::boolean then 1 else 2 end,
    decided_at = $2::timestamptz, decided_by = $4, decision_reason = $5::text, decision_evidence = $6::text
  from link where r.family_id = link.id and r.request_status = 0 returning r.id;

-- family.end $1=now $2=id $3=state
with ended as (
    update family_links set state = 'ended', ended_at = $1::timestamptz where id = $2 and state = $3 returning id
  ), hidden as (
    update family_requests r set request_status = 3 from ended
    where r.family_id = ended.id and r.request_status in (0, 1)
  )
  select id from ended;

-- family.requestOf $1=family_id
select id from family_requests where family_id = $1;

-- family.endAllOf $1=now $2=person_id
with ended as (
    update family_links set state = 'ended', ended_at = $1::timestamptz
    where (leader_id = $2 or member_id = $2) and state <> 'ended' returning id
  )
  update family_requests r set request_status = 3 from ended
  where r.family_id = ended.id and r.request_status in (0, 1);

-- family.acceptedByStaff $1=id $2=staff_id
select f.id from family_links f join family_requests r on r.family_id = f.id
  where f.id = $1 and r.request_status = 1 and r.decided_by = $2;

-- family.confirmGuardian $1=confirmed_by $2=id $3=proof $4=denied
update family_links set guardian_proof = 'staff', guardian_denied = false, guardian_confirmed_by = $1
  where id = $2 and state = 'approved' and guardian_proof is not distinct from $3::text
    and guardian_denied = $4::boolean
  returning id;

-- family.denyGuardian $1=denied_by $2=id
update family_links set guardian_proof = null, guardian_denied = true, guardian_confirmed_by = $1,
    access_from = null, announced_at = null, frozen_at = null
  where id = $2 and state <> 'ended' returning id;

-- family.switchBooking $1=may_book $2=id $3=member_id
update family_links set may_book = $1 where id = $2 and member_id = $3 and state = 'approved'
  returning leader_id;
