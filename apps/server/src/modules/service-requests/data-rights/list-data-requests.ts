import { toPageFields } from '@mi-portal/contract/calls/paging'
import { dataRightEndpoints, formatReceipt, lastDay } from '@mi-portal/contract/service-requests/data-rights'
import { operation } from '../../../platform/context/operation.ts'
import { readPage } from '../../../platform/database/database.ts'
import { listVisiblePatients, markAnswersRead } from '../read-answers.ts'
import { readFiles } from '../request-files.ts'
import { countDataRequests, listDataRequests as listRows } from './data-rights.sql.ts'

export const listDataRequests = operation(dataRightEndpoints.list, async (ctx, { query }) => {
  const { db, actor } = ctx
  const patient_ids = await listVisiblePatients(ctx, actor.id, ['privacy'])
  const filter = { person_id: actor.id, patient_ids }
  const found = await readPage(db, listRows, countDataRequests, filter, query)
  const answered = found.rows.filter(({ state }) => state === 'respondida').map(({ id }) => id)
  await markAnswersRead(ctx, actor.id, 'privacy', answered)
  const ids = found.rows.map(({ id }) => id)
  const pickFiles = await readFiles(ctx, 'privacy', ids)
  return {
    requests: found.rows.map(({ kind, requester_id, due_at, ...row }) => ({
      ...row,
      receipt: formatReceipt(row.id, row.created_at),
      right: kind,
      is_own: requester_id === actor.id,
      due_on: lastDay(due_at),
      files: pickFiles(row.id, 'answer'),
    })),
    ...toPageFields(found, query),
  }
})
