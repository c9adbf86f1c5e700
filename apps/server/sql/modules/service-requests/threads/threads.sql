-- threads.messages $1=request_kind $2=request_id
select m.id, m.kind, m.author_id, concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as author, m.text, m.created_at
  from request_messages m join people p on p.id = m.author_id
  where m.request_kind = $1 and m.request_id = $2 order by m.id;
