/** Opening an account: what is checked before, the draft of who began, and the registration itself. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { patient } from './people.ts'
import { solvedCheck } from './robot-check.ts'
import { day } from './values/dates.ts'
import {
  checkDocument,
  type DocumentTypeId,
  documentFields,
  documentTypeId,
} from './values/document-number.ts'
import { email } from './values/email.ts'
import { countParam } from './values/ids.ts'
import { newPassword } from './values/password.ts'
import { phone } from './values/phone.ts'

/** How far somebody has come; recorded with the draft. */
const draftStatuses = [
  'sv_register_continuar',
  'sv_register_confirmar',
  'up_register_continuar',
  'up_register_submit',
  'up_register_final',
  'err_register_final',
] as const
export type DraftStatus = (typeof draftStatuses)[number]

/** The mobile of a draft: eight digits, with or without the leading 9 and 56. Given on as eight digits. */
export function cellphone() {
  const wrong = 'Digita celular válido'
  return z.pipe(
    z.string(wrong).check(z.maxLength(16, wrong), z.regex(/^\s*(\+?56)?\s*9?\d{8}\s*$/, wrong)),
    z.transform((text: string) => text.trim().slice(-8)),
  )
}

/** The number printed on an identity card: letters and digits. */
export function cardNumber() {
  const wrong = 'Digita número de documento válido'
  return z.pipe(
    z
      .string('Digita número de documento')
      .check(z.trim(), z.minLength(1, 'Digita número de documento'), z.regex(/^[A-Za-z0-9.]{6,13}$/, wrong)),
    z.transform((text: string) => text.replaceAll('.', '').toUpperCase()),
  )
}

const draft = {
  status: z.enum(draftStatuses, 'Estado inválido'),
  ...documentFields,
  email: email(),
  cellphone: cellphone(),
}
export type Document = { document_type_id: DocumentTypeId; document_number: string }

const catalogueId = (message: string) =>
  z.pipe(
    z.string(message).check(z.regex(/^[1-9]\d{0,8}$/, message)),
    z.transform((text: string) => Number(text)),
  )

/** The fields of a person's data, as the text of a form; shared by registering, editing the profile and staff's forms. */
export const personFields = {
  first_name: z
    .string('Digita Nombre')
    .check(z.trim(), z.minLength(1, 'Digita Nombre'), z.maxLength(80, 'Digita Nombre')),
  last_name: z._default(z.string().check(z.trim(), z.maxLength(60, 'Digita Primer apellido')), ''),
  second_name: z._default(z.string().check(z.trim(), z.maxLength(60, 'Digita Segundo apellido')), ''),
  date_birth: day('Selecciona Fecha de nacimiento'),
  nationality_id: catalogueId('Selecciona Nacionalidad'),
  forecast_id: catalogueId('Selecciona Previsión'),
  gender_id: catalogueId('Selecciona Género'),
  email: email(),
  address: z
    .string('Digita Dirección')
    .check(z.trim(), z.minLength(1, 'Digita Dirección'), z.maxLength(200, 'Digita Dirección')),
  phone: phone(),
  region_id: catalogueId('Selecciona Región'),
  city_id: catalogueId('Selecciona Provincia'),
  commune_id: catalogueId('Selecciona Comuna'),
}

/** The first surname may be left out when the second is given. */
export function checkSurnames<T extends { last_name?: string; second_name?: string }>() {
  return z.check<T>(
    (payload) => {
      const { last_name: first, second_name: second } = payload.value
      if (!first?.trim() && !second?.trim()) {
        payload.issues.push({
          code: 'custom',
          message: 'Digita Primer apellido',
          path: ['last_name'],
          input: payload.value,
        })
      }
    },
    { when: () => true },
  )
}

/** The document's type as a form sends it: text; a page that checks the form itself may hand the number. */
export function formDocumentType() {
  const text = z.pipe(
    z.enum(['1', '2']),
    z.transform((value: '1' | '2'): DocumentTypeId => (value === '1' ? 1 : 2)),
  )
  return z.union([documentTypeId(), text], 'Selecciona Tipo de documento')
}

/** The text fields of a registration; `file`, `file_passport` and `file_passport_patient` travel beside them. */
export const registrationForm = z
  .object({
    ...documentFields,
    document_type_id: formDocumentType(),
    ...personFields,
    password: newPassword(),
    /** The version of the terms that were accepted. Who sends none accepts, by registering, the one in force. */
    terms_version: z.optional(
      z
        .string('Acepta términos y condiciones')
        .check(
          z.minLength(1, 'Acepta términos y condiciones'),
          z.maxLength(40, 'Acepta términos y condiciones'),
        ),
    ),
    /** The version of the privacy policy that was accepted, in a box of its own; absent where it was not. */
    privacy_version: z.optional(z.string().check(z.maxLength(40))),
    /** Names the identity check that was passed; a run needs it. */
    solem: z.optional(z.string().check(z.maxLength(100))),
    /** The card number given at the registration home. */
    number: z.optional(z.string().check(z.maxLength(20))),
    altcha: solvedCheck(),
  })
  .check(checkDocument<Document>(), checkSurnames<{ last_name: string; second_name: string }>())

/** The solved robot check of the form `registration`, where an address is asked for it (429 with code 11). */
const checked = z.object({ altcha: solvedCheck() })

export const registrationEndpoints = {
  available: {
    method: 'GET',
    path: '/patients/validations/registrations/{document_type_id}/{document_number}',
    access: 'public',
    summary: 'Whether an account may be opened for a document',
    params: z
      .object({
        document_type_id: z.pipe(countParam(1, 2, 'Selecciona Tipo de documento'), documentTypeId()),
        document_number: documentFields.document_number,
      })
      .check(checkDocument<Document>()),
    query: checked,
    reply: z.object({ registered: z.boolean() }),
  },
  age: {
    method: 'GET',
    path: '/patients/validations/age/{date}',
    access: 'public',
    summary: 'Whether who was born that day is a minor',
    params: z.object({ date: day('Selecciona Fecha de nacimiento') }),
    query: checked,
    reply: z.object({ is_minor: z.boolean(), msg: z.string() }),
  },
  saveDraft: {
    method: 'POST',
    path: '/audit/patient/register',
    access: 'public',
    summary: 'Keeps how far somebody has come',
    body: z.object({ ...draft, altcha: solvedCheck() }).check(checkDocument<Document>()),
    reply: z.object({ id: z.string() }),
  },
  updateDraft: {
    method: 'PUT',
    path: '/audit/patient/register',
    access: 'public',
    summary: 'The same, for a draft that is already kept',
    body: z
      .object({ id: z.string().check(z.minLength(20), z.maxLength(60)), ...draft })
      .check(checkDocument<Document>()),
    reply: z.object({ id: z.string() }),
  },
  register: {
    method: 'POST',
    path: '/patients',
    access: 'public',
    summary: 'Opens an account: enabled for a run whose identity was checked, pending validation otherwise',
    form: registrationForm,
    pictures: ['file', 'file_passport', 'file_passport_patient'],
    reply: z.object({ patient }),
  },
} as const satisfies EndpointTable
