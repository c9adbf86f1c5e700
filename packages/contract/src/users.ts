import * as z from 'zod/mini'
import { documentUnchecked } from './account-security.ts'
import { counterCode } from './applications.ts'
import { endpoints } from './calls/endpoint.ts'
import { orderBy, pageBody, pageReply, searchWords } from './calls/paging.ts'
import { confirmationKinds } from './confirmations.ts'
import {
  checkCountry,
  checkDocument,
  documentFields,
  documentTypeId,
  passportCountry,
} from './fields/document-schemas.ts'
import { answeredPersonFields, nameFields, personFields } from './fields/person-fields.ts'
import { atMost } from './fields/text.ts'
import { accountStatus, patient, type Role } from './people.ts'
import { roles } from './permissions/roles.ts'
import { checkSurnames, formDocumentType } from './registration.ts'
import { day, moment, sentMoment } from './values/date-schemas.ts'
import { id, idParam } from './values/ids.ts'
import { newPassword } from './values/password.ts'

const badUserId = 'ID de usuario inválido'

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

/** The state of a person whom the clinic knows and who has no account: sign-in is not possible, and staff can open an account. */
export const withoutAccount = { id: 4, name: 'Sin cuenta' } as const

export function getPersonRole(rol: Role): (typeof personRoles)[number] {
  return personRoles[rol === 'STANDART_ROLE' ? 1 : 0]
}

/** The standard reasons of a denial. The person reads the sentences in an e-mail, and what staff typed besides on the page of the application. */
export const denialReasons = ['unreadable', 'incomplete', 'expired', 'other-data', 'other-face'] as const
export type DenialReason = (typeof denialReasons)[number]
export const denialReasonLabels: Readonly<Record<DenialReason, string>> = {
  unreadable: 'Las fotografías no se leen con claridad.',
  incomplete: 'Falta una parte del documento en las fotografías.',
  expired: 'El documento está vencido.',
  'other-data': 'Tus datos no coinciden con los del documento.',
  'other-face': 'La persona de la foto no parece la del documento.',
}

const named = z.object({ id: z.int(), name: z.string() })

const user = z.object({
  ...patient.shape,
  email_verified: z.boolean(),
  updated_at: moment(),
  person_role: named,
  person_role_id: z.int(),
  status_data: named,
  status_data_id: z.int(),
  region: z.nullable(named),
  city: z.nullable(named),
  commune: z.nullable(named),
  deleted: z.boolean(),
  /** Only of a person who died: the day, or null where it is not known. */
  deceased_on: z.optional(z.nullable(day())),
  /**
   * Only of a pending account with an application: what the clinic knew of the person before, in place of which the other fields show
   * what was applied for. Null if the clinic did not know the person.
   */
  known: z.optional(z.nullable(z.object(answeredPersonFields))),
  /** Only of a pending account that cannot be approved, because a person who represents the applicant has the same mailbox. */
  guardian_mailbox: z.optional(z.literal(true)),
  /** Only of a pending account with a RUN: id of the photo of the applicant. */
  image_store_selfie: z.nullable(z.int()),
  /** Only of a pending account: since when it has been pending, and until when staff have to decide. */
  waiting_since: z.nullable(moment()),
  due_at: z.nullable(moment()),
})
export type User = z.output<typeof user>

/** A row of the list: no more than staff need to choose the person whom they open, who may share a name with others. */
const listedUser = z.object({
  id: id(),
  document_type_id: documentTypeId(),
  document_number: z.string(),
  document_country: z.optional(z.nullable(z.string())),
  first_name: z.string(),
  last_name: z.string(),
  second_name: z.string(),
  age: z.nullable(z.int()),
  rol: z.enum(roles),
  status_data: named,
  status_data_id: z.int(),
  deleted: z.boolean(),
  due_at: z.nullable(moment()),
})
export type ListedUser = z.output<typeof listedUser>

/** The letters and digits with which a search begins. */
const shortestSearch = 3

