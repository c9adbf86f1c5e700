-- shares.relationship $1=id
select name from exam_relationship_types where id = $1;

-- shares.insert $1=exam_id $2=type $3=patient_id $4=sharer_id $5=recipient_email $6=relationship_type_id $7=comment $8=token_hash $9=code_hash $10=created_at $11=expires_at
insert into exam_shares (exam_id, type, patient_id, sharer_id, recipient_email, relationship_type_id, comment,
    token_hash, code_hash, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8,
    $9, $10::timestamptz, $11::timestamptz) returning id;

-- shares.insertOthers $1=share_id $2=others
insert into exam_share_exams (share_id, exam_id, type)
  select $1, o.id, o.type from json_to_recordset($2::json) as o (id int, type text);

-- shares.byToken $1=token_hash
select s.id, s.exam_id, s.type, s.patient_id, s.sharer_id, s.recipient_email, s.comment, s.created_at,
  s.expires_at, s.ended_at,
  s.sharer_id = s.patient_id or exists (
    select from family_links f where f.leader_id = s.sharer_id and f.member_id = s.patient_id and f.state = 'approved'
      and coalesce(f.approved_at, f.created_at) <= s.created_at
  ) as link_held,
  coalesce((
    select jsonb_agg(jsonb_build_object('id', x.exam_id, 'type', x.type) order by x.exam_id)
    from exam_share_exams x where x.share_id = s.id
  ), '[]') as other_exams from exam_shares s where s.token_hash = $1;

-- shares.byId $1=id
select s.id, s.exam_id, s.type, s.patient_id, s.sharer_id, s.recipient_email, s.comment, s.created_at,
  s.expires_at, s.ended_at,
  s.sharer_id = s.patient_id or exists (
    select from family_links f where f.leader_id = s.sharer_id and f.member_id = s.patient_id and f.state = 'approved'
      and coalesce(f.approved_at, f.created_at) <= s.created_at
  ) as link_held,
  coalesce((
    select jsonb_agg(jsonb_build_object('id', x.exam_id, 'type', x.type) order by x.exam_id)
    from exam_share_exams x where x.share_id = s.id
  ), '[]') as other_exams from exam_shares s where s.id = $1;

-- shares.byOpening $1=id $2=opening
select s.id, s.exam_id, s.type, s.patient_id, s.sharer_id, s.recipient_email, s.comment, s.created_at,
  s.expires_at, s.ended_at,
  s.sharer_id = s.patient_id or exists (
    select from family_links f where f.leader_id = s.sharer_id and f.member_id = s.patient_id and f.state = 'approved'
      and coalesce(f.approved_at, f.created_at) <= s.created_at
  ) as link_held,
  coalesce((
    select jsonb_agg(jsonb_build_object('id', x.exam_id, 'type', x.type) order by x.exam_id)
    from exam_share_exams x where x.share_id = s.id
  ), '[]') as other_exams from exam_shares s
  where s.id = $1 and exists (select from exam_share_openings o where o.share_id = s.id and o.number = $2);

-- shares.listed $1=patient_id $2=since
select s.id, s.exam_id, s.type, s.patient_id, s.sharer_id, s.recipient_email, s.comment, s.created_at,
  s.expires_at, s.ended_at,
  s.sharer_id = s.patient_id or exists (
    select from family_links f where f.leader_id = s.sharer_id and f.member_id = s.patient_id and f.state = 'approved'
      and coalesce(f.approved_at, f.created_at) <= s.created_at
  ) as link_held,
  coalesce((
    select jsonb_agg(jsonb_build_object('id', x.exam_id, 'type', x.type) order by x.exam_id)
    from exam_share_exams x where x.share_id = s.id
  ), '[]') as other_exams, s.ended_because, t.name as type_relationship,
    concat_ws(' ', p.first_name, p.last_name, nullif(p.second_name, '')) as shared_by,
    coalesce((
      select jsonb_agg(extract(epoch from o.opened_at) * 1000 order by o.number)
      from exam_share_openings o where o.share_id = s.id
    ), '[]') as openings
  from exam_shares s
    join exam_relationship_types t on t.id = s.relationship_type_id
    join people p on p.id = s.sharer_id
  where s.patient_id = $1 and s.expires_at > $2::timestamptz
  order by s.created_at desc, s.id desc limit 100;

-- shares.judged $1=code_hashes $2=now $3=id
update exam_shares s set
    wrong_codes = s.wrong_codes + case when encode(s.code_hash, 'hex') = any($1::text[]) then 0 else 1 end,
    ended_at = case when not (encode(s.code_hash, 'hex') = any($1::text[]))
      and s.wrong_codes + 1 >= 10 then $2::timestamptz end,
    ended_because = case when not (encode(s.code_hash, 'hex') = any($1::text[])) and s.wrong_codes + 1 >= 10 then 'codes' end
  where s.id = $3 and s.ended_at is null and s.expires_at > $2::timestamptz
    and s.wrong_codes < 10
  returning encode(s.code_hash, 'hex') = any($1::text[]) as right, s.ended_at is not null as ended;

-- shares.countOpenings $1=share_id
select count(*)::int as count from exam_share_openings where share_id = $1;

-- shares.addOpening $1=share_id $2=number $3=now
insert into exam_share_openings (share_id, number, opened_at) values ($1, $2, $3::timestamptz)
  returning number;

-- shares.end $1=now $2=ended_because $3=id
update exam_shares set ended_at = $1::timestamptz, ended_because = $2
  where id = $3 and ended_at is null and expires_at > $1::timestamptz returning id;

-- shares.endOfExams $1=now $2=exam_ids
update exam_shares set ended_at = $1::timestamptz, ended_because = 'ended'
  where ended_at is null and id in (
    select id from exam_shares where exam_id = any($2::int[]) and type = 'laboratory'
    union all
    select share_id from exam_share_exams where exam_id = any($2::int[]) and type = 'laboratory');

-- shares.endAllOf $1=now $2=person_id
update exam_shares set ended_at = $1::timestamptz, ended_because = 'closed'
  where (patient_id = $2 or sharer_id = $2) and ended_at is null and expires_at > $1::timestamptz;

-- shares.endSharedBy $1=now $2=sharer_id
update exam_shares set ended_at = $1::timestamptz, ended_because = 'ended'
  where sharer_id = $2 and ended_at is null and expires_at > $1::timestamptz;

-- shares.purge $1=before
delete from exam_shares where expires_at < $1::timestamptz returning id;
