-- What few notifications ask, so that the others do not pay for it: the plan of a statement inside a function is made
-- ready where the function is called, not with every page of the list.

-- Whether a guardian is told of a child's record, and of what is reserved in it: as `family/reach` has it.
-- `adult` and `reserve` are the birth days that part the ages.
create function guardian_is_told(guardian int, child int, is_reserved boolean, adult date, reserve date)
returns boolean language plpgsql stable as $$
begin
  return exists (
    select from family_links f
      join relationship_types t on t.id = f.relationship_type_id
      join people m on m.id = f.member_id
      join people l on l.id = f.leader_id
    where f.leader_id = guardian and f.member_id = child and f.state = 'approved'
      and t.leader_is_guardian and f.guardian_proof is not null
      and m.status = 1 and m.deleted_at is null and m.date_birth > adult
      and (l.date_birth is null or l.date_birth <= adult)
      and (not is_reserved or m.date_birth > reserve));
end $$;

-- While a person may decide a request about their family group: who applies, and the link it is about.
create function open_family_request(request int, member int)
returns int[] language plpgsql stable as $$
begin
  return (
    select array[r.applicant_id, r.family_id] from family_requests r join family_links f on f.id = r.family_id
    where r.id = request and r.request_status = 0 and f.state = 'pending' and f.member_id = member);
end $$;
