/** What may be changed of one's own data, whose password staff may renew, and how the audit trail reads to a patient. */
import type { FailureCode } from '@mi-portal/contract/failure'
import { accountStatus, type Role } from '@mi-portal/contract/people'
import type { AccessRole } from '@mi-portal/contract/profile'
import { addressBeginning } from '../session/devices.rules.ts'

/** What a profile's form holds, as it is kept; a picture and an e-mail are judged on their own. */
const editableFields = [
  'first_name',
  'last_name',
  'second_name',
  'date_birth',
  'nationality_id',
  'forecast_id',
  'gender_id',
  'address',
  'phone',
  'commune_id',
] as const
type EditableField = (typeof editableFields)[number]
type EditableData = { readonly [Name in EditableField]: string | number | null }

/** The fields in which two sets of data differ; never what they hold. */
export function changedFields(before: EditableData, after: EditableData): EditableField[] {
  return editableFields.filter((field) => before[field] !== after[field])
}

/** Mailboxes take no notice of case. */
export function sameMailbox(one: string | null, other: string | null): boolean {
  return (one ?? '').toLowerCase() === (other ?? '').toLowerCase()
}

/** How long a new e-mail waits for its mailbox, and how long a temporary password lives. */
export const profileLimits = { emailHours: 48, temporaryPasswordMinutes: 30 } as const

type Account = { readonly status: number; readonly deleted: boolean; readonly cameOfAge: boolean }

/** Why an account cannot be opened by a temporary password, or null. */
export function closedBecause(account: Account): 'deleted' | 'cameOfAge' | 'disabled' | 'pending' | null {
  if (account.deleted) return 'deleted'
  if (account.cameOfAge) return 'cameOfAge'
  if (account.status === accountStatus.disabled) return 'disabled'
  return account.status === accountStatus.pending ? 'pending' : null
}
export type ClosedBecause = NonNullable<ReturnType<typeof closedBecause>>

/** Why a member of staff may not have a temporary password sent to somebody, or null: administrators never touch administrators. */
export function recoveryRefusal(staff: Role, target: Role): FailureCode | null {
  return staff === 'ADMIN_ROLE' && target !== 'STANDART_ROLE' ? 'forbidden' : null
}

const rolesTold: Readonly<Record<string, AccessRole>> = {
  guardian: 'guardian',
  share: 'share',
  ADMIN_ROLE: 'ADMIN_ROLE',
  SUPER_ADMIN_ROLE: 'SUPER_ADMIN_ROLE',
  STANDART_ROLE: 'STANDART_ROLE',
  anonymous: 'anonymous',
}

/** In what role somebody acted, to the patient whose data it was. */
export function roleTold(actorRole: string, isSelf: boolean): AccessRole {
  return isSelf ? 'self' : (rolesTold[actorRole] ?? 'system')
}

/** Who acted where it was no person with an account. */
const unnamed: Readonly<Partial<Record<AccessRole, string>>> = {
  share: 'Persona con un enlace que compartiste',
  anonymous: 'Persona sin iniciar sesión',
}

export function whoTold(role: AccessRole, name: string | null, house: { readonly product: string }): string {
  return name ?? unnamed[role] ?? house.product
}

const ways: Readonly<Record<AccessRole, string>> = {
  self: 'Tu sesión',
  guardian: 'Sesión del portal',
  STANDART_ROLE: 'Sesión del portal',
  share: 'Enlace compartido',
  ADMIN_ROLE: 'Administración',
  SUPER_ADMIN_ROLE: 'Administración',
  system: 'Sistema',
  anonymous: 'Página pública',
}

/**
 * By what way it was done. The beginning of the address is told of the patient's own sessions alone, so that they can
 * recognise one that was not theirs: where other people sit is those people's own affair.
 */
export function wayTold(role: AccessRole, address: string | null): string {
  const beginning = role === 'self' && address !== null ? addressBeginning(address) : null
  return beginning === null ? ways[role] : `${ways[role]} (${beginning})`
}

type Words = { readonly action: string; readonly what: string }

