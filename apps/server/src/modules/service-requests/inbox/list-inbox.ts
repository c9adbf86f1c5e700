import { ApiError } from '@mi-portal/contract/api-error'
import { deskEndpoints, type InboxMatter } from '@mi-portal/contract/desk'
import { pageOf } from '@mi-portal/contract/paging'
import { nameDataRequest } from '@mi-portal/contract/privacy'
import { operation } from '../../../platform/context/operation.ts'
import { readPage } from '../../../platform/database/database.ts'
import { formatRequestNumber, mayAnswer } from '../service-requests.rules.ts'
import { countInbox, countPending, type InboxRow, listInbox as rowsOf } from '../service-requests.sql.ts'

/** Returns a request as the inbox lists it. */
export function toInboxRow(matter: InboxMatter, row: InboxRow) {
  return {
    matter,
    id: row.id,
    receipt: formatRequestNumber(matter, row.id, row.created_at),
    subject: matter === 'privacy' ? nameDataRequest(row.subject) : row.subject,
    patient_full_name: row.patient_full_name,
    state: row.state,
    created_at: row.created_at.toISOString(),
    due_at: row.due_at.toISOString(),
    answered_at: row.answered_at?.toISOString() ?? null,
  }
}

/** Lists the requests of a matter, with an audit entry for every patient on the page. */
export const listInbox = operation(
  deskEndpoints.tray,
  async ({ db, actor, audit, clock }, { query: { matter, state: shown, ...page } }) => {
    if (!mayAnswer(actor, matter)) throw new ApiError('forbidden')
    const state = shown === 'respondida' ? shown : 'pendiente'
    const { sites } = actor
    const filter = { matter, state, late_at: shown === 'atrasada' ? clock.now() : null, sites }
    const [found, pending] = await Promise.all([
      readPage(db, rowsOf[state], countInbox, filter, page),
      db.run(countPending, { sites }),
    ])
    await audit.recordEach(
      'desk.list',
      found.rows.map(({ patient_id }) => patient_id),
      { object: `matter=${matter}` },
    )
    const countOf = (one: InboxMatter) =>
      mayAnswer(actor, one) ? (pending.find((row) => row.matter === one)?.count ?? 0) : 0
    return {
      requests: found.rows.map((row) => toInboxRow(matter, row)),
      pending: {
        documents: countOf('documents'),
        budgets: countOf('budgets'),
        contact: countOf('contact'),
        imaging: countOf('imaging'),
        privacy: countOf('privacy'),
      },
      ...pageOf(found, page),
    }
  },
)