/** Returns what a search text lacks; null for one that can be searched, or is empty. */
export function findSearchError(filter: string | null | undefined): string | null {
  const typed = (filter ?? '').match(/[\p{L}\p{N}]/gu)?.length ?? 0
  return typed > 0 && typed < shortestSearch ? `Escribe al menos ${shortestSearch} letras o números` : null
}

const peopleSearch = searchWords(200).check(
  z.check<string | null | undefined>((payload) => {
    const message = findSearchError(payload.value)
    if (message !== null) payload.issues.push({ code: 'custom', message, input: payload.value })
  }),
)

/** The columns by which accounts are sorted, while there are no more than are counted exactly. */
export const userColumns = ['first_name', 'document_number', 'status_data_id'] as const

const userSearch = z.safeExtend(pageBody(10), {
  ...orderBy(userColumns),
  /**
   * Parts of names, document or e-mail, in any order, or a whole phone; case, accents and punctuation are ignored. At least three
   * letters or digits. Without it only accounts that wait for validation are listed.
   */
  filter: peopleSearch,
  status: z.optional(
    z.nullable(
      z.union(
        [
          z.literal(''),
          z.literal(accountStatus.enabled),
          z.literal(accountStatus.disabled),
          z.literal(accountStatus.pending),
          z.literal(withoutAccount.id),
        ],
        'Selecciona Estado',
      ),
    ),
  ),
  late: z.optional(z.boolean()),
})

/**
 * The fields of an account that staff open. `file`, `file_passport` and `file_passport_patient` are sent in the
 * same form.
 */
function creation(role: '1' | '2') {
  return z
    .object({
      ...documentFields,
      document_type_id: formDocumentType(),
      ...personFields,
      person_role_id: z.optional(z.literal(role, 'Selecciona Rol')),
    })
    .check(checkDocument(), checkCountry(), checkSurnames())
}
export const patientCreation = creation('2')
export type PatientCreation = z.output<typeof patientCreation>
const administratorCreation = creation('1')

/** The fields of a record without an account. The e-mail address is only for contact. */
const recordCreation = z
  .object({
    ...documentFields,
    ...nameFields,
    date_birth: personFields.date_birth,
    phone: personFields.phone,
    email: z.optional(z.nullable(personFields.email)),
  })
  .check(checkDocument(), checkCountry(), checkSurnames())

/** The fields of a super administrator's account, which only the operator of the installation can create. */
export const superAdminFields = {
  ...documentFields,
  ...nameFields,
  email: personFields.email,
  password: newPassword(),
}

export const superAdminCreation = z.object(superAdminFields).check(checkDocument(), checkSurnames())

// A form sends empty text for a field that was not filled in.
const absentWhenEmpty = (value: unknown) => (value === '' ? undefined : value)

export const userEdit = z
  .object({
    id: idParam(badUserId),
    ...documentFields,
    document_type_id: formDocumentType(),
    ...personFields,
    /** Must be the account's current role. */
    person_role_id: z.optional(z.enum(['1', '2'], 'Selecciona Rol')),
    status_data_id: z.optional(z.enum(['1', '2'], 'Selecciona Estado')),
    /** A temporary password, valid for one day. */
    password: z.optional(z.pipe(z.transform(absentWhenEmpty), z.optional(newPassword()))),
    /**
     * The `updated_at` of the answer that was edited. With it, an edit does not overwrite a change made meanwhile.
     */
    updated_at: z.optional(
      z.pipe(z.transform(absentWhenEmpty), z.optional(sentMoment('Fecha de actualización inválida'))),
    ),
  })
  .check(checkDocument(), checkSurnames())

const pictures = ['file', 'file_passport', 'file_passport_patient'] as const
const waiting = z.array(z.enum(confirmationKinds))
const withId = z.object({ id: idParam(badUserId) })

const decision = {
  userStatus: z.optional(z.int()),
  /** The reason that staff typed. It is not in the e-mail to the person, who reads it on the page of the application. */
  reason: z.optional(z.string().check(z.trim(), atMost(500, 'Digita máximo 500 caracteres'))),
}
const decided = z.object({ patient: user, waiting })

