-- legal.newestMark $1=kind
select t.id, (select max(w.number) from legal_wordings w where w.text_id = t.id) as number
  from legal_texts t where t.kind = $1 order by t.published_at is not null desc, t.valid_from desc, t.id desc limit 1;

-- legal.newest $1=kind
select t.id, t.text as source, t.version as written_version, t.valid_from as written_from,
    w.number, w.text, w.version, w.valid_from
  from (select t.* from legal_texts t where t.kind = $1 order by t.published_at is not null desc, t.valid_from desc, t.id desc limit 1) t
    left join lateral (select * from legal_wordings w where w.text_id = t.id order by w.number desc limit 1) w on true;

-- legal.versions $1=kind
select t.id, w.number, w.version, w.valid_from, t.published_at,
    case when p.id is null then null else concat_ws(' ', p.first_name, nullif(p.last_name, '')) end as published_by,
    (select count(distinct c.person_id)::int from consents c
      where c.kind = w.kind and c.version = w.version and c.withdrawn_at is null) as accepted
  from legal_texts t join legal_wordings w on w.text_id = t.id left join people p on p.id = t.published_by
  where t.kind = $1 order by t.published_at is not null desc, t.valid_from desc, t.id desc, w.number desc;
