import { ApiError, type ApiErrorCode, type FieldError } from '@mi-portal/contract/calls/api-error'
import {
  erasableFields,
  type Identity,
  type PersonalData,
  personalDataFields,
} from '@mi-portal/contract/fields/person-fields'
import { accountStatus, type Role } from '@mi-portal/contract/people'
import {
  accountStatuses,
  type DenialReason,
  denialReasonLabels,
  denialReasons,
  withoutAccount,
} from '@mi-portal/contract/users'
import { santiago, showDay } from '@mi-portal/contract/values/dates'
import { type DocumentTypeId, documentType } from '@mi-portal/contract/values/document-number'
import { maskEmail } from '@mi-portal/contract/values/email'

export const personChanged = 'Los datos de esta persona cambiaron desde que se pidió'
export const accountChanged = 'Esta cuenta cambió desde que se pidió'
export const isGuardianEmail = 'El e-mail es de quien representa a esta persona'

export function describeStatus({
  without_account,
  deleted_at,
  status,
}: {
  readonly without_account: boolean
  readonly deleted_at: Date | null
  readonly status: number
}): { id: number; name: string } {
  if (without_account && status === accountStatus.disabled && deleted_at === null) return withoutAccount
  return { id: status, name: accountStatuses.find(({ id }) => id === status)?.name ?? '' }
}

export function decided(
  approved: boolean,
  type: DocumentTypeId,
): { status: number; status_passport: boolean } {
  return {
    status: approved ? accountStatus.enabled : accountStatus.disabled,
    status_passport: approved && type === documentType.passport,
  }
}

export function describeReasons(reasons: readonly DenialReason[], text: string): string {
  return [...denialReasons.filter((id) => reasons.includes(id)).map((id) => denialReasonLabels[id]), text]
    .filter(Boolean)
    .join(' ')
}

type Decision = { readonly approved: boolean; readonly decided_by: number }

export function isRepeated(last: Decision | null, approved: boolean, actorId: number): boolean {
  return last !== null && last.approved === approved && last.decided_by === actorId
}

export function findDisablingError(
  self: boolean,
  target: Role,
  otherSuperAdmins: number,
): ApiErrorCode | null {
  if (self) return 'ownAccount'
  return target === 'SUPER_ADMIN_ROLE' && otherSuperAdmins === 0 ? 'lastSuperAdmin' : null
}

/** Hours for which a password that staff typed opens the account, together with the code from the owner's mailbox. */
export const typedPasswordHours = 24

export function isOtherMailbox(before: string | null, after: string | null): boolean {
  return before?.toLowerCase() !== after?.toLowerCase()
}

type Document = Pick<Identity, 'document_type_id' | 'document_number' | 'document_country'>

export type StoredData = Document &
  Omit<PersonalData, 'date_birth' | 'gender_id'> &
  Pick<Identity, 'date_birth' | 'gender_id'> & { readonly email: string | null }

export type PersonData = Identity &
  Pick<StoredData, 'preferred_name'> & { readonly [Field in keyof StoredData]: StoredData[Field] | null }

/** Every field that staff can change, as the mail to the owner names it. A field of a person's data without a name does not compile. */
const fieldNames: Readonly<Record<keyof StoredData, string>> = {
  document_type_id: 'el documento',
  document_number: 'el documento',
  document_country: 'el país del pasaporte',
  first_name: 'los nombres',
  last_name: 'el primer apellido',
  second_name: 'el segundo apellido',
  preferred_name: 'el nombre social',
  date_birth: 'la fecha de nacimiento',
  nationality_id: 'la nacionalidad',
  forecast_id: 'la previsión',
  gender_id: 'el género',
  email: 'el e-mail',
  phone: 'el teléfono',
  address: 'la dirección',
  commune_id: 'la comuna',
}

const pictureNames: Readonly<Record<string, string>> = {
  file: 'la foto',
  file_passport: 'la imagen del pasaporte',
  file_passport_patient: 'la foto con el pasaporte',
}

/**
 * Names what an edit by staff stores, for the mail to the owner of the account: `el e-mail y el teléfono`; empty if nothing changed. Of what
 * waits for a second member of staff a mail is sent once it is confirmed.
 */
export function describeChangedFields(
  before: PersonData,
  after: PersonData,
  pictures: readonly string[],
): string {
  const fields = (Object.keys(fieldNames) as (keyof StoredData)[]).filter((field) =>
    field === 'email' ? isOtherMailbox(before.email, after.email) : before[field] !== after[field],
  )
  const names = [
    ...fields.map((field) => fieldNames[field]),
    ...pictures.map((name) => pictureNames[name] ?? name),
  ]
  return new Intl.ListFormat('es', { type: 'conjunction' }).format(new Set(names))
}

export function describeChange(what: string, at: Date): string {
  const { day, time } = santiago(at)
  return `un cambio de la clínica en ${what}, el ${showDay(day)} a las ${time}`
}

const traced = [
  'document_type_id',
  'document_number',
  'document_country',
  ...personalDataFields,
  'email',
  'status',
] as const
type Traced = Readonly<Record<(typeof traced)[number], unknown>>

function maskErasable(field: string, value: unknown): unknown {
  if (typeof value !== 'string' || value === '') return value
  if (field === 'email') return maskEmail(value)
  if (field === 'phone') return `•••••${value.slice(-3)}`
  return erasableFields.some((erasable) => erasable === field) ? '•••••' : value
}

export function traceChanges(before: Traced, after: Traced) {
  const changed = traced.filter((field) => before[field] !== after[field])
  const side = (of: Traced) =>
    Object.fromEntries(changed.map((field) => [field, maskErasable(field, of[field])]))
  return { changed, before: side(before), after: side(after) }
}

export function rejectFieldErrors(fieldErrors: readonly FieldError[]): void {
  if (fieldErrors.length > 0) throw new ApiError('invalid', { fieldErrors, msg: fieldErrors[0]?.msg })
}
