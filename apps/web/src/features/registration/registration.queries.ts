/** The calls of a registration. */
import { ApiError } from '@mi-portal/contract/api-error'
import { identityEndpoints } from '@mi-portal/contract/identity'
import { type DraftStatus, registrationEndpoints } from '@mi-portal/contract/registration'
import { cleanDocument, type DocumentTypeId } from '@mi-portal/contract/values/document-number'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { sendWithRobotCheck } from '../../lib/robot-check.ts'
import { clearRegistration, getRegistration } from '../../lib/session.ts'
import { waitForOutcome } from '../../lib/wait-for-outcome.ts'
import type { CleanAccount } from './registration.rules.ts'

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

interface RegistryPerson {
  first_name: string
  last_name: string
  second_name: string
  date_birth: string
}

/** Loads the civil registry's data of a run whose identity check passed. */
export function registryPersonQuery(rut: string, solem: string | undefined) {
  return queryOptions({
    queryKey: ['registration', 'registry', rut, solem],
    enabled: solem !== undefined,
    queryFn: async ({ signal }): Promise<RegistryPerson> => {
      const { names, lastname, date_birth } = await call(
        identityEndpoints.info,
        { params: { rut } },
        { signal, fallback: 'Error server al obtener nombres', headers: { 'x-identity': solem ?? '' } },
      )
      const [first = '', ...rest] = lastname.trim().split(/\s+/)
      return { first_name: names.trim(), last_name: first, second_name: rest.join(' '), date_birth }
    },
  })
}

/** Loads whether staff validate a RUN with photos, in place of an identity check. */
export const identityModeQuery = queryOptions({
  queryKey: ['registration', 'mode'],
  queryFn: ({ signal }) => call(identityEndpoints.mode, {}, { signal }),
})

/** What a registration has opened. */
export interface Registered {
  status: number
  /** Key of the page on which the applicant follows an application that waits; null if the account is enabled. */
  applicationKey: string | null
}

/** Opens the account, or applies for one, and reports the outcome as the state of the registration. */
export function useRegisterPatient(solem: string | undefined) {
  return useMutation({
    mutationFn: async (values: CleanAccount) => {
      await saveRegistrationDraft('up_register_submit')
      const result = await waitForOutcome(registerPatient(values, solem))
      if (result instanceof ApiError) {
        void saveRegistrationDraft('err_register_final')
        throw result
      }
      void saveRegistrationDraft('up_register_final')
      return result
    },
    onSuccess: clearRegistration,
  })
}

async function registerPatient(values: CleanAccount, solem: string | undefined): Promise<Registered> {
  const { password_confirmation: _, one_name: __, privacy_version, ...fields } = values
  const form = new FormData()
  const number = card?.document === documentKey(values) ? card.number : undefined
  for (const [name, value] of Object.entries({
    ...fields,
    document_country: fields.document_country || undefined,
    privacy_version: privacy_version || undefined,
    solem,
    number,
  })) {
    if (value !== undefined && value !== null) form.set(name, value instanceof File ? value : String(value))
  }
  const { patient, application_key } = await sendWithRobotCheck('registration', (altcha) => {
    if (altcha !== undefined) form.set('altcha', altcha)
    return call(
      registrationEndpoints.register,
      { form },
      { fallback: 'No ha sido posible completar el registro' },
    )
  })
  return { status: patient.status, applicationKey: application_key }
}
