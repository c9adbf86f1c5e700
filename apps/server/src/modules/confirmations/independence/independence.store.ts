import type { Role } from '@mi-portal/contract/people'
import type { Queries } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'

type StaffRow = {
  readonly id: number
  readonly full_name: string
  readonly rol: Role
  readonly permission_set: string | null
  readonly date_creation: Date
  readonly locked: boolean
}

/** An act of one member of staff on the account of another. */
type LinkRow = { readonly one: number; readonly other: number; readonly created: boolean }

const members = statement<StaffRow>(
  'independence.members',
  `select p.id, concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as full_name, p.rol, p.permission_set,
     p.date_creation, p.locked_at is not null as locked
   from people p
   where p.rol <> 'STANDART_ROLE' and p.status = 1 and p.deleted_at is null and p.deceased_at is null order by p.id`,
)

const creations = `'users.create', 'users.enable'`

// Who requested an act that two people made is the one who did it.
const links = statement<LinkRow, { since: Date }>(
  'independence.links',
  `select p.id as one, coalesce((e.detail ->> 'requested_by')::int, e.actor_id) as other, e.action in (${creations}) as created
   from people p join audit_events e on e.patient_id = p.id
   where p.rol <> 'STANDART_ROLE' and e.at > :since::timestamptz and e.outcome = 'done' and e.actor_id is not null
     and coalesce((e.detail ->> 'requested_by')::int, e.actor_id) <> p.id
     and (e.action in (${creations}, 'account.unlock', 'account.giveResetCode')
       or (e.action = 'confirmations.confirm' and e.object = 'kind=second-factor-reset')
       or (e.action = 'users.edit' and jsonb_exists_any(e.detail -> 'changed', array['email', 'password'])))`,
)

export function createIndependenceStore() {
  return {
    listMembers: (queries: Queries) => queries.run(members, []),
    listLinks: (queries: Queries, since: Date) => queries.run(links, { since }),
  }
}

export type IndependenceStore = ReturnType<typeof createIndependenceStore>
