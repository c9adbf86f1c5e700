-- independence.links $1=since
select p.id as one, coalesce((e.detail ->> 'requested_by')::int, e.actor_id) as other, e.action in ('users.create', 'users.enable') as created
  from people p join audit_events e on e.patient_id = p.id
  where p.rol <> 'STANDART_ROLE' and e.at > $1::timestamptz and e.outcome = 'done' and e.actor_id is not null
    and coalesce((e.detail ->> 'requested_by')::int, e.actor_id) <> p.id
    and (e.action in ('users.create', 'users.enable', 'account.unlock', 'account.giveResetCode')
      or (e.action = 'confirmations.confirm' and e.object = 'kind=second-factor-reset')
      or (e.action = 'users.edit' and jsonb_exists_any(e.detail -> 'changed', array['email', 'password'])));
