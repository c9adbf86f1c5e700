import { exactTotal, type Page, type Paged } from '@mi-portal/contract/calls/paging'
import type { Queries } from '../../platform/database/database.ts'
import { defineSql, type Row } from '../../platform/database/statement.ts'
import type { AccountSecuritySql } from './account-security.sql.generated.ts'

const sql = defineSql<AccountSecuritySql, { outcome: 'done' | 'refused' }>('accountSecurity')

export type SignInRow = Row<typeof list>

// Uses the index audit_events_sign_ins, which has this condition.
const ofAccount = `from audit_events
   where actor_id = :person_id and action = 'session.open' and at >= :since::timestamptz`
const columns = 'id, at, outcome, host(ip) as ip, detail as detail!'

const list = sql('signIns')`
  select ${columns} ${ofAccount} order by at desc, id desc limit :limit_rows offset :offset_rows`
const count = sql('countSignIns')`
  select count(*)::int as count! from (select 1 ${ofAccount} limit ${exactTotal + 1}) counted`
export const findSignIn = sql('signIn')`select ${columns} ${ofAccount} and id = :id`
const emailEditor = sql('emailEditor')`
  select coalesce((detail ->> 'requested_by')::int, actor_id) as editor_id from audit_events
  where patient_id = :person_id and action = 'users.edit' and outcome = 'done' and actor_id is not null
    and jsonb_exists(detail -> 'changed', 'email')
  order by at desc, id desc limit 1`

export const listSignIns = async (
  db: Queries,
  personId: number,
  since: Date,
  page: Page,
): Promise<Paged<SignInRow>> => {
  const period = { person_id: personId, since }
  const [rows, [counted]] = await Promise.all([
    db.run(list, { ...period, limit_rows: page.limit, offset_rows: (page.page - 1) * page.limit }),
    db.run(count, period),
  ])
  const total = counted?.count ?? 0
  return { rows, total: Math.min(total, exactTotal), more: total > exactTotal }
}

export const findEmailEditor = async (db: Queries, personId: number) =>
  (await db.run(emailEditor, { person_id: personId }))[0]?.editor_id ?? null
