import { ApiError } from '@mi-portal/contract/calls/api-error'
import { registrationEndpoints } from '@mi-portal/contract/registration'
import { cleanDocument, type DocumentTypeId } from '@mi-portal/contract/values/document-number'
import type { Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { limits } from '../../platform/security/rate-limiter.ts'
import { findPersonByDocument, getOutgrownStep } from '../people/read-people.ts'
import { type DocumentState, judgeDocument } from './registration.rules.ts'

export async function findDocumentState(
  ctx: Context,
  typeId: DocumentTypeId,
  number: string,
  country: string | null | undefined,
) {
  const person = await findPersonByDocument(ctx, typeId, number, country)
  if (person === null) return { person, may: 'free' as DocumentState }
  const may = judgeDocument({
    status: person.status,
    deleted: person.deleted_at !== null,
    deceased: person.deceased_at !== null,
    outgrown: getOutgrownStep(ctx, person) !== null,
    withoutAccount: person.without_account,
  })
  return { person, may }
}

export function rejectTaken(may: DocumentState): void {
  if (may === 'deleted') throw new ApiError('documentClosed', { param: 'document_number' })
  if (may === 'taken') throw new ApiError('documentTaken', { param: 'document_number' })
}

export const checkDocument = operation(registrationEndpoints.available, async (ctx, { params, query }) => {
  const { ipRateLimits, origin } = ctx
  const { document_type_id: typeId, document_number } = params
  const countedLimits = [limits.documentLook, limits.documentLookDay]
  const address = await ipRateLimits.admit('registration', countedLimits, origin.ip, query.altcha)
  const number = cleanDocument(typeId, document_number)
  const { may } = await findDocumentState(ctx, typeId, number, query.document_country)
  if (may === 'deleted' || may === 'taken') await address.countFailure()
  rejectTaken(may)
  return { registered: false }
})
