/** A person's own data and password, who looked at them, and closing the account. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { pageQuery, pageReply } from './paging.ts'
import { patient } from './people.ts'
import { checkSurnames, personFields } from './registration.ts'
import { solvedCheck } from './robot-check.ts'
import { day, moment } from './values/dates.ts'
import { checkDocument, type DocumentTypeId, documentFields } from './values/document-number.ts'
import { idParam } from './values/ids.ts'
import { newPassword } from './values/password.ts'

/** The text fields of a profile's edit; a new picture travels beside them as `file`. */
export const profileForm = z
  .object(personFields)
  .check(checkSurnames<{ last_name: string; second_name: string }>())

export const passwordChange = z.object({
  oldPassword: z
    .string('Digita Actual contraseña')
    .check(z.minLength(1, 'Digita Actual contraseña'), z.maxLength(1024)),
  password: newPassword('Digita Nueva contraseña'),
  temporaryKeyStatus: z.optional(z.boolean()),
})

/** Whose password was forgotten. */
export const recoveryRequest = z
  .object({
    ...documentFields,
    /** The solved robot check of the form `recover`, where an address is asked for it (429 with code 11). */
    altcha: solvedCheck(),
  })
  .check(
    checkDocument<{
      document_type_id: DocumentTypeId
      document_number: string
      altcha?: string | undefined
    }>(),
  )

/** In what role somebody looked at or changed a person's data. */
const accessRoles = [
  'self',
  'guardian',
  'share',
  'ADMIN_ROLE',
  'SUPER_ADMIN_ROLE',
  'STANDART_ROLE',
  'system',
  'anonymous',
] as const

const access = z.object({
  at: moment(),
  /** The person's name, or what acted where it was no person. */
  who: z.string(),
  role: z.enum(accessRoles),
  /** What was done and to what, in words that read as one sentence: «Vio», «tus próximas horas». */
  action: z.string(),
  what: z.string(),
  patient_full_name: z.string(),
  /** By what way; of the caller's own sessions with the beginning of the address. */
  from: z.string(),
})
export type PatientAccess = z.output<typeof access>
export type AccessRole = PatientAccess['role']

const period = pageQuery(20)

export const profileEndpoints = {
  edit: {
    method: 'PUT',
    path: '/patients',
    access: 'patient',
    summary: 'Changes the caller’s own data; a new e-mail counts once its mailbox confirms it',
    form: profileForm,
    pictures: ['file'],
    reply: z.object({ data: z.object({ patient }) }),
  },
  close: {
    method: 'DELETE',
    path: '/patients',
    access: 'patient',
    beforeConsent: true,
    summary: 'Closes the caller’s account; the clinical record stays in the archive',
    reply: z.object({}),
  },
  changePassword: {
    method: 'PUT',
    path: '/persons/passwords',
    access: 'signedIn',
    temporaryKey: true,
    beforeSecondFactor: true,
    beforeConsent: true,
    summary: 'Changes the caller’s password and ends their other sessions',
    body: passwordChange,
    reply: z.object({}),
  },
  recover: {
    method: 'POST',
    path: '/auth/recover/passwords',
    access: 'public',
    summary: 'Mails a temporary password; staff may ask one for a user',
    body: recoveryRequest,
    reply: z.object({ patient: z.object({ document_number: z.string(), email: z.nullable(z.string()) }) }),
  },
  confirmEmail: {
    method: 'POST',
    path: '/persons/emails/confirm',
    access: 'public',
    summary: 'Confirms a new e-mail from its own mailbox',
    mayBeOver: true,
    body: z.object({ token: z.string().check(z.minLength(20), z.maxLength(100)) }),
    reply: z.object({ email: z.string() }),
  },
  photos: {
    method: 'GET',
    path: '/patients/photos/alls/{id}',
    access: 'signedIn',
    summary: 'Addresses of a person’s pictures that live five minutes',
    params: z.object({ id: idParam('ID de usuario inválido') }),
    reply: z.object({
      file_profile: z.nullable(z.string()),
      file_passport: z.nullable(z.string()),
      file_passport_patient: z.nullable(z.string()),
    }),
  },
  photo: {
    method: 'GET',
    path: '/patients/photos/files/{key}',
    access: 'key',
    summary: 'A picture, by the key of its address',
    params: z.object({ key: z.string().check(z.maxLength(400)) }),
    raw: true,
    reply: z.unknown(),
  },
  accesses: {
    method: 'GET',
    path: '/patients/accesses',
    access: 'patient',
    summary: 'Who looked at or changed the caller’s data, latest first',
    query: z.object({
      ...period.shape,
      /** Days of Santiago, both included. */
      from: z.optional(day()),
      to: z.optional(day()),
      /** Leaves out what the caller did themself. */
      others: z.optional(z.literal('true')),
    }),
    reply: z.object({ accesses: z.array(access), ...pageReply }),
  },
} as const satisfies EndpointTable
