-- guardianship.otherGuardians $1=now $2=member_id $3=leader_id $4=adult_birth
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
  join people m on m.id = f.member_id
  where f.member_id = $2 and f.leader_id <> $3 and t.leader_is_guardian
    and is_guardian_of(f, $1::timestamptz) and is_open(l) and (l.date_birth is null or l.date_birth <= $4::date)
  order by f.id;

-- guardianship.announced $1=now $2=announced_since $3=person_id $4=adult_birth $5=reserve_birth
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
  join people m on m.id = f.member_id where f.state = 'approved' and f.announced_at > $2::timestamptz and f.frozen_at is null
   and f.leader_id <> $3 and m.date_birth > $4::date and (
     (f.member_id = $3 and m.date_birth <= $5::date)
     or exists (select from family_links o join relationship_types r on r.id = o.relationship_type_id
       where o.leader_id = $3 and o.member_id = f.member_id and r.leader_is_guardian
         and is_guardian_of(o, $1::timestamptz) and o.access_from <= f.announced_at)) order by f.announced_at desc, f.id desc;

-- guardianship.announcedOne $1=now $2=id $3=announced_since $4=person_id $5=adult_birth $6=reserve_birth
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
  join people m on m.id = f.member_id where f.id = $2 and f.state = 'approved' and f.announced_at > $3::timestamptz and f.frozen_at is null
   and f.leader_id <> $4 and m.date_birth > $5::date and (
     (f.member_id = $4 and m.date_birth <= $6::date)
     or exists (select from family_links o join relationship_types r on r.id = o.relationship_type_id
       where o.leader_id = $4 and o.member_id = f.member_id and r.leader_is_guardian
         and is_guardian_of(o, $1::timestamptz) and o.access_from <= f.announced_at)) for update of f;
