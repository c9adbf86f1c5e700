-- What a change is about can end while the change waits: it is then dropped, because nobody can make it any more.
create function has_ended_object(change pending_confirmations) returns boolean language sql stable parallel safe
as $$
  select case change.kind
    when 'second-factor-reset' then
      not exists (select from second_factors f where f.person_id = change.subject_id and f.confirmed_at is not null)
    when 'application' then not exists (
      select from people p where p.id = change.subject_id and p.status = 3
        and date_trunc('milliseconds', p.pending_since) is not distinct from (change.payload ->> 'pending_since')::timestamptz)
    when 'account-opening' then exists (
      select from people p where p.id = change.subject_id and p.status = 1 and p.deleted_at is null and not p.without_account)
    when 'email-change' then not exists (
      select from people p where p.id = change.subject_id and p.email is not distinct from change.payload ->> 'before')
    when 'guardian' then not exists (
      select from family_links l where l.id = change.target::int and l.state = 'approved'
        and l.guardian_proof is not distinct from change.payload ->> 'proof'
        and l.guardian_denied = (change.payload ->> 'denied')::boolean)
    when 'family-acceptance' then
      not exists (select from family_requests r where r.id = change.target::int and r.request_status = 0)
    when 'protection-end' then not exists (select from protected_minors m where m.member_id = change.subject_id)
    when 'death' then exists (
      select from people p where p.id = change.subject_id
        and (p.deceased_at is not null) = (change.payload ->> 'deceased')::boolean
        and (p.deceased_on is not null or change.payload ->> 'on' is null))
    else false
  end
$$;
