-- clinicDrafts.present
select c.id, c.part, c.content, c.state, c.author as author_id, (select concat_ws(' ', p.first_name, p.last_name) from people p where p.id = c.author) as author, coalesce(c.published_at, c.created_at) as at
  from clinic_parts c where c.state in ('draft', 'published');

-- clinicDrafts.insert $1=part $2=content $3=author $4=now
insert into clinic_parts (part, content, state, author, note, created_at)
  values ($1, $2::json, 'draft', $3, '', $4::timestamptz);

-- clinicDrafts.remove $1=part
delete from clinic_parts where part = $1 and state = 'draft' returning id;

-- clinicDrafts.removeById $1=ids
delete from clinic_parts where id = any($1::int[]) and state = 'draft' returning id;

-- clinicDrafts.versions $1=part $2=limit_rows $3=offset_rows
select c.id, c.published_at as published_at, (select concat_ws(' ', p.first_name, p.last_name) from people p where p.id = c.author) as author, c.note, c.state = 'published' as is_current,
    (select least(count(*), 1001)::int from clinic_parts o where o.part = $1 and o.state <> 'draft') as total
  from clinic_parts c where c.part = $1 and c.state <> 'draft' and c.published_at is not null
  order by c.id desc limit $2 offset $3;

-- clinicDrafts.version $1=part $2=id
select content from clinic_parts where part = $1 and id = $2 and state <> 'draft';
