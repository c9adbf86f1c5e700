-- uploads.unsealed $1=sealed_with $2=after_id $3=limit_rows
select id, key from files where (sealed_with is null or sealed_with < $1 or sealed_with > $1) and id > $2::int order by id limit $3::int;

-- uploads.countUnsealed $1=sealed_with
select count(*)::int as count from files where (sealed_with is null or sealed_with < $1 or sealed_with > $1);
