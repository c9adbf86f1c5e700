/**
 * Rules of a profile: what a person may change of their own data, whose password staff may renew, and how audit
 * entries are worded for a patient.
 */
import { ApiError, type ApiErrorCode, type FieldError } from '@mi-portal/contract/api-error'
import { accountStatus, type Role } from '@mi-portal/contract/people'
import { permits, type StaffAccess } from '@mi-portal/contract/permissions'
import {
  type KnownPerson,
  nameFieldNames,
  type PersonalData,
  type PersonField,
  personalDataFields,
} from '@mi-portal/contract/person-fields'
import type { AccessRole } from '@mi-portal/contract/profile'
import { lacksSurname, missingSurname } from '@mi-portal/contract/registration'
import { santiago, showDay } from '@mi-portal/contract/values/dates'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import { attendanceActions } from '../attendance/attendance.audit.ts'
import { callDueActions } from '../calls-due/calls-due.audit.ts'
import { complaintActions } from '../complaints/complaints.audit.ts'
import { emergencyContactActions } from '../emergency-contacts/emergency-contacts.audit.ts'
import type { keyErrorOf } from '../people/email.rules.ts'
import { serviceRequestActions } from '../service-requests/service-requests.audit.ts'
import { addressBeginning } from '../session/devices.rules.ts'

/** Returns the names of the fields in which two sets of data differ, without their values. */
export function changedFields(before: KnownPerson, after: PersonalData): (keyof PersonalData)[] {
  return personalDataFields.filter((field) => before[field] !== after[field])
}

type Names = Pick<PersonalData, (typeof nameFieldNames)[number]>

/** Returns what is wrong with the names of a profile's form: proven names cannot change, others cannot be left out. */
export function nameErrors(
  person: Names & { readonly names_proven: boolean; readonly document_type_id: DocumentTypeId },
  form: Partial<Names>,
): readonly FieldError[] {
  if (form.first_name === undefined)
    return person.names_proven ? [] : [{ msg: 'Digita Nombre', param: 'first_name' }]
  if (person.names_proven) {
    const changed = nameFieldNames.find((name) => form[name] !== person[name])
    return changed === undefined ? [] : new ApiError('namesProven', { param: changed }).fieldErrors
  }
  const { document_type_id } = person
  return lacksSurname({ ...form, document_type_id }) ? [{ msg: missingSurname, param: 'last_name' }] : []
}

/** Returns whether two e-mail addresses are the same; case does not matter. */
export function sameMailbox(one: string | null, other: string | null): boolean {
  return (one ?? '').toLowerCase() === (other ?? '').toLowerCase()
}

/** Describes a change of the own e-mail address as its owner reports it: `un cambio de e-mail, el 26-11-2026 a las 09:30`. */
export function describeEmailChange(step: 'asked' | 'made', at: Date): string {
  const { day, time } = santiago(at)
  const what = step === 'asked' ? 'una solicitud de cambio de e-mail' : 'un cambio de e-mail'
  return `${what}, el ${showDay(day)} a las ${time}`
}

/**
 * `emailHours`: how long a new e-mail address can be confirmed. `temporaryPasswordMinutes`: lifetime of a temporary
 * password.
 */
export const profileLimits = { emailHours: 48, temporaryPasswordMinutes: 30 } as const

type Account = {
  readonly status: number
  readonly deleted: boolean
  /** The age step at which the access of an account opened for a child or a minor ended; null if it has not. */
  readonly outgrown: 'reserve' | 'adult' | null
  readonly locked: boolean
  /** The owner reported a use that was not theirs. */
  readonly frozen: boolean
}

/** Returns why an account cannot be opened with a temporary password, or null. */
export function closedBecause(
  account: Account,
): 'deleted' | 'cameOfAge' | 'ownAccess' | 'locked' | 'frozen' | 'disabled' | 'pending' | null {
  if (account.deleted) return 'deleted'
  if (account.outgrown !== null) return account.outgrown === 'adult' ? 'cameOfAge' : 'ownAccess'
  if (account.locked) return 'locked'
  if (account.frozen) return 'frozen'
  if (account.status === accountStatus.disabled) return 'disabled'
  return account.status === accountStatus.pending ? 'pending' : null
}

