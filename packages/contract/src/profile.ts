import * as z from 'zod/mini'
import { endpoints } from './calls/endpoint.ts'
import { pageQuery, pageReply } from './calls/paging.ts'
import { personFields } from './fields/person-fields.ts'
import { atMost } from './fields/text.ts'
import { patient } from './people.ts'
import { checkSurnames } from './registration.ts'
import { documentWithCheck } from './robot-check.ts'
import { day, moment } from './values/date-schemas.ts'
import { documentType } from './values/document-number.ts'
import { idParam } from './values/ids.ts'
import { newPassword } from './values/password.ts'

export const profileForms = {
  [documentType.run]: z.object(personFields).check(checkSurnames()),
  [documentType.passport]: z.object(personFields),
} as const

const shownName = z._default(z.string().check(atMost(200)), '')

/** The form in the browser when the names are proven: they are only shown, so the rule for typed names does not apply. */
export const profileFormOfProven = z.object({
  ...personFields,
  first_name: z.string().check(atMost(200)),
  last_name: shownName,
  second_name: shownName,
})

export const passwordChange = z.object({
  oldPassword: z
    .string('Digita Actual contraseña')
    .check(z.minLength(1, 'Digita Actual contraseña'), atMost(1024)),
  password: newPassword('Digita Nueva contraseña'),
  temporaryKeyStatus: z.optional(z.boolean()),
})

const accessRoles = [
  'self',
  'guardian',
  'delegate',
  'share',
  'ADMIN_ROLE',
  'SUPER_ADMIN_ROLE',
  'STANDART_ROLE',
  'system',
  'anonymous',
] as const

const access = z.object({
  id: z.int(),
  at: moment(),
  /** The name of the person, or of the system that acted. */
  who: z.string(),
  role: z.enum(accessRoles),
  /** The action. It forms one sentence with `what`: «Vio», «tus próximas horas». */
  action: z.string(),
  what: z.string(),
  patient_full_name: z.string(),
  /** The way of access; for the caller's own sessions, with the beginning of the IP address. */
  from: z.string(),
  claim: z.nullable(
    z.object({
      receipt: z.string(),
      created_at: moment(),
      due_on: day(),
      state: z.enum(['pendiente', 'respondida']),
      answer: z.nullable(z.string()),
      answered_at: z.nullable(moment()),
    }),
  ),
  /** Whether the patient may claim the access: somebody else acted, and no claim about it is open. */
  may_claim: z.boolean(),
})
export type PatientAccess = z.output<typeof access>
export type AccessRole = PatientAccess['role']

/** The fields of the edit; without names when they are proven and so cannot change. The server knows whose document is a passport. */
const profileEdit = z.object({ ...personFields, first_name: z.optional(personFields.first_name) })
export type ProfileEdit = z.output<typeof profileEdit>

export const profileEndpoints = endpoints({ access: 'patient' })({
  edit: {
    route: 'PUT /patients',
    stepUp: true,
    summary: 'Changes the caller’s own data; a new e-mail address takes effect once it is confirmed',
    form: profileEdit,
    pictures: ['file'],
    reply: z.object({ data: z.object({ patient }) }),
  },
  close: {
    route: 'DELETE /patients',
    beforeConsent: true,
    stepUp: true,
    summary: 'Closes the caller’s account; the clinical record stays in the archive',
  },
  changePassword: {
    route: 'PUT /persons/passwords',
    access: 'signedIn',
    temporaryKey: true,
    beforeSecondFactor: true,
    beforeConsent: true,
    summary: 'Changes the caller’s password and ends their other sessions',
    body: passwordChange,
  },
  recover: {
    route: 'POST /auth/recover/passwords',
    access: 'public',
    summary: 'Sends a temporary password by e-mail; staff may request one for a user',
    body: documentWithCheck,
    reply: z.object({ patient: z.object({ document_number: z.string(), email: z.nullable(z.string()) }) }),
  },
  confirmEmail: {
    route: 'POST /persons/emails/confirm',
    access: 'public',
    summary:
      'Verifies the e-mail address to which the token was sent; a new address replaces the present one',
    mayBeOver: true,
    body: z.object({ token: z.string().check(z.minLength(20), atMost(100)) }),
    reply: z.object({ email: z.string() }),
  },
  photos: {
    route: 'GET /patients/photos/alls/{id}',
    access: 'signedIn',
    opens: 'id',
    summary: 'Returns addresses of a person’s images, valid for five minutes',
    params: z.object({ id: idParam('ID de usuario inválido') }),
    reply: z.object({
      file_profile: z.nullable(z.string()),
      file_passport: z.nullable(z.string()),
      file_passport_patient: z.nullable(z.string()),
      /** The person of an application that waits, with a RUN. */
      file_selfie: z.nullable(z.string()),
    }),
  },
  photo: {
    route: 'GET /patients/photos/files/{key}',
    access: 'key',
    summary: 'Returns an image by the key in its address',
    params: z.object({ key: z.string().check(atMost(400)) }),
    raw: true,
  },
  accesses: {
    route: 'GET /patients/accesses',
    summary:
      'Lists who looked at or changed the caller’s data, and the sign-ins of the account, accepted and rejected, latest first',
    query: z.safeExtend(pageQuery(20), {
      /** Days in Santiago, both included. */
      from: z.optional(day()),
      to: z.optional(day()),
      others: z.optional(z.literal('true')),
    }),
    reply: z.object({ accesses: z.array(access), ...pageReply }),
  },
})
