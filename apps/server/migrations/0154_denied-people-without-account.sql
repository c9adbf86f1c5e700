-- A person whose registration was denied has no account, like a person whom only a system of the clinic knows. Before, the last denial
-- decided whether a disabled account could be opened again, also if staff had opened and disabled the account since then. Accounts that
-- changed after the denial therefore stay disabled.
update people p set without_account = true
from (
  select distinct on (person_id) person_id, approved, decided_at
  from validation_decisions order by person_id, decided_at desc, id desc
) last
where last.person_id = p.id and not last.approved and p.status = 2 and not p.without_account and p.deleted_at is null
  and p.updated_at <= last.decided_at + interval '1 minute';
