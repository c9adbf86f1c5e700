import { toPageFields } from '@mi-portal/contract/calls/paging'
import { documentEndpoints } from '@mi-portal/contract/service-requests/documents'
import { operation } from '../../../platform/context/operation.ts'
import { readPage } from '../../../platform/database/database.ts'
import { listVisiblePatients } from '../read-answers.ts'
import { readFiles } from '../request-files.ts'
import { countDocumentRequests, listDocumentKinds, listDocumentRequests } from './documents.sql.ts'

export const listKinds = operation(documentEndpoints.kinds, async ({ db }) => ({
  documents: await db.run(listDocumentKinds, {}),
}))

export const listDocuments = operation(documentEndpoints.list, async (ctx, { query }) => {
  const { db, actor } = ctx
  const patient_ids = await listVisiblePatients(ctx, actor.id, ['documents'])
  const filter = { requester_id: actor.id, patient_ids }
  const found = await readPage(db, listDocumentRequests, countDocumentRequests, filter, query)
  const ids = found.rows.map(({ id }) => id)
  const pickFiles = await readFiles(ctx, 'documents', ids)
  return {
    requests: found.rows.map(({ kind_id, kind_name, created_at, ...row }) => ({
      ...row,
      document: { id: kind_id, name: kind_name },
      application_date: created_at,
      files: pickFiles(row.id, 'answer'),
    })),
    ...toPageFields(found, query),
  }
})
