-- Whether a delegate is notified of answers to the documents and quotes that they requested for the grantor: while the access to requests
-- lasts. Delegates get no other notification about the grantor.
create function delegate_is_told(delegate int, grantor int) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from delegations d join people g on g.id = d.grantor_id join people p on p.id = d.delegate_id
    where d.delegate_id = delegate and d.grantor_id = grantor and d.state = 'accepted' and d.expires_at > now()
      and 'requests' = any(d.matters) and is_open(g) and is_open(p));
end $$;
