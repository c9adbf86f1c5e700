-- users.findAll $1=status $2=late_at $3=sites $4=limit_rows $5=offset_rows
select (select count(*)::int from (select 1 from people where ($1::smallint is null or case when without_account and status = 2 and deleted_at is null then 4 else status end = $1::smallint) and ($1::smallint is distinct from 3 or status = 3)
  and ($2::timestamptz is null or pending_due_at <= $2::timestamptz)
  and ($3::int[] is null or is_seen_at(id, $3::int[])) limit 1001) counted) as total, array(select id from people where ($1::smallint is null or case when without_account and status = 2 and deleted_at is null then 4 else status end = $1::smallint) and ($1::smallint is distinct from 3 or status = 3)
  and ($2::timestamptz is null or pending_due_at <= $2::timestamptz)
  and ($3::int[] is null or is_seen_at(id, $3::int[])) order by case when $1::smallint is not distinct from 3 then coalesce(pending_since, date_creation) end, case when $1::smallint is not distinct from 3 then id end,
  case when $1::smallint is distinct from 3 then date_creation end desc, id desc limit $4::int offset $5::int) as ids;

-- users.findAmongNewest $1=status $2=late_at $3=sites $4=word_0 $5=word_1 $6=word_2 $7=word_3 $8=word_4 $9=word_5 $10=limit_rows $11=offset_rows
with newest as (select id, date_creation, pending_since, search from people where ($1::smallint is null or case when without_account and status = 2 and deleted_at is null then 4 else status end = $1::smallint) and ($1::smallint is distinct from 3 or status = 3)
  and ($2::timestamptz is null or pending_due_at <= $2::timestamptz)
  and ($3::int[] is null or is_seen_at(id, $3::int[])) order by case when $1::smallint is not distinct from 3 then coalesce(pending_since, date_creation) end, case when $1::smallint is not distinct from 3 then id end,
  case when $1::smallint is distinct from 3 then date_creation end desc, id desc limit 2000),
    found as materialized (select id, date_creation, pending_since from newest where ($4::text is null or search like folded($4::text)) and ($5::text is null or search like folded($5::text)) and ($6::text is null or search like folded($6::text)) and ($7::text is null or search like folded($7::text)) and ($8::text is null or search like folded($8::text)) and ($9::text is null or search like folded($9::text)) limit 1001)
  select (select count(*)::int from found) as total, array(select id from found order by case when $1::smallint is not distinct from 3 then coalesce(pending_since, date_creation) end, case when $1::smallint is not distinct from 3 then id end,
  case when $1::smallint is distinct from 3 then date_creation end desc, id desc limit $10::int offset $11::int) as ids;

-- users.countCommon $1=word_0 $2=word_1 $3=word_2 $4=word_3 $5=word_4 $6=word_5 $7=status $8=late_at $9=sites
select (select count(*)::int from (select 1 from people where ($1::text is null or search like folded($1::text)) and ($2::text is null or search like folded($2::text)) and ($3::text is null or search like folded($3::text)) and ($4::text is null or search like folded($4::text)) and ($5::text is null or search like folded($5::text)) and ($6::text is null or search like folded($6::text)) and ($7::smallint is null or case when without_account and status = 2 and deleted_at is null then 4 else status end = $7::smallint) and ($7::smallint is distinct from 3 or status = 3)
  and ($8::timestamptz is null or pending_due_at <= $8::timestamptz)
  and ($9::int[] is null or is_seen_at(id, $9::int[])) limit 1001) counted) as total;

