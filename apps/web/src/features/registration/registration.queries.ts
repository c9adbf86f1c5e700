/** The calls with which a registration begins, and its draft. */
import { identityEndpoints } from '@mi-portal/contract/identity'
import { type DraftStatus, registrationEndpoints } from '@mi-portal/contract/registration'
import { cleanDocument, type DocumentTypeId } from '@mi-portal/contract/values/document-number'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { sendWithRobotCheck } from '../../lib/robot-check.ts'
import { getRegistration } from '../../lib/session.ts'

interface RegistrationDocument {
  document_type_id: DocumentTypeId
  document_number: string
  document_country?: string | null | undefined
}

/** Succeeds when an account may be opened for the document; otherwise fails with the server's message. */
export function useCheckAvailable() {
  return useMutation({ mutationFn: checkAvailable })
}

async function checkAvailable(document: RegistrationDocument) {
  const params = {
    document_type_id: document.document_type_id,
    document_number: cleanDocument(document.document_type_id, document.document_number),
  }
  await sendWithRobotCheck('registration', (altcha) =>
    call(
      registrationEndpoints.available,
      { params, query: { document_country: document.document_country || undefined, altcha } },
      { fallback: 'Error server al validar documento' },
    ),
  )
}

/** The card number with which this page's registration began; it is never stored on disk. */
let card: { document: string; number: string } | null = null

export function storeCardNumber(document: RegistrationDocument, number: string) {
  card = { document: documentKey(document), number }
}

/** Returns the card number with which the registration of this document began on this page. */
export function findCardNumber(document: RegistrationDocument): string | undefined {
  return card?.document === documentKey(document) ? card.number : undefined
}

/** The draft of this page's registration, with the secret id from the server. */
let draft: { id: string; document: string } | null = null

/**
 * Returns whether the registration in progress is for this document and this page has already saved a draft of it.
 */
export function hasDraft(document: RegistrationDocument): boolean {
  const stored = getRegistration()
  return (
    stored !== null &&
    documentKey(stored) === documentKey(document) &&
    draft?.document === documentKey(document)
  )
}

/**
 * Records how far a registration has come. The record is optional: the registration continues when it cannot be
 * saved.
 */
export async function saveRegistrationDraft(status: DraftStatus) {
  const data = getRegistration()
  if (!data) return
  const document = { document_type_id: data.document_type_id, document_number: data.document_number }
  const body = { ...document, status, email: data.email, cellphone: data.cellphone }
  try {
    const begins = status === 'sv_register_continuar'
    const { id } =
      draft && hasDraft(document) && !begins
        ? await call(registrationEndpoints.updateDraft, { body: { ...body, id: draft.id } })
        : await sendWithRobotCheck('registration', (altcha) =>
            call(registrationEndpoints.saveDraft, { body: { ...body, altcha } }),
          )
    draft = { id, document: documentKey(document) }
  } catch {
    draft = null
  }
}

function documentKey(document: RegistrationDocument): string {
  return `${document.document_type_id} ${document.document_number}`
}

/** Loads whether staff validate a RUN with photos, in place of an identity check. */
export const identityModeQuery = queryOptions({
  queryKey: ['registration', 'mode'],
  queryFn: ({ signal }) => call(identityEndpoints.mode, {}, { signal }),
})
