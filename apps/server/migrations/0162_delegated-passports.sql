-- Passports of two countries may have one number, so a grantor may have an offer or access for each.
drop index delegations_one_document;
create unique index delegations_one_document
  on delegations (grantor_id, document_type_id, document_number, coalesce(document_country, '')) where state <> 'ended';

-- Whether a delegate is notified at this instant of answers to the documents and quotes that they requested for the grantor: while the
-- access to requests lasts. Delegates get no other notification about the grantor.
create function delegate_is_notified(delegate int, grantor int, at timestamptz) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from delegations d join people g on g.id = d.grantor_id join people p on p.id = d.delegate_id
    where d.delegate_id = delegate and d.grantor_id = grantor and d.state = 'accepted' and d.expires_at > at
      and 'requests' = any(d.matters) and is_open(g) and is_open(p));
end $$;
drop function delegate_is_told(int, int);
