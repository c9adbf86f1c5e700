import * as z from 'zod/mini'
import { endpoints } from './calls/endpoint.ts'
import { checkDocument, documentFields, documentTypeId, passportCountry } from './fields/document-schemas.ts'
import { personFields } from './fields/person-fields.ts'
import { atMost, checkForm } from './fields/text.ts'
import { notifiedFields } from './notified.ts'
import { patient } from './people.ts'
import { solvedCheck } from './robot-check.ts'
import { day } from './values/date-schemas.ts'
import { type DocumentTypeId, documentType } from './values/document-number.ts'
import { email } from './values/email.ts'
import { countParam } from './values/ids.ts'
import { newPassword } from './values/password.ts'
import { cellphone } from './values/phone.ts'

const draftStatuses = [
  'sv_register_continuar',
  'sv_register_confirmar',
  'up_register_continuar',
  'up_register_submit',
  'up_register_final',
  'err_register_final',
] as const
export type DraftStatus = (typeof draftStatuses)[number]

const draft = {
  status: z.enum(draftStatuses, 'Estado inválido'),
  ...documentFields,
  email: email(),
  cellphone: cellphone(),
}
export type Document = {
  document_type_id: DocumentTypeId
  document_number: string
  document_country?: string | null | undefined
}

export const missingSurname = 'Digita Primer apellido'

/** A form with the names of a person. The type of the document is absent where the form does not ask for it. */
type NamedForm = {
  document_type_id?: DocumentTypeId | '1' | '2' | undefined
  last_name?: string
  second_name?: string
  /** Only in pages: whether the person says that the passport has one name. */
  one_name?: boolean
}

/** Returns whether the form lacks a surname. One of the two is enough, and a passport may have one name alone. */
export function lacksSurname({
  document_type_id,
  last_name,
  second_name,
  one_name = true,
}: NamedForm): boolean {
  if (Number(document_type_id) === documentType.passport && one_name) return false
  return !last_name?.trim() && !second_name?.trim()
}

export function checkSurnames<T extends NamedForm>() {
  return checkForm<T>((form) => (lacksSurname(form) ? [['last_name', missingSurname]] : []), true)
}

/** The document type as the text that a form sends; a page that checks its own form may pass the number. */
export function formDocumentType() {
  const text = z.pipe(
    z.enum(['1', '2']),
    z.transform((value: '1' | '2'): DocumentTypeId => (value === '1' ? 1 : 2)),
  )
  return z.union([documentTypeId(), text], 'Selecciona Tipo de documento')
}

/**
 * The text fields of a registration. Images are sent in the same form: `file`; of a passport `file_passport` and
 * `file_passport_patient`; of a RUN that staff validate the sides of the card in these two, and the person in `file_selfie`.
 */
export const registrationForm = z
  .object({
    ...documentFields,
    document_type_id: formDocumentType(),
    ...personFields,
    password: newPassword(),
    /**
     * The version of the terms that was accepted. Without it, registering counts as accepting the version in force.
     */
    terms_version: z.optional(
      z
        .string('Acepta términos y condiciones')
        .check(z.minLength(1, 'Acepta términos y condiciones'), atMost(40, 'Acepta términos y condiciones')),
    ),
    privacy_version: z.optional(z.string().check(atMost(40))),
    /** Id of the identity check that the person passed; required for a run. */
    solem: z.optional(z.string().check(atMost(100))),
    number: z.optional(z.string().check(atMost(20))),
    altcha: solvedCheck(),
  })
  .check(checkDocument(), checkSurnames())

const checked = z.object({ altcha: solvedCheck() })

export const registrationEndpoints = endpoints({ access: 'public' })({
  available: {
    route: 'GET /patients/validations/registrations/{document_type_id}/{document_number}',
    summary: 'Returns whether an account may be opened for an identity document',
    params: z
      .object({
        document_type_id: z.pipe(countParam(1, 2, 'Selecciona Tipo de documento'), documentTypeId()),
        document_number: documentFields.document_number,
      })
      .check(checkDocument()),
    query: z.object({ document_country: passportCountry(), altcha: solvedCheck() }),
    reply: z.object({ registered: z.boolean() }),
  },
  age: {
    route: 'GET /patients/validations/age/{date}',
    summary: 'Returns whether a person born on that day is a minor',
    params: z.object({ date: day('Selecciona Fecha de nacimiento') }),
    query: checked,
    reply: z.object({ is_minor: z.boolean(), msg: z.string() }),
  },
  saveDraft: {
    route: 'POST /audit/patient/register',
    summary: 'Stores the draft of a registration',
    body: z.object({ ...draft, altcha: solvedCheck() }).check(checkDocument()),
    reply: z.object({ id: z.string() }),
  },
  updateDraft: {
    route: 'PUT /audit/patient/register',
    summary: 'Updates the stored draft of a registration',
    body: z.object({ id: z.string().check(z.minLength(20), atMost(60)), ...draft }).check(checkDocument()),
    reply: z.object({ id: z.string() }),
  },
  register: {
    route: 'POST /patients',
    summary:
      'Registers a patient: the account is enabled for a RUN whose identity was checked, otherwise pending validation',
    form: registrationForm,
    pictures: ['file', 'file_passport', 'file_passport_patient', 'file_selfie'],
    reply: z.object({
      patient,
      /** Key of the page on which the applicant follows an application that waits; null if the account is enabled. */
      application_key: z.nullable(z.string()),
      ...notifiedFields,
    }),
  },
})
