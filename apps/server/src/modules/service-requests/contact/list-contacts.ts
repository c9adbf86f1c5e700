import { toPageFields } from '@mi-portal/contract/calls/paging'
import { formatComplaintNumber } from '@mi-portal/contract/complaints'
import { contactEndpoints } from '@mi-portal/contract/service-requests/contact'
import { operation } from '../../../platform/context/operation.ts'
import { readPage } from '../../../platform/database/database.ts'
import { toTextPatterns } from '../../../platform/database/search-words.ts'
import { listVisiblePatients, markAnswersRead } from '../read-answers.ts'
import { readFiles } from '../request-files.ts'
import { countContacts, listContactReasons, listContacts as listRows } from './contact.sql.ts'

export const listReasons = operation(contactEndpoints.reasons, async ({ db }) => ({
  reasons: await db.run(listContactReasons, {}),
}))

export const listContacts = operation(contactEndpoints.pages, async (ctx, { body }) => {
  const { db, actor } = ctx
  const patient_ids = await listVisiblePatients(ctx, actor.id, ['contact', 'imaging', 'complaints'])
  const patterns = toTextPatterns(body.filter)
  const filter = { requester_id: actor.id, patient_ids, state: body.status ?? '' }
  const found =
    patterns === null
      ? { rows: [], total: 0, more: false }
      : await readPage(db, listRows, countContacts, { ...filter, patterns }, body)
  // The list shows the whole answer to a complaint. Other answers are read in their conversation.
  const answered = found.rows.filter(({ matter, state }) => matter === 'complaints' && state === 'respondida')
  const complaints = answered.map(({ id }) => id)
  await markAnswersRead(ctx, actor.id, 'complaints', complaints)
  const ids = found.rows.map(({ id }) => id)
  const pickFiles = await readFiles(ctx, 'contact', ids)
  return {
    contactUs: found.rows.map(({ subject, created_at, is_in_review, ...row }) => ({
      ...row,
      reason_contact: { name: subject },
      application_date: created_at,
      complaint:
        row.matter === 'complaints'
          ? { number: formatComplaintNumber(row.id, created_at), is_in_review }
          : null,
      files: pickFiles(row.id, 'answer'),
    })),
    ...toPageFields(found, body),
  }
})
