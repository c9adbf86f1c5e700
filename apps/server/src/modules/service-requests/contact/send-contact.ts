import { ApiError } from '@mi-portal/contract/api-error'
import {
  branchCode,
  contactEndpoints,
  contactOptionsOf,
  findContactErrors,
  readExamDate,
  reasonAsks,
} from '@mi-portal/contract/contact'
import { operation } from '../../../platform/context/operation.ts'
import { authorizeRequest, submitRequest } from '../submit-request.ts'
import type { ContactFields } from './contact.sql.ts'

/** Sends a message about the caller or a patient in their care. Fields that the reason does not ask for are not stored. */
export const sendContact = operation(contactEndpoints.send, async (ctx, { form, files }) => {
  const offered = contactOptionsOf(ctx.publicClinic())
  const fieldErrors = findContactErrors(form, offered)
  if (fieldErrors.length > 0) throw new ApiError('invalid', { fieldErrors })
  const asks = reasonAsks(form.reason_contact_id, offered)
  const patient = await authorizeRequest(ctx, 'contact', form.patient_id)
  const { examDate, examType: exam_type, examName: exam_name, sucursal } = form
  const fields: ContactFields = {
    matter: 'contact',
    reason_id: Number(form.reason_contact_id),
    message: form.message,
    ...(asks.exam ? { exam_date: readExamDate(examDate), exam_type, exam_name } : {}),
    branch: (asks.branch && branchCode(sucursal, offered)) || null,
  }
  const { id } = await submitRequest(ctx, { matter: 'contact', patient, fields, files })
  return { contactId: id }
})