-- users.countMatches $1=word_0 $2=word_1 $3=word_2 $4=word_3 $5=word_4 $6=word_5 $7=status $8=late_at $9=sites
select case when (select count(*)::int from (select 1 from people where id % 10 = 0 and ($1::text is null or search like folded($1::text)) and ($2::text is null or search like folded($2::text)) and ($3::text is null or search like folded($3::text)) and ($4::text is null or search like folded($4::text)) and ($5::text is null or search like folded($5::text)) and ($6::text is null or search like folded($6::text)) and ($7::smallint is null or case when without_account and status = 2 and deleted_at is null then 4 else status end = $7::smallint) and ($7::smallint is distinct from 3 or status = 3)
  and ($8::timestamptz is null or pending_due_at <= $8::timestamptz)
  and ($9::int[] is null or is_seen_at(id, $9::int[])) limit 1001) counted) > 1000
  then 1001 else (select count(*)::int from (select 1 from people where ($1::text is null or search like folded($1::text)) and ($2::text is null or search like folded($2::text)) and ($3::text is null or search like folded($3::text)) and ($4::text is null or search like folded($4::text)) and ($5::text is null or search like folded($5::text)) and ($6::text is null or search like folded($6::text)) and ($7::smallint is null or case when without_account and status = 2 and deleted_at is null then 4 else status end = $7::smallint) and ($7::smallint is distinct from 3 or status = 3)
  and ($8::timestamptz is null or pending_due_at <= $8::timestamptz)
  and ($9::int[] is null or is_seen_at(id, $9::int[])) limit 1001) counted) end as total;

-- users.findRare $1=word_0 $2=word_1 $3=word_2 $4=word_3 $5=word_4 $6=word_5 $7=status $8=late_at $9=sites $10=most_rows $11=order $12=limit_rows $13=offset_rows
with found as materialized (
     select id, date_creation, pending_since, search, document_number, case when without_account and status = 2 and deleted_at is null then 4 else status end as status_data_id from people where ($1::text is null or search like folded($1::text)) and ($2::text is null or search like folded($2::text)) and ($3::text is null or search like folded($3::text)) and ($4::text is null or search like folded($4::text)) and ($5::text is null or search like folded($5::text)) and ($6::text is null or search like folded($6::text)) and ($7::smallint is null or case when without_account and status = 2 and deleted_at is null then 4 else status end = $7::smallint) and ($7::smallint is distinct from 3 or status = 3)
  and ($8::timestamptz is null or pending_due_at <= $8::timestamptz)
  and ($9::int[] is null or is_seen_at(id, $9::int[])) limit $10::int
   )
   select (select count(*)::int from (select 1 from found limit 1001) counted) as total, array(select id from found order by case when $11::text = 'first_name' then search end, case when $11::text = '-first_name' then search end desc, case when $11::text = 'document_number' then document_number end, case when $11::text = '-document_number' then document_number end desc, case when $11::text = 'status_data_id' then status_data_id end, case when $11::text = '-status_data_id' then status_data_id end desc, case when $7::smallint is not distinct from 3 then coalesce(pending_since, date_creation) end, case when $7::smallint is not distinct from 3 then id end,
  case when $7::smallint is distinct from 3 then date_creation end desc, id desc limit $12::int offset $13::int) as ids;

-- users.findByPhone $1=phones $2=digits $3=status $4=late_at $5=sites $6=most_rows $7=order $8=limit_rows $9=offset_rows
with found as materialized (
     select id, date_creation, pending_since, search, document_number, case when without_account and status = 2 and deleted_at is null then 4 else status end as status_data_id from people where (phone = any($1::text[]) or search like '%' || $2 || '%') and ($3::smallint is null or case when without_account and status = 2 and deleted_at is null then 4 else status end = $3::smallint) and ($3::smallint is distinct from 3 or status = 3)
  and ($4::timestamptz is null or pending_due_at <= $4::timestamptz)
  and ($5::int[] is null or is_seen_at(id, $5::int[])) limit $6::int
   )
   select (select count(*)::int from (select 1 from found limit 1001) counted) as total, array(select id from found order by case when $7::text = 'first_name' then search end, case when $7::text = '-first_name' then search end desc, case when $7::text = 'document_number' then document_number end, case when $7::text = '-document_number' then document_number end desc, case when $7::text = 'status_data_id' then status_data_id end, case when $7::text = '-status_data_id' then status_data_id end desc, case when $3::smallint is not distinct from 3 then coalesce(pending_since, date_creation) end, case when $3::smallint is not distinct from 3 then id end,
  case when $3::smallint is distinct from 3 then date_creation end desc, id desc limit $8::int offset $9::int) as ids;
