import { ApiError } from '@mi-portal/contract/calls/api-error'
import { textReportEndpoints } from '@mi-portal/contract/notifications/text-messages'
import type { Context } from '../../../platform/context/context.ts'
import { operation } from '../../../platform/context/operation.ts'
import { findRow, type Queries } from '../../../platform/database/database.ts'
import { readSigned } from '../../../platform/http/bodies.ts'
import type { TextReport } from '../../../ports/text-messages.ts'
import { markDelivered, markReportedFailed } from '../messages.sql.ts'
import { advanceChannel } from './advance-channel.ts'
import { insertReport } from './text-reports.sql.ts'
import { isReference } from './texts.rules.ts'

/** Stores what a report says. A report about a message that is unknown, or long known to have failed, changes nothing. */
async function storeReport(ctx: Context, tx: Queries, { id, state }: TextReport): Promise<void> {
  if (!isReference(id)) return
  if (state !== 'failed') {
    await tx.run(markDelivered, { reference: id, is_read: state === 'read', now: ctx.clock.now() })
    return
  }
  const failed = await findRow(tx, markReportedFailed, { reference: id })
  if (failed !== null) await advanceChannel(ctx, tx, failed)
}

/**
 * Takes a delivery report of the message gateway. The answer does not depend on whether the message is known. Answers 401 for a report that
 * the gateway did not sign in the last five minutes, and 409 for one that was taken before.
 */
export const receiveTextReport = operation(textReportEndpoints.receive, async (ctx, { request }) => {
  const { db, ports, clock } = ctx
  const opened = ports.texts?.openReport(request.headers, await readSigned(request)) ?? { kind: 'unsigned' }
  if (opened.kind === 'unsigned') throw new ApiError('reportNotSigned')
  if (opened.kind === 'unreadable') throw new ApiError('badJson')
  await db.transaction(async (tx) => {
    const taken = await tx.run(insertReport, { signature: opened.signature, now: clock.now() })
    if (taken.length === 0) throw new ApiError('reportRepeated')
    await storeReport(ctx, tx, opened.report)
  })
  return {}
})
