-- ads.all $1=patterns $2=status
select id, title, image, url, from_age, to_age, gender_id, order_advertising, shown_from, shown_until, status, updated_at from ads
    where lower(unaccent(title || ' ' || image || ' ' || url)) like all($1::text[])
      and ($2::boolean is null or status = $2::boolean) order by order_advertising, id;

-- ads.page $1=patterns $2=status $3=order $4=limit_rows $5=offset_rows
select id, title, image, url, from_age, to_age, gender_id, order_advertising, shown_from, shown_until, status, updated_at from ads
    where lower(unaccent(title || ' ' || image || ' ' || url)) like all($1::text[])
      and ($2::boolean is null or status = $2::boolean) order by case when $3::text = 'title' then unaccent(lower(title)) end, case when $3::text = '-title' then unaccent(lower(title)) end desc, case when $3::text = 'from_age' then from_age end, case when $3::text = '-from_age' then from_age end desc, order_advertising, id limit $4::int offset $5::int;

-- ads.count $1=patterns $2=status
select count(*)::int as count from (select 1 from ads
    where lower(unaccent(title || ' ' || image || ' ' || url)) like all($1::text[])
      and ($2::boolean is null or status = $2::boolean) limit 1001) counted;

-- ads.one $1=id
select id, title, image, url, from_age, to_age, gender_id, order_advertising, shown_from, shown_until, status, updated_at from ads where id = $1;

-- ads.insert $1=title $2=image $3=url $4=from_age $5=to_age $6=gender_id $7=order_advertising $8=shown_from $9=shown_until $10=status $11=now
insert into ads (title, image, url, from_age, to_age, gender_id, order_advertising, shown_from, shown_until, status, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::boolean, $11::timestamptz)
     returning id, title, image, url, from_age, to_age, gender_id, order_advertising, shown_from, shown_until, status, updated_at;

-- ads.update $1=title $2=image $3=url $4=from_age $5=to_age $6=gender_id $7=order_advertising $8=shown_from $9=shown_until $10=status $11=now $12=id $13=read_at
update ads set title = $1, image = $2, url = $3, from_age = $4, to_age = $5, gender_id = $6, order_advertising = $7, shown_from = $8, shown_until = $9, status = $10::boolean, updated_at = greatest($11::timestamptz, updated_at + interval '1 millisecond')
     where id = $12
       and ($13::timestamptz is null or date_trunc('milliseconds', updated_at) = $13::timestamptz)
     returning id, title, image, url, from_age, to_age, gender_id, order_advertising, shown_from, shown_until, status, updated_at;

-- ads.setStatus $1=status $2=now $3=id
update ads set status = $1::boolean, updated_at = greatest($2::timestamptz, updated_at + interval '1 millisecond') where id = $3 returning id, title, image, url, from_age, to_age, gender_id, order_advertising, shown_from, shown_until, status, updated_at;
