import { ApiError } from '@mi-portal/contract/calls/api-error'
import { complaintReason, complaintTerm, getTermStart } from '@mi-portal/contract/complaints'
import {
  branchCode,
  contactEndpoints,
  findContactErrors,
  getContactOptions,
  readExamDate,
  reasonAsks,
} from '@mi-portal/contract/service-requests/contact'
import { operation } from '../../../platform/context/operation.ts'
import { getDueMoment } from '../../deadlines/get-due-moment.ts'
import { authorizeRequest, submitRequest } from '../submit-request.ts'
import type { ContactFields } from './contact.sql.ts'

export const sendContact = operation(contactEndpoints.send, async (ctx, { form, files }) => {
  const offered = getContactOptions(ctx.publicClinic())
  const fieldErrors = findContactErrors(form, offered)
  if (fieldErrors.length > 0) throw new ApiError('invalid', { fieldErrors })
  const asks = reasonAsks(form.reason_contact_id, offered)
  const patient = await authorizeRequest(ctx, 'contact', form.patient_id)
  const { examDate, examType: exam_type, examName: exam_name, sucursal } = form
  const matter = Number(form.reason_contact_id) === complaintReason ? 'complaints' : 'contact'
  const fields: ContactFields = {
    matter,
    reason_id: Number(form.reason_contact_id),
    message: form.message,
    ...(asks.exam ? { exam_date: readExamDate(examDate), exam_type, exam_name } : {}),
    branch: (asks.branch && branchCode(sucursal, offered)) || null,
  }
  if (matter === 'contact') {
    const { id } = await submitRequest(ctx, { matter, patient, fields, files })
    return { contactId: id, complaint: null }
  }
  const due_at = await getDueMoment(ctx.db, complaintTerm, getTermStart(ctx.clock.now()))
  const { id, number } = await submitRequest(ctx, { matter, patient, fields, files, due_at })
  return { contactId: id, complaint: { number, due_at } }
})