/** Why a temporary password is not sent: the state of the account, or that of its e-mail address. */
export type NoKeyBecause =
  | NonNullable<ReturnType<typeof closedBecause> | ReturnType<typeof keyErrorOf>>
  | 'guardian'

/**
 * Returns why a member of staff may not send a temporary password to a person, or null. Administrators never change
 * administrators.
 */
export function recoveryErrorOf(
  staff: Pick<StaffAccess, 'permissions'> & { readonly rol: Role },
  target: Role,
): ApiErrorCode | null {
  if (!permits(staff.permissions, 'users.edit')) return 'forbidden'
  return staff.rol === 'ADMIN_ROLE' && target !== 'STANDART_ROLE' ? 'forbidden' : null
}

const shownRoles: Readonly<Record<string, AccessRole>> = {
  guardian: 'guardian',
  delegate: 'delegate',
  leader: 'STANDART_ROLE',
  share: 'share',
  ADMIN_ROLE: 'ADMIN_ROLE',
  SUPER_ADMIN_ROLE: 'SUPER_ADMIN_ROLE',
  STANDART_ROLE: 'STANDART_ROLE',
  anonymous: 'anonymous',
}

/** Returns the role in which a person acted, as shown to the patient whose data it was. */
export function shownRole(actorRole: string, isSelf: boolean): AccessRole {
  return isSelf ? 'self' : (shownRoles[actorRole] ?? 'system')
}

/** The name shown for an actor without an account. */
const actorsWithoutAccount: Readonly<Partial<Record<AccessRole, string>>> = {
  share: 'Persona con un enlace que compartiste',
  anonymous: 'Persona sin iniciar sesión',
}

export function shownActor(
  role: AccessRole,
  name: string | null,
  branding: { readonly product: string },
): string {
  return name ?? actorsWithoutAccount[role] ?? branding.product
}

const originLabels: Readonly<Record<AccessRole, string>> = {
  self: 'Tu sesión',
  guardian: 'Sesión del portal',
  delegate: 'Sesión del portal',
  STANDART_ROLE: 'Sesión del portal',
  share: 'Enlace compartido',
  ADMIN_ROLE: 'Administración',
  SUPER_ADMIN_ROLE: 'Administración',
  system: 'Sistema',
  anonymous: 'Página pública',
}

/**
 * Describes from where an action other than a sign-in was done. The beginning of the IP address is shown only for the
 * patient's own sessions, so that they recognise a session that was not theirs. The addresses of other people are
 * private.
 */
export function shownOrigin(role: AccessRole, address: string | null): string {
  const beginning = role === 'self' && address !== null ? addressBeginning(address) : null
  return beginning === null ? originLabels[role] : `${originLabels[role]} (${beginning})`
}

type ActionLabel = { readonly action: string; readonly what: string }

