-- alerts.active
select a.id, a.name, a.text, a.color_id, a.status_id, a.updated_at,
     c.color, c.primary_code, c.secundary_code
   from alerts a join alert_colors c on c.id = a.color_id where a.status_id = 1 order by a.id;

-- alerts.all
select a.id, a.name, a.text, a.color_id, a.status_id, a.updated_at,
     c.color, c.primary_code, c.secundary_code
   from alerts a join alert_colors c on c.id = a.color_id order by a.id desc;

-- alerts.one $1=id
select a.id, a.name, a.text, a.color_id, a.status_id, a.updated_at,
     c.color, c.primary_code, c.secundary_code
   from alerts a join alert_colors c on c.id = a.color_id where a.id = $1;

-- alerts.colors
select id, color, primary_code, secundary_code from alert_colors order by id;

-- alerts.color $1=id
select id, color, primary_code, secundary_code from alert_colors where id = $1;

-- alerts.insert $1=name $2=text $3=color_id $4=status_id $5=now
insert into alerts (name, text, color_id, status_id, updated_at)
  values ($1, $2, $3, $4, $5::timestamptz) returning id;

-- alerts.update $1=name $2=text $3=color_id $4=status_id $5=now $6=id $7=read_at
update alerts set name = $1, text = $2, color_id = $3, status_id = coalesce($4::smallint, status_id),
    updated_at = greatest($5::timestamptz, updated_at + interval '1 millisecond')
  where id = $6 and ($7::timestamptz is null or date_trunc('milliseconds', updated_at) = $7::timestamptz)
  returning id;

-- alerts.setStatus $1=status_id $2=now $3=id $4=read_at
update alerts set status_id = $1,
    updated_at = greatest($2::timestamptz, updated_at + interval '1 millisecond')
  where id = $3 and ($4::timestamptz is null or date_trunc('milliseconds', updated_at) = $4::timestamptz)
  returning id;

-- alerts.remove $1=ids
delete from alerts where id = any($1::int[]) returning id;
