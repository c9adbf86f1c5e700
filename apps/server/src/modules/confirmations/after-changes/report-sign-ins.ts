/** Watches accounts that are signed into soon after a change by staff: a list for staff and a weekly report. */

import { toPageFields } from '@mi-portal/contract/calls/paging'
import { confirmationEndpoints } from '@mi-portal/contract/confirmations'
import { listPermissions, permits } from '@mi-portal/contract/permissions/permissions'
import { showDocument } from '@mi-portal/contract/values/document-number'
import { bySystem } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context/context.ts'
import { operation } from '../../../platform/context/operation.ts'
import { listStaffWithMailbox } from '../../people/read-people.ts'
import { signInsAfterChanges } from './after-changes.mails.ts'
import {
  hoursBetween,
  leastTogether,
  listedPeriod,
  listWatchedChanges,
  pairsPeriod,
  reportedWeek,
} from './after-changes.rules.ts'
import type { SignInAfterChangeRow } from './after-changes.sql.ts'
import * as afterChangesSql from './after-changes.sql.ts'

const mailedRows = 20

function present(row: SignInAfterChangeRow) {
  return {
    ...row,
    person: {
      id: row.person_id,
      full_name: row.person_name,
      document: showDocument(row.document_type_id, row.document_number),
    },
    changes: listWatchedChanges(row.action, row.detail),
  }
}

export const listSignInsAfterChanges = operation(confirmationEndpoints.signIns, async (ctx, { query }) => {
  const found = await afterChangesSql.list(ctx.db, listedPeriod(ctx.clock.now()), query)
  await ctx.audit.recordEach(
    'confirmations.signIns',
    found.rows.map(({ person_id }) => person_id),
  )
  return { sign_ins: found.rows.map(present), ...toPageFields(found, query) }
})

/**
 * Reports the sign-ins of the week before, and pairs of staff who confirm only each other's changes, to the administrators. A week
 * without any is recorded in the audit log and not mailed.
 * Returns the number of sign-ins.
 */
export async function reportSignInsOfWeek(ctx: Context): Promise<number> {
  const { first, last, ...period } = reportedWeek(ctx.clock.now())
  const { rows, total } = await afterChangesSql.list(ctx.db, period, { page: 1, limit: mailedRows })
  const pairs = await ctx.db.run(afterChangesSql.listExclusivePairs, {
    ...pairsPeriod(period.before),
    least: leastTogether,
  })
  await ctx.db.transaction(async (tx) => {
    await ctx.auditLog.add(tx, {
      ...bySystem,
      action: 'confirmations.reportSignIns',
      detail: { first, last, sign_ins: total, ...(pairs.length === 0 ? {} : { pairs: pairs.length }) },
    })
    if (total === 0 && pairs.length === 0) return
    const report = {
      first,
      last,
      total,
      pairs,
      rows: rows.map(({ action, detail, changed_by, changed_at, signed_in_at }) => ({
        changes: listWatchedChanges(action, detail),
        changedBy: changed_by,
        changedAt: changed_at,
        hours: hoursBetween(changed_at, signed_in_at),
      })),
    }
    // Only staff who may open the list get the report.
    const recipients = (await listStaffWithMailbox(tx)).filter(({ rol, permission_set }) =>
      permits(listPermissions(rol, permission_set), 'users.edit'),
    )
    await ctx.mail.queueAll(
      tx,
      signInsAfterChanges,
      recipients.map(({ id, email, greeting_name }) => ({
        recipient: email,
        person_id: id,
        data: { ...report, first_name: greeting_name },
      })),
    )
  })
  return total
}