const actionLabels: Readonly<Record<string, ActionLabel>> = {
  'people.import': { action: 'Importó', what: 'tus datos desde un archivo de la clínica' },
  'people.read': { action: 'Vio', what: 'tus datos personales' },
  'appointments.agenda': { action: 'Vio', what: 'tus horas, en la agenda de la familia' },
  'appointments.view': { action: 'Vio', what: 'una de tus horas' },
  'appointments.confirm': { action: 'Confirmó', what: 'tu asistencia a una hora' },
  'result-choices.view': { action: 'Vio', what: 'cuándo se ve el resultado de un examen' },
  'result-choices.choose': { action: 'Eligió', what: 'cuándo ver el resultado de un examen' },
  'result-choices.show': { action: 'Eligió', what: 'ver ahora el resultado de un examen' },
  'medical-orders.view': { action: 'Vio', what: 'si una hora tiene orden médica' },
  'medical-orders.file': { action: 'Descargó', what: 'la orden médica de una hora' },
  'medical-orders.attach': { action: 'Adjuntó', what: 'la orden médica de una hora' },
  'medical-orders.remove': { action: 'Quitó', what: 'la orden médica de una hora' },
  'appointments.upcoming': { action: 'Vio', what: 'tus próximas horas' },
  'appointments.history': { action: 'Vio', what: 'tus horas pasadas' },
  'certificates.issue': { action: 'Obtuvo', what: 'un certificado de una atención tuya' },
  'certificates.open': { action: 'Abrió', what: 'un certificado de una atención tuya' },
  'appointments.cancel': { action: 'Canceló', what: 'una de tus horas' },
  'booking.open': { action: 'Abrió', what: 'tu ficha, para reservarte una hora' },
  'booking.book': { action: 'Reservó', what: 'una hora para ti' },
  'booking.move': { action: 'Cambió', what: 'una de tus horas' },
  'booking.questionnaire': { action: 'Respondió', what: 'el cuestionario previo a uno de tus exámenes' },
  'booking.contact': { action: 'Pidió', what: 'que la clínica llame por uno de tus exámenes' },
  'booking.booked': { action: 'Vio', what: 'una hora que reservó para ti' },
  'booking.busyTimes': { action: 'Vio', what: 'a qué horas tienes citas, al reservar' },
  'booking.calendarFile': { action: 'Descargó', what: 'una de tus horas para su calendario' },
  'booking.preparation': { action: 'Vio', what: 'una de tus horas y cómo prepararte' },
  'news.list': { action: 'Vio', what: 'tus novedades en su grupo familiar' },
  'news.appointments': { action: 'Vio', what: 'tus horas de hoy y mañana, en su página de inicio' },
  'news.results': { action: 'Vio', what: 'que tienes resultados de exámenes nuevos, en su página de inicio' },
  'news.answers': { action: 'Vio', what: 'respuestas a lo que pidió por ti, en su página de inicio' },
  'exams.list': { action: 'Vio', what: 'la lista de tus exámenes' },
  'exams.view': { action: 'Abrió', what: 'uno de tus exámenes' },
  'exams.visit': { action: 'Vio', what: 'los exámenes de una de tus atenciones' },
  'exams.results': { action: 'Vio', what: 'los resultados de uno de tus exámenes' },
  'exams.file': { action: 'Descargó', what: 'el documento de uno de tus exámenes' },
  'images.list': { action: 'Vio', what: 'qué imágenes tiene uno de tus exámenes' },
  'images.store': { action: 'Guardó', what: 'las imágenes de uno de tus exámenes' },
  'images.remove': { action: 'Eliminó', what: 'las imágenes de uno de tus exámenes' },
  'images.study': { action: 'Vio', what: 'las imágenes de uno de tus exámenes' },
  'images.original': { action: 'Descargó', what: 'una imagen original de uno de tus exámenes' },
  'images.download': { action: 'Descargó', what: 'todas las imágenes de uno de tus exámenes' },
  'privateItems.exam': { action: 'Cambió', what: 'si solo tú ves uno de tus exámenes («Solo yo»)' },
  'privateItems.appointment': { action: 'Cambió', what: 'si solo tú ves una de tus horas («Solo yo»)' },
  'exams.share': { action: 'Compartió', what: 'uno de tus exámenes con otra persona' },
  'fhir.search': { action: 'Consultó', what: 'tus datos clínicos con otra aplicación (FHIR)' },
  'fhir.read': { action: 'Leyó', what: 'uno de tus datos clínicos con otra aplicación (FHIR)' },
  'fhir.handedOver': { action: 'Entregó', what: 'datos de tu atención al portal' },
  'fhir.documentWithdrawn': { action: 'Retiró', what: 'un documento de tu atención' },
  'exams.shares.list': { action: 'Vio', what: 'con quién compartiste tus exámenes' },
  'exams.shares.end': { action: 'Revocó', what: 'el enlace a uno de tus exámenes' },
  'exams.shares.open': { action: 'Abrió', what: 'un examen que se le compartió' },
  'photos.view': { action: 'Vio', what: 'tus fotografías' },
  'photos.open': { action: 'Abrió', what: 'una de tus fotografías' },
  'registration.open': { action: 'Creó', what: 'tu cuenta' },
  'registration.apply': { action: 'Pidió', what: 'abrir una cuenta con tu documento' },
  'registration.reopen': { action: 'Volvió a abrir', what: 'tu cuenta' },
  'identity.check': { action: 'Validó', what: 'tu identidad' },
  'identity.info': { action: 'Consultó', what: 'tus datos en el registro civil' },
  'users.list': { action: 'Vio', what: 'tu nombre y tu documento en la lista de usuarios' },
  'agenda.week': { action: 'Vio', what: 'una de tus horas en la agenda de un profesional' },
  'exams.late.list': { action: 'Vio', what: 'uno de tus exámenes en la lista de resultados atrasados' },
  ...attendanceActions,
  ...callDueActions,
  'front-desk.day': { action: 'Vio', what: 'una de tus horas en la agenda del día' },
  ...complaintActions,
  'front-desk.family': { action: 'Vio', what: 'tu nombre en la ficha de una persona de tu grupo familiar' },
  'front-desk.open': { action: 'Vio', what: 'tu ficha: tus datos, horas, solicitudes y avisos' },
  'agenda.kept': { action: 'Vio', what: 'una de tus horas en la agenda del portal' },
  'agenda.confirm': { action: 'Confirmó', what: 'una de tus horas' },
  'agenda.move': { action: 'Cambió', what: 'una de tus horas' },
  'agenda.cancel': { action: 'Canceló', what: 'una de tus horas' },
  'overview.mails': { action: 'Vio', what: 'que un correo no te llegó' },
  'overview.signIns': { action: 'Vio', what: 'tus intentos de iniciar sesión' },
  ...emergencyContactActions,
  ...serviceRequestActions,
  'users.read': { action: 'Vio', what: 'los datos de tu cuenta' },
  'users.create': { action: 'Creó', what: 'tu cuenta' },
  'users.createRecord': { action: 'Creó', what: 'tu ficha' },
  'users.edit': { action: 'Cambió', what: 'los datos de tu cuenta' },
  'users.enable': { action: 'Habilitó', what: 'tu cuenta' },
  'users.permissions': { action: 'Cambió', what: 'tus permisos' },
  'users.disable': { action: 'Deshabilitó', what: 'tu cuenta' },
  'people.death': { action: 'Registró', what: 'un fallecimiento en tu cuenta' },
  'people.deathCorrected': { action: 'Corrigió', what: 'un fallecimiento registrado en tu cuenta' },
  'users.confirm': { action: 'Aprobó', what: 'tu identidad' },
  'users.confirmInPerson': { action: 'Aprobó en persona', what: 'tu identidad' },
  'applications.createCode': { action: 'Pidió', what: 'un código para confirmar tu identidad en persona' },
  'users.deny': { action: 'Rechazó', what: 'la validación de tu identidad' },
  'family.search': { action: 'Buscó', what: 'tu cuenta por tu documento' },
  'family.card': { action: 'Vio', what: 'tu ficha en su grupo familiar' },
  'family.group': { action: 'Vio', what: 'tu grupo familiar' },
  'family.memberships': { action: 'Vio', what: 'los grupos familiares a los que perteneces' },
  'family.requests': { action: 'Vio', what: 'tus solicitudes de grupo familiar' },
  'family.ask': { action: 'Pidió', what: 'agregarte a un grupo familiar' },
  'family.remind': { action: 'Envió', what: 'otra vez una invitación a un grupo familiar' },
  'family.invite': { action: 'Invitó', what: 'a alguien a crear su cuenta para tu grupo familiar' },
  'family.accept': { action: 'Aceptó', what: 'tu ingreso a un grupo familiar' },
  'family.reject': { action: 'Rechazó', what: 'tu ingreso a un grupo familiar' },
  'family.withdraw': { action: 'Retiró', what: 'una solicitud para agregarte a un grupo familiar' },
  'family.remove': { action: 'Terminó', what: 'tu participación en un grupo familiar' },
  'family.leave': { action: 'Terminó', what: 'tu participación en un grupo familiar' },
  'family.agreeToGuardian': { action: 'Aceptó', what: 'que otra persona te represente' },
  'family.objectToGuardian': { action: 'Objetó', what: 'que otra persona te represente' },
  'family.protect': { action: 'Cambió', what: 'quién puede representarte' },
  'family.confirmGuardian': { action: 'Confirmó', what: 'quién te representa' },
  'family.denyGuardian': { action: 'Negó', what: 'que una persona te represente' },
  'family.switchBooking': { action: 'Cambió', what: 'si pueden reservar horas por ti' },
  'delegations.give': { action: 'Ofreció', what: 'acceso a parte de tus datos a otra persona' },
  'delegations.accept': { action: 'Aceptó', what: 'el acceso a tus datos' },
  'delegations.decline': { action: 'Rechazó', what: 'un acceso a datos de otra persona' },
  'delegations.renew': { action: 'Renovó', what: 'el acceso a tus datos de otra persona' },
  'delegations.end': { action: 'Terminó', what: 'el acceso de otra persona a tus datos' },
  'delegations.leave': { action: 'Dejó', what: 'su acceso a tus datos' },
  'delegations.expire': { action: 'Venció', what: 'el acceso de otra persona a tus datos' },
  'consents.list': { action: 'Vio', what: 'tus consentimientos' },
  'consents.text': { action: 'Vio', what: 'un texto que aceptaste' },
  'consents.give': { action: 'Aceptó', what: 'los textos legales del portal' },
  'consents.withdraw': { action: 'Retiró', what: 'un consentimiento' },
  'notifications.choose': { action: 'Cambió', what: 'cómo recibes las novedades' },
  'notifications.settings': { action: 'Cambió', what: 'el orden de tus avisos y las horas de silencio' },
  'notifications.pushOn': { action: 'Activó', what: 'los avisos en un dispositivo' },
  'notifications.pushOff': { action: 'Desactivó', what: 'los avisos en un dispositivo' },
  'notifications.phoneCode': { action: 'Pidió', what: 'un código para recibir mensajes en tu celular' },
  'notifications.phoneOn': { action: 'Confirmó', what: 'tu celular para recibir mensajes' },
  'notifications.phoneOff': { action: 'Quitó', what: 'tu celular de los mensajes' },
  'consents.reminders': { action: 'Cambió', what: 'si recibes recordatorios por correo' },
  'visits.open': { action: 'Entró', what: 'a tus horas desde otro portal de confianza' },
  'profile.edit': { action: 'Cambió', what: 'tus datos' },
  'profile.email': { action: 'Confirmó', what: 'tu e-mail' },
  'profile.emailLink': { action: 'Pidió', what: 'el enlace para verificar tu e-mail' },
  'profile.emailQuestion': { action: 'Respondió', what: 'si tu e-mail sigue siendo tuyo' },
  'profile.password': { action: 'Cambió', what: 'tu contraseña' },
  'profile.recover': { action: 'Pidió', what: 'una contraseña temporal para tu cuenta' },
  'exports.ask': { action: 'Pidió', what: 'una copia de todos tus datos' },
  'files.block': { action: 'Bloqueó', what: 'un archivo con software malicioso' },
  'exports.make': { action: 'Preparó', what: 'una copia de todos tus datos' },
  'exports.take': { action: 'Descargó', what: 'una copia de todos tus datos' },
  'confirmations.list': { action: 'Vio', what: 'tu nombre en la lista de cambios por confirmar' },
  'confirmations.signIns': { action: 'Vio', what: 'que iniciaste sesión después de un cambio del equipo' },
  'confirmations.request': {
    action: 'Pidió',
    what: 'un cambio de tu cuenta que otra persona debe confirmar',
  },
  'confirmations.confirm': { action: 'Confirmó', what: 'un cambio de tu cuenta que pidió otra persona' },
  'confirmations.reject': { action: 'Rechazó', what: 'un cambio de tu cuenta que pidió otra persona' },
  'confirmations.withdraw': { action: 'Retiró', what: 'un cambio de tu cuenta que había pedido' },
  'confirmations.expire': { action: 'Dejó vencer', what: 'un cambio de tu cuenta que nadie confirmó' },
  'account.report': { action: 'Avisó', what: 'que no reconoce un uso de tu cuenta' },
  'account.askLock': { action: 'Pidió', what: 'un enlace para bloquear tu cuenta' },
  'account.readSecurity': { action: 'Vio', what: 'si tu cuenta está bloqueada o tiene un código extra' },
  'account.lock': { action: 'Bloqueó', what: 'tu cuenta' },
  'account.unlock': { action: 'Desbloqueó', what: 'tu cuenta' },
  'account.giveResetCode': { action: 'Entregó', what: 'un código para quitar tu segundo factor' },
  'account.resetInPerson': { action: 'Quitó', what: 'tu segundo factor con un código de la clínica' },
  'profile.close': { action: 'Eliminó', what: 'tu perfil' },
}

