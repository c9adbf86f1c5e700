/** The values of staff's account form, its rules, and the order of its errors. */

import { checkCountry, checkDocument, documentFields } from '@mi-portal/contract/fields/document-schemas'
import {
  emptyPersonValues,
  personFields,
  pickFields,
  toPersonValues,
} from '@mi-portal/contract/fields/person-fields'
import { accountStatus } from '@mi-portal/contract/people'
import { checkSurnames, type Document } from '@mi-portal/contract/registration'
import { type User, userEndpoints, withoutAccount } from '@mi-portal/contract/users'
import { type DocumentTypeId, documentType, showDocument } from '@mi-portal/contract/values/document-number'
import { newPassword } from '@mi-portal/contract/values/password'
import * as z from 'zod/mini'

export const waitsForColleague = 'se abre cuando otra persona del equipo lo confirma.'

const photo = z.nullable(z.file())

const shared = {
  file: photo,
  file_passport: photo,
  file_passport_patient: photo,
  ...documentFields,
  document_country: z.string(),
  ...personFields,
  /** Only in EDIT. */
  status_data_id: z.string(),
  password: z.string(),
  password_confirmation: z.string(),
  /** Only in CREATE. */
  term: z.boolean(),
  /** Whether the passport has one name, without surnames. */
  one_name: z.boolean(),
}
type Surnames = { last_name: string; second_name: string }
const surnames = checkSurnames<Document & Surnames & { one_name: boolean }>()

/** The values of the fields: texts, answers and chosen photos. */
export type UserValues = z.input<typeof createForm>

const createForm = z
  .object({
    ...shared,
    term: z.boolean().check(z.refine((accepted) => accepted, 'Acepta términos y condiciones')),
  })
  .check(checkDocument(), checkCountry(), surnames)

const recordNames = ['first_name', 'last_name', 'second_name', 'date_birth', 'phone', 'email'] as const
/** The fields of a record without an account, in their order. */
const recordFields = ['document_number', 'document_country', ...recordNames] as const

/** The form of a record without an account. */
const recordForm = z
  .object({
    ...documentFields,
    document_country: z.string(),
    ...pickFields(personFields, recordNames),
    email: z.union([z.literal(''), personFields.email]),
  })
  .check(checkDocument(), checkCountry(), checkSurnames())

export type RecordValues = z.output<typeof recordForm>

export const recordRequest = { ...userEndpoints.createRecord, body: recordForm }

const optionalPassword = z.string().check(
  z.check<string>((payload) => {
    const read = payload.value === '' ? null : newPassword().safeParse(payload.value)
    const message = read?.error?.issues[0]?.message
    if (message) payload.issues.push({ code: 'custom', message, input: payload.value })
  }),
)

const editForm = z
  .object({
    ...shared,
    status_data_id: z.string().check(z.refine((id) => id === '1' || id === '2', 'Selecciona Estado')),
    password: optionalPassword,
  })
  .check(
    checkDocument(),
    surnames,
    z.refine(({ password, password_confirmation }) => password === password_confirmation, {
      message: 'Las contraseñas no coinciden',
      path: ['password_confirmation'],
      when: () => true,
    }),
  )

export const createRequest = { ...userEndpoints.createPatient, form: createForm }
export const editRequest = { ...userEndpoints.edit, form: editForm }

/** Returns an empty form, with the document from the address. */
export function emptyValues(document: { type: DocumentTypeId; number: string }): UserValues {
  return {
    file: null,
    file_passport: null,
    file_passport_patient: null,
    document_type_id: document.type,
    document_number: document.number === '' ? '' : showDocument(document.type, document.number),
    document_country: '',
    ...emptyPersonValues,
    status_data_id: '',
    password: '',
    password_confirmation: '',
    term: false,
    one_name: false,
  }
}

/** Returns an empty form of a record, with the document from the address. */
export function emptyRecord(document: Parameters<typeof emptyValues>[0]) {
  return pickFields(emptyValues(document), ['document_type_id', ...recordFields])
}

/** Returns whether staff open an account for this person when they save the form. */
export function opensAccount({ status_data_id }: Pick<User, 'status_data_id'>): boolean {
  return status_data_id === withoutAccount.id
}

/** Converts an account to the values of the form. */
export function toUserValues(user: User): UserValues {
  return {
    ...emptyValues({ type: user.document_type_id, number: user.document_number }),
    document_country: user.document_country ?? '',
    ...toPersonValues(user),
    one_name:
      user.document_type_id === documentType.passport && `${user.last_name}${user.second_name}` === '',
    status_data_id: user.deleted
      ? ''
      : String(opensAccount(user) ? accountStatus.enabled : user.status_data_id),
  }
}
