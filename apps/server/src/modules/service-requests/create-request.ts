import type { Matter } from '@mi-portal/contract/service-requests/inbox'
import type { Context } from '../../platform/context/context.ts'
import { findRow, type Queries } from '../../platform/database/database.ts'
import type { Attachment } from '../../platform/http/forms/attachments.ts'
import { getDueMoment } from '../deadlines/get-due-moment.ts'
import { attachFiles } from './request-files.ts'
import { requestTables } from './request-tables.ts'
import { requestArrived } from './service-requests.mails.ts'
import { descriptions, formatRequestNumber } from './service-requests.rules.ts'

export type NewRequest = {
  readonly matter: Matter
  readonly requester_id: number
  readonly patient_id: number
  /** The columns that only the table of this matter has. */
  readonly fields: object
  readonly files?: readonly Attachment[]
  /** The end of a deadline of the law; absent if the promise of the clinic counts. */
  readonly due_at?: Date
}

export type CreatedRequest = {
  readonly matter: Matter
  readonly id: number
  readonly number: string
  readonly created_at: Date
  readonly due_at: Date
}

export async function createRequest(ctx: Context, tx: Queries, request: NewRequest): Promise<CreatedRequest> {
  const { matter, requester_id, patient_id, fields, files = [] } = request
  const now = ctx.clock.now()
  const promise = ctx.publicClinic().promises[descriptions[matter].promise]
  const due_at = request.due_at ?? (await getDueMoment(tx, promise, now))
  const values = { requester_id, patient_id, fields: JSON.stringify(fields), now, due_at }
  const row = await findRow(tx, requestTables[matter].insert, values)
  if (row === null) throw new Error(`${matter}: the insert returned no row`)
  const number = formatRequestNumber(matter, row.id, now)
  const created = { matter, id: row.id, number, created_at: now, due_at }
  await attachFiles(ctx, tx, { matter, id: row.id, side: 'request' }, files)
  await ctx.mail.queue(tx, requestArrived, {
    recipient: ctx.settings.mailboxes[matter],
    person_id: null,
    data: { ...created, files: files.length, is_new: true },
  })
  return created
}