/** The audit action of each sign-in, accepted or rejected. */
export const signInAction = 'session.open'

type SignIn = { readonly outcome: 'done' | 'refused'; readonly ip: string | null; readonly detail: unknown }

/**
 * Describes a sign-in to the owner of the account: the kind of device and the beginning of the IP address. The person
 * behind a rejected sign-in is unknown, so it is never shown as the owner's.
 */
export function describeSignIn({ outcome, ip, detail }: SignIn, owner: string) {
  const isDone = outcome === 'done'
  const role: AccessRole = isDone ? 'self' : 'anonymous'
  const isNamed = typeof detail === 'object' && detail !== null && 'device' in detail
  const device = isNamed && typeof detail.device === 'string' ? detail.device : originLabels[role]
  return {
    who: isDone ? owner : 'Persona sin iniciar sesión',
    role,
    ...(isDone
      ? { action: 'Inició', what: 'sesión en tu cuenta' }
      : { action: 'Intentó', what: 'iniciar sesión en tu cuenta y no pudo' }),
    from: ip === null ? device : `${device} (${addressBeginning(ip)})`,
  }
}

const personFieldLabels: Readonly<Record<Exclude<PersonField, 'region_id' | 'city_id'>, string>> = {
  first_name: 'tus nombres',
  last_name: 'tu primer apellido',
  second_name: 'tu segundo apellido',
  preferred_name: 'tu nombre social',
  date_birth: 'tu fecha de nacimiento',
  nationality_id: 'tu nacionalidad',
  forecast_id: 'tu previsión',
  gender_id: 'tu género',
  address: 'tu dirección',
  phone: 'tu teléfono',
  commune_id: 'tu comuna',
  email: 'tu e-mail',
}
const fieldLabels: Readonly<Record<string, string>> = {
  ...personFieldLabels,
  email_pending: 'tu e-mail (por confirmar)',
  document_type_id: 'tu tipo de documento',
  document_number: 'tu número de documento',
  password: 'tu contraseña',
  file: 'tu fotografía',
  file_passport: 'la fotografía de tu documento',
  file_passport_patient: 'la fotografía de tu documento',
}

/** Joins a list in Spanish: `a`, `a y b`, `a, b y c`. */
function joinInSpanish(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} y ${parts.at(-1)}`
}

/** Every action that has its own label. */
export const accessActions: readonly string[] = Object.keys(actionLabels)

/**
 * Returns whether an audit action has its own label.
 *
 * @internal Exported for the tests.
 */
export function hasLabel(action: string): boolean {
  return action in actionLabels
}

/**
 * Returns the label of an action in words that a patient understands. For a change, names the changed fields that the
 * audit entry lists.
 */
export function accessLabelOf(action: string, detail: unknown): ActionLabel {
  const known = actionLabels[action] ?? { action: 'Usó', what: 'tus datos' }
  const changed = typeof detail === 'object' && detail !== null && 'changed' in detail ? detail.changed : null
  if (!Array.isArray(changed)) return known
  const named = changed.flatMap((field) => fieldLabels[String(field)] ?? [])
  return named.length === 0 ? known : { ...known, what: joinInSpanish(named) }
}

/** Returns the label of an action as one text, without the names of the changed fields. */
export function labelOfAction(name: string): string {
  const { action, what } = accessLabelOf(name, null)
  return `${action} ${what}`
}