const words: Readonly<Record<string, Words>> = {
  'people.read': { action: 'Vio', what: 'tus datos personales' },
  'appointments.upcoming': { action: 'Vio', what: 'tus próximas horas' },
  'appointments.history': { action: 'Vio', what: 'tus horas pasadas' },
  'appointments.cancel': { action: 'Canceló', what: 'una de tus horas' },
  'booking.book': { action: 'Reservó', what: 'una hora para ti' },
  'booking.move': { action: 'Cambió', what: 'una de tus horas' },
  'booking.preparation': { action: 'Vio', what: 'una de tus horas y cómo prepararte' },
  'exams.list': { action: 'Vio', what: 'la lista de tus exámenes' },
  'exams.view': { action: 'Abrió', what: 'uno de tus exámenes' },
  'exams.results': { action: 'Vio', what: 'los resultados de uno de tus exámenes' },
  'exams.file': { action: 'Descargó', what: 'el documento de uno de tus exámenes' },
  'exams.share': { action: 'Compartió', what: 'uno de tus exámenes con otra persona' },
  'fhir.search': { action: 'Consultó', what: 'tus datos clínicos con otra aplicación (FHIR)' },
  'fhir.read': { action: 'Leyó', what: 'uno de tus datos clínicos con otra aplicación (FHIR)' },
  'fhir.handedOver': { action: 'Entregó', what: 'datos de tu atención al portal' },
  'exams.shares.list': { action: 'Vio', what: 'con quién compartiste tus exámenes' },
  'exams.shares.end': { action: 'Revocó', what: 'el enlace a uno de tus exámenes' },
  'exams.shares.open': { action: 'Abrió', what: 'un examen que se le compartió' },
  'photos.view': { action: 'Vio', what: 'tus fotografías' },
  'photos.open': { action: 'Abrió', what: 'una de tus fotografías' },
  'registration.open': { action: 'Creó', what: 'tu cuenta' },
  'registration.reopen': { action: 'Volvió a abrir', what: 'tu cuenta' },
  'identity.check': { action: 'Validó', what: 'tu identidad' },
  'identity.info': { action: 'Consultó', what: 'tus datos en el registro civil' },
  'users.list': { action: 'Vio', what: 'tu nombre y tus datos en la lista de usuarios' },
  'overview.hours': { action: 'Vio', what: 'una de tus horas en la agenda del día' },
  'agenda.week': { action: 'Vio', what: 'una de tus horas en la agenda de un profesional' },
  'agenda.kept': { action: 'Vio', what: 'una de tus horas en la agenda del portal' },
  'agenda.move': { action: 'Cambió', what: 'una de tus horas' },
  'agenda.cancel': { action: 'Canceló', what: 'una de tus horas' },
  'overview.signIns': { action: 'Vio', what: 'tus intentos de iniciar sesión' },
  'users.read': { action: 'Vio', what: 'los datos de tu cuenta' },
  'users.create': { action: 'Creó', what: 'tu cuenta' },
  'users.edit': { action: 'Cambió', what: 'los datos de tu cuenta' },
  'users.enable': { action: 'Habilitó', what: 'tu cuenta' },
  'users.disable': { action: 'Deshabilitó', what: 'tu cuenta' },
  'users.confirm': { action: 'Aprobó', what: 'tu identidad' },
  'users.deny': { action: 'Rechazó', what: 'la validación de tu identidad' },
  'family.search': { action: 'Buscó', what: 'tu cuenta por tu documento' },
  'family.card': { action: 'Vio', what: 'tu ficha en su grupo familiar' },
  'family.group': { action: 'Vio', what: 'tu grupo familiar' },
  'family.memberships': { action: 'Vio', what: 'los grupos familiares a los que perteneces' },
  'family.requests': { action: 'Vio', what: 'tus solicitudes de grupo familiar' },
  'family.ask': { action: 'Pidió', what: 'agregarte a un grupo familiar' },
  'family.invite': { action: 'Invitó', what: 'a alguien a crear su cuenta para tu grupo familiar' },
  'family.accept': { action: 'Aceptó', what: 'tu ingreso a un grupo familiar' },
  'family.reject': { action: 'Rechazó', what: 'tu ingreso a un grupo familiar' },
  'family.withdraw': { action: 'Retiró', what: 'una solicitud para agregarte a un grupo familiar' },
  'family.remove': { action: 'Terminó', what: 'tu participación en un grupo familiar' },
  'family.leave': { action: 'Terminó', what: 'tu participación en un grupo familiar' },
  'family.confirmGuardian': { action: 'Confirmó', what: 'quién te representa' },
  'family.denyGuardian': { action: 'Negó', what: 'que una persona te represente' },
  'family.switchBooking': { action: 'Cambió', what: 'si pueden reservar horas por ti' },
  'documents.list': { action: 'Vio', what: 'tus solicitudes de documentos' },
  'documents.request': { action: 'Pidió', what: 'un documento tuyo' },
  'privacy.list': { action: 'Vio', what: 'tus solicitudes sobre datos personales' },
  'privacy.request': { action: 'Pidió', what: 'ejercer un derecho sobre tus datos' },
  'privacy.extend': { action: 'Extendió', what: 'el plazo de una solicitud sobre tus datos' },
  'consents.list': { action: 'Vio', what: 'tus consentimientos' },
  'consents.text': { action: 'Vio', what: 'un texto que aceptaste' },
  'consents.give': { action: 'Aceptó', what: 'los textos legales del portal' },
  'consents.withdraw': { action: 'Retiró', what: 'un consentimiento' },
  'consents.reminders': { action: 'Cambió', what: 'si recibes recordatorios por correo' },
  'budgets.list': { action: 'Vio', what: 'tus presupuestos solicitados' },
  'budgets.request': { action: 'Pidió', what: 'un presupuesto para ti' },
  'contact.list': { action: 'Vio', what: 'tus contactos anteriores' },
  'contact.request': { action: 'Envió', what: 'un contacto sobre tu atención' },
  'imaging.request': { action: 'Envió', what: 'un contacto de imagenología' },
  'requests.file': { action: 'Descargó', what: 'un archivo de una de tus solicitudes' },
  'desk.open': { action: 'Abrió', what: 'una de tus solicitudes' },
  'desk.answer': { action: 'Respondió', what: 'una de tus solicitudes' },
  'profile.edit': { action: 'Cambió', what: 'tus datos' },
  'profile.email': { action: 'Confirmó', what: 'tu nuevo e-mail' },
  'profile.password': { action: 'Cambió', what: 'tu contraseña' },
  'profile.recover': { action: 'Pidió', what: 'una contraseña temporal para tu cuenta' },
  'exports.ask': { action: 'Pidió', what: 'una copia de todos tus datos' },
  'exports.make': { action: 'Preparó', what: 'una copia de todos tus datos' },
  'exports.take': { action: 'Descargó', what: 'una copia de todos tus datos' },
  'profile.close': { action: 'Eliminó', what: 'tu perfil' },
}

