/** Accounts as staff administer them: found, opened, changed, disabled, and decided about. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { pageBody, pageReply, searchWords } from './paging.ts'
import { accountStatus, patient, type Role } from './people.ts'
import { checkSurnames, type Document, formDocumentType, personFields } from './registration.ts'
import { moment, sentMoment } from './values/dates.ts'
import { checkDocument, documentFields } from './values/document-number.ts'
import { idParam } from './values/ids.ts'
import { newPassword } from './values/password.ts'

const badUserId = 'ID de usuario inválido'

/** The two roles of staff's forms; which of staff is a super administrator is no form's affair. */
const personRole = { administrator: 1, patient: 2 } as const

export const personRoles = [
  { id: personRole.administrator, name: 'Administrador' },
  { id: personRole.patient, name: 'Paciente' },
] as const

export const accountStatuses = [
  { id: accountStatus.enabled, name: 'Habilitado' },
  { id: accountStatus.disabled, name: 'Deshabilitado' },
  { id: accountStatus.pending, name: 'Pendiente de validación' },
] as const

/** The role as staff's forms know it. */
export function personRoleOf(rol: Role): (typeof personRoles)[number] {
  return personRoles[rol === 'STANDART_ROLE' ? 1 : 0]
}

/** Business hours within which an account that waits is decided about. */
export const validationHours = 48

const named = z.object({ id: z.int(), name: z.string() })

const user = z.object({
  ...patient.shape,
  updated_at: moment(),
  person_role: named,
  person_role_id: z.int(),
  status_data: named,
  status_data_id: z.int(),
  region: z.nullable(named),
  /** The province. */
  city: z.nullable(named),
  commune: z.nullable(named),
  /** Its holder closed it. */
  deleted: z.boolean(),
  /** Of an account that waits for its validation: since when, and until when it is to be decided about. */
  waiting_since: z.nullable(moment()),
  due_at: z.nullable(moment()),
})
export type User = z.output<typeof user>

export const userSearch = z.object({
  /** Parts of names, document or e-mail, in any order; case, accents, dots and dashes do not count. */
  filter: searchWords(200),
  status: z.optional(
    z.nullable(
      z.union(
        [
          z.literal(''),
          z.literal(accountStatus.enabled),
          z.literal(accountStatus.disabled),
          z.literal(accountStatus.pending),
        ],
        'Selecciona Estado',
      ),
    ),
  ),
  /** Only those that have waited for their validation longer than promised. */
  late: z.optional(z.boolean()),
  ...pageBody(10),
})

/** What an account opened by staff consists of; `file`, `file_passport` and `file_passport_patient` travel beside it. */
function creation(role: '1' | '2') {
  return z
    .object({
      ...documentFields,
      document_type_id: formDocumentType(),
      ...personFields,
      person_role_id: z.optional(z.literal(role, 'Selecciona Rol')),
    })
    .check(checkDocument<Document>(), checkSurnames<{ last_name: string; second_name: string }>())
}
export const patientCreation = creation('2')
const administratorCreation = creation('1')

/** What a super administrator's account consists of; only whoever runs the installation makes one. */
export const superAdminCreation = z
  .object({
    ...documentFields,
    first_name: personFields.first_name,
    last_name: personFields.last_name,
    second_name: personFields.second_name,
    email: personFields.email,
    password: newPassword(),
  })
  .check(checkDocument<Document>(), checkSurnames<{ last_name: string; second_name: string }>())

// A form sends an empty field for what was not filled in.
const absentWhenEmpty = (value: unknown) => (value === '' ? undefined : value)

export const userEdit = z
  .object({
    id: idParam(badUserId),
    ...documentFields,
    document_type_id: formDocumentType(),
    ...personFields,
    /** Must be what it is. */
    person_role_id: z.optional(z.enum(['1', '2'], 'Selecciona Rol')),
    status_data_id: z.optional(z.enum(['1', '2'], 'Selecciona Estado')),
    /** A temporary one, for a day. */
    password: z.optional(z.pipe(z.transform(absentWhenEmpty), z.optional(newPassword()))),
    /** What the answer that was edited carried; with it nothing is overwritten that changed in the meantime. */
    updated_at: z.optional(
      z.pipe(z.transform(absentWhenEmpty), z.optional(sentMoment('Fecha de actualización inválida'))),
    ),
  })
  .check(checkDocument<Document>(), checkSurnames<{ last_name: string; second_name: string }>())

const pictures = ['file', 'file_passport', 'file_passport_patient'] as const
const withId = z.object({ id: idParam(badUserId) })

const decision = {
  params: withId,
  body: z.object({
    userStatus: z.optional(z.int()),
    /** Told to the person in the mail. */
    reason: z.optional(z.string().check(z.trim(), z.maxLength(500, 'Digita máximo 500 caracteres'))),
  }),
  reply: z.object({ patient: user }),
}

export const userEndpoints = {
  list: {
    method: 'POST',
    path: '/patients/pages',
    access: 'staff',
    summary: 'Accounts, newest first; those that wait for validation in the order they have waited',
    body: userSearch,
    reply: z.object({ patients: z.array(user), ...pageReply }),
  },
  one: {
    method: 'GET',
    path: '/patients/administrators/{id}',
    access: 'staff',
    summary: 'An account, as staff administer it',
    params: withId,
    reply: z.object({ data: user }),
  },
  createAdministrator: {
    method: 'POST',
    path: '/patients/administrators',
    access: 'superAdmin',
    summary: 'Opens an administrator’s account and mails a temporary password of seven days',
    form: administratorCreation,
    pictures,
    reply: z.object({ patient: user }),
  },
  createPatient: {
    method: 'POST',
    path: '/patients/administrators/patients',
    access: 'staff',
    summary: 'Opens a patient’s account and mails a temporary password of seven days',
    form: patientCreation,
    pictures,
    reply: z.object({ patient: user }),
  },
  edit: {
    method: 'PUT',
    path: '/patients/administrators',
    access: 'staff',
    summary: 'Changes an account; with `updated_at` only if nobody else changed it meanwhile',
    form: userEdit,
    pictures,
    reply: z.object({ patient: user }),
  },
  disable: {
    method: 'DELETE',
    path: '/patients/administrators/{id}',
    access: 'staff',
    summary: 'Disables an account and ends its sessions at once',
    params: withId,
    reply: z.object({}),
  },
  confirm: {
    method: 'PUT',
    path: '/patients/administrators/confirm/{id}',
    access: 'staff',
    summary: 'Validates a person waiting for it: the account is enabled and the person told',
    ...decision,
  },
  deny: {
    method: 'PUT',
    path: '/patients/administrators/deny/{id}',
    access: 'staff',
    summary: 'Denies the validation: the account is disabled and the person told why',
    ...decision,
  },
} as const satisfies EndpointTable
