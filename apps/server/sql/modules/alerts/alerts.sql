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