const fieldWords: Readonly<Record<string, string>> = {
  first_name: 'tus nombres',
  last_name: 'tu primer apellido',
  second_name: 'tu segundo apellido',
  date_birth: 'tu fecha de nacimiento',
  nationality_id: 'tu nacionalidad',
  forecast_id: 'tu previsión',
  gender_id: 'tu género',
  address: 'tu dirección',
  phone: 'tu teléfono',
  commune_id: 'tu comuna',
  email_pending: 'tu e-mail (por confirmar)',
  email: 'tu e-mail',
  document_type_id: 'tu tipo de documento',
  document_number: 'tu número de documento',
  password: 'tu contraseña',
  file: 'tu fotografía',
  file_passport: 'la fotografía de tu documento',
  file_passport_patient: 'la fotografía de tu documento',
}

/** `a`, `a y b`, `a, b y c`. */
function inARow(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} y ${parts.at(-1)}`
}

/** Every action that has words of its own. */
export const accessActions: readonly string[] = Object.keys(words)

/** Whether the trail's action has words of its own. */
export function hasWords(action: string): boolean {
  return action in words
}

/** What was done, in words a patient understands; of a change, what was changed as far as the trail says it. */
export function accessWords(action: string, detail: unknown): Words {
  const known = words[action] ?? { action: 'Usó', what: 'tus datos' }
  const changed = typeof detail === 'object' && detail !== null && 'changed' in detail ? detail.changed : null
  if (!Array.isArray(changed)) return known
  const named = changed.flatMap((field) => fieldWords[String(field)] ?? [])
  return named.length === 0 ? known : { ...known, what: inARow(named) }
}
