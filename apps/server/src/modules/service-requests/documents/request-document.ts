import { ApiError } from '@mi-portal/contract/calls/api-error'
import { documentEndpoints } from '@mi-portal/contract/service-requests/documents'
import { operation } from '../../../platform/context/operation.ts'
import { authorizeRequest, submitRequest } from '../submit-request.ts'
import { listDocumentKinds } from './documents.sql.ts'

export const requestDocument = operation(documentEndpoints.request, async (ctx, { body }) => {
  const { document, comment, family_member_id } = body
  const kinds = await ctx.db.run(listDocumentKinds, {})
  if (!kinds.some(({ id }) => id === document))
    throw new ApiError('invalid', { param: 'document', msg: 'Selecciona Documento' })
  const patient = await authorizeRequest(ctx, 'documents', family_member_id)
  const fields = { document_kind_id: document, comment }
  const { id } = await submitRequest(ctx, { matter: 'documents', patient, fields })
  return { documentRequestId: id }
})
