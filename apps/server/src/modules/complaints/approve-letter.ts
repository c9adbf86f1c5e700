import { ApiError } from '@mi-portal/contract/calls/api-error'
import { complaintEndpoints, formatComplaintNumber } from '@mi-portal/contract/complaints'
import { showDocumentWithCountry } from '@mi-portal/contract/fields/country'
import { operation } from '../../platform/context/operation.ts'
import { brokenConstraint } from '../../platform/database/constraint-errors.ts'
import { findRow } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/statement.ts'
import { documentHeaders, formatDisposition } from '../../platform/http/headers.ts'
import { storeAnswer } from '../service-requests/inbox/answer-request.ts'
import { findInboxRequest } from '../service-requests/inbox/find-inbox-request.ts'
import { storeFiles } from '../uploads/store-files.ts'
import { approveLetter, type findComplaint, findStaffName } from './complaints.sql.ts'
import { findVisibleComplaint } from './read-complaints.ts'

function getName({ id, created_at }: { readonly id: number; readonly created_at: Date }): string {
  return `respuesta-${formatComplaintNumber(id, created_at)}.pdf`
}

const getDocument = (row: Row<typeof findComplaint>) =>
  showDocumentWithCountry(row.document_type_id, row.document_number, row.document_country)

export const previewLetter = operation(complaintEndpoints.preview, async (ctx, { params: { id }, reply }) => {
  const complaint = await findVisibleComplaint(ctx, id)
  if (complaint.text === null) throw new ApiError('notFound')
  await ctx.audit.record('complaints.open', { patientId: complaint.patient_id, object: `complaints=${id}` })
  const { drawLetter } = await import('./letter-pdf.ts')
  const content = await drawLetter({
    letterhead: await ctx.readLetterhead(),
    complaint,
    document: getDocument(complaint),
    text: complaint.text,
    signatures: null,
    madeAt: ctx.clock.now(),
  })
  return reply
    .headers(documentHeaders)
    .header('content-disposition', formatDisposition('attachment', `borrador-${getName(complaint)}`))
    .type('application/pdf')
    .send(Buffer.from(content))
})

export const approveComplaintLetter = operation(
  complaintEndpoints.approve,
  async (ctx, { params: { id }, body: { written_at } }) => {
    const { db, actor, clock } = ctx
    const complaint = await findVisibleComplaint(ctx, id)
    const { text, written_at: writtenAt, writer_full_name } = complaint
    if (text === null || writtenAt === null) throw new ApiError('notFound')
    const request = await findInboxRequest(db, actor, { matter: 'complaints', id })
    const now = clock.now()
    const approver = await findRow(db, findStaffName, { id: actor.id })
    const { drawLetter } = await import('./letter-pdf.ts')
    const content = await drawLetter({
      letterhead: await ctx.readLetterhead(),
      complaint,
      document: getDocument(complaint),
      text,
      signatures: {
        author: { full_name: writer_full_name ?? '', at: writtenAt },
        approver: { full_name: approver?.full_name ?? '', at: now },
      },
      madeAt: now,
    })
    await storeFiles(ctx, [() => content], ([file]) => {
      if (!file) throw new Error('complaints: the letter was not written')
      const letter = { ...file, name: getName(complaint), media_type: 'application/pdf' }
      return db.transaction(async (tx) => {
        const approved = { id, seen: new Date(written_at), approved_by: actor.id, now }
        const signed = await findRow(tx, approveLetter, approved)
        if (signed?.text !== text) throw new ApiError('changedMeanwhile')
        await storeAnswer(ctx, tx, request, { text, files: [letter] })
      })
    }).catch((error: unknown) => {
      throw brokenConstraint(error) === 'complaint_letters_two_people'
        ? new ApiError('letterByAnother')
        : error
    })
    return {}
  },
)
