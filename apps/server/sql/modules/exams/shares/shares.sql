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
