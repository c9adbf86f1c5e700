-- clinicDrafts.present
select c.id, c.part, c.content, c.state, c.author as author_id, (select concat_ws(' ', p.first_name, p.last_name) from people p where p.id = c.author) as author, coalesce(c.published_at, c.created_at) as at
   from clinic_parts c where c.state in ('draft', 'published');

-- clinicDrafts.versions $1=part $2=limit_rows $3=offset_rows
select c.id, c.published_at as published_at, (select concat_ws(' ', p.first_name, p.last_name) from people p where p.id = c.author) as author, c.note, c.state = 'published' as is_current,
     (select least(count(*), 1001)::int from clinic_parts o where o.part = $1 and o.state <> 'draft') as total
   from clinic_parts c where c.part = $1 and c.state <> 'draft' and c.published_at is not null
   order by c.id desc limit $2 offset $3;
