-- clinicDrafts.present
select c.id, c.part, c.content, c.state, c.author as author_id, (select concat_ws(' ', p.first_name, p.last_name) from people p where p.id = c.author) as author, coalesce(c.published_at, c.created_at) as at
  from clinic_parts c where c.state in ('draft', 'published');

-- clinicDrafts.versions $1=part $2=order $3=limit_rows $4=offset_rows
select c.id, c.published_at as published_at, (select concat_ws(' ', p.first_name, p.last_name) from people p where p.id = c.author) as author, c.note, c.state = 'published' as is_current
  from clinic_parts c where c.part = $1 and c.state <> 'draft' order by case when $2::text = 'published_at' then c.published_at end, case when $2::text = '-published_at' then c.published_at end desc, c.id desc limit $3::int offset $4::int;

-- clinicDrafts.countVersions $1=part
select count(*)::int as count from (select 1 from clinic_parts c where c.part = $1 and c.state <> 'draft' limit 1001) counted;