const noInPersonReason = 'Escribe por qué confirmas en persona'

export function inPersonReason() {
  return z
    .string(noInPersonReason)
    .check(z.trim(), z.minLength(3, noInPersonReason), atMost(500, 'Digita máximo 500 caracteres'))
}

export const userEndpoints = endpoints({ access: 'staff', permission: 'users.edit' })({
  list: {
    route: 'POST /patients/pages',
    permission: 'users.read',
    summary:
      'Finds accounts by name, document, phone or e-mail, newest first, and lists those pending validation, oldest first',
    body: userSearch,
    reply: z.object({ patients: z.array(listedUser), ...pageReply }),
  },
  one: {
    route: 'GET /patients/administrators/{id}',
    permission: 'users.read',
    opens: 'id',
    summary: 'Returns an account for its administration',
    params: withId,
    reply: z.object({ data: user }),
  },
  createAdministrator: {
    route: 'POST /patients/administrators',
    permission: 'staff.manage',
    summary:
      'Opens an administrator’s account and mails a temporary password of seven days; a second super administrator, where there is one, confirms it before',
    form: administratorCreation,
    pictures,
    reply: z.object({ patient: user, waiting }),
  },
  createPatient: {
    route: 'POST /patients/administrators/patients',
    summary:
      'Opens a patient’s account and mails a temporary password of seven days. If the person has a record, another member of staff confirms what is in `waiting` first',
    form: patientCreation,
    pictures,
    reply: z.object({ patient: user, waiting }),
  },
  createRecord: {
    route: 'POST /patients/administrators/records',
    summary: 'Creates the record of a patient without an account, who can be given appointments at once',
    body: recordCreation,
    reply: z.object({ patient: user }),
  },
  edit: {
    route: 'PUT /patients/administrators',
    opens: 'id',
    summary:
      'Changes an account; 409 if it was changed since `updated_at`. Another member of staff confirms what is in `waiting`',
    form: userEdit,
    pictures,
    reply: z.object({ patient: user, waiting }),
  },
  disable: {
    route: 'DELETE /patients/administrators/{id}',
    opens: 'id',
    summary:
      'Disables an account and ends its sessions at once; of an account that waits, the application is denied',
    params: withId,
  },
  reportDeath: {
    route: 'POST /patients/administrators/death/{id}',
    opens: 'id',
    summary: 'Requests that another member of staff confirms the death of a person, or its correction',
    params: withId,
    body: z.object({
      /** False: a death was recorded by mistake. */
      deceased: z.boolean('Revisa los datos ingresados'),
      deceased_on: z.optional(z.nullable(day())),
    }),
    reply: z.object({ waiting }),
  },
  confirm: {
    route: 'PUT /patients/administrators/confirm/{id}',
    permission: 'users.validate',
    opens: 'id',
    summary:
      'Validates an account that is pending: enables it and notifies the patient. If the person has a record, another member of staff confirms what is in `waiting` first',
    params: withId,
    body: z.object({
      ...decision,
      document_country: passportCountry(),
    }),
    reply: decided,
  },
  confirmInPerson: {
    route: 'PUT /patients/administrators/confirm/{id}/in-person',
    permission: 'users.validate',
    opens: 'id',
    summary:
      'Validates an account like `confirm`, for a person who came to the counter with the document and gave the code of the application, with the reason',
    params: withId,
    body: z.object({
      code: counterCode(),
      reason: inPersonReason(),
      document_checked: z.literal(true, documentUnchecked),
      document_country: passportCountry(),
    }),
    reply: decided,
  },
  deny: {
    route: 'PUT /patients/administrators/deny/{id}',
    permission: 'users.validate',
    opens: 'id',
    summary: 'Denies the validation of an account: disables it and sends the patient the reason',
    params: withId,
    body: z.object({
      ...decision,
      reasons: z.optional(z.array(z.enum(denialReasons)).check(z.maxLength(denialReasons.length))),
    }),
    reply: decided,
  },
})
