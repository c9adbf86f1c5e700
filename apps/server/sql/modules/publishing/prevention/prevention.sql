-- prevention.all $1=patterns $2=status
select id, title, description, from_age, to_age, gender_id, order_control, html, shown_from, shown_until, reviewed_on, status, updated_at from prevention_articles
    where lower(unaccent(title || ' ' || description)) like all($1::text[])
      and ($2::boolean is null or status = $2::boolean) order by order_control, id;

-- prevention.page $1=patterns $2=status $3=order $4=limit_rows $5=offset_rows
select id, title, description, from_age, to_age, gender_id, order_control, html, shown_from, shown_until, reviewed_on, status, updated_at from prevention_articles
    where lower(unaccent(title || ' ' || description)) like all($1::text[])
      and ($2::boolean is null or status = $2::boolean) order by case when $3::text = 'title' then unaccent(lower(title)) end, case when $3::text = '-title' then unaccent(lower(title)) end desc, case when $3::text = 'from_age' then from_age end, case when $3::text = '-from_age' then from_age end desc, order_control, id limit $4::int offset $5::int;

-- prevention.count $1=patterns $2=status
select count(*)::int as count from (select 1 from prevention_articles
    where lower(unaccent(title || ' ' || description)) like all($1::text[])
      and ($2::boolean is null or status = $2::boolean) limit 1001) counted;

-- prevention.one $1=id
select id, title, description, from_age, to_age, gender_id, order_control, html, shown_from, shown_until, reviewed_on, status, updated_at from prevention_articles where id = $1;

-- prevention.insert $1=title $2=description $3=from_age $4=to_age $5=gender_id $6=order_control $7=html $8=shown_from $9=shown_until $10=reviewed_on $11=status $12=now
insert into prevention_articles (title, description, from_age, to_age, gender_id, order_control, html, shown_from, shown_until, reviewed_on, status, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::boolean, $12::timestamptz)
     returning id, title, description, from_age, to_age, gender_id, order_control, html, shown_from, shown_until, reviewed_on, status, updated_at;

-- prevention.update $1=title $2=description $3=from_age $4=to_age $5=gender_id $6=order_control $7=html $8=shown_from $9=shown_until $10=reviewed_on $11=status $12=now $13=id $14=read_at
update prevention_articles set title = $1, description = $2, from_age = $3, to_age = $4, gender_id = $5, order_control = $6, html = $7, shown_from = $8, shown_until = $9, reviewed_on = $10, status = $11::boolean, updated_at = greatest($12::timestamptz, updated_at + interval '1 millisecond')
     where id = $13
       and ($14::timestamptz is null or date_trunc('milliseconds', updated_at) = $14::timestamptz)
     returning id, title, description, from_age, to_age, gender_id, order_control, html, shown_from, shown_until, reviewed_on, status, updated_at;

-- prevention.setStatus $1=status $2=now $3=id
update prevention_articles set status = $1::boolean, updated_at = greatest($2::timestamptz, updated_at + interval '1 millisecond') where id = $3 returning id, title, description, from_age, to_age, gender_id, order_control, html, shown_from, shown_until, reviewed_on, status, updated_at;
