import type { PersonField } from '@mi-portal/contract/person-fields'
import { attendanceActions } from '../attendance/attendance.audit.ts'
import { callDueActions } from '../calls-due/calls-due.audit.ts'
import { complaintActions } from '../complaints/complaints.audit.ts'
import { emergencyContactActions } from '../emergency-contacts/emergency-contacts.audit.ts'
import { serviceRequestActions } from '../service-requests/service-requests.audit.ts'

type ActionLabel = { readonly action: string; readonly what: string }

const patientLabels: Readonly<Record<string, ActionLabel>> = {
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
  'account.giveResetCode': { action: 'Entregó', what: 'un código para quitar tu código extra' },
  'account.resetInPerson': { action: 'Quitó', what: 'tu código extra con un código de la clínica' },
  'profile.close': { action: 'Eliminó', what: 'tu perfil' },
}

/**
 * Actions without a label for patients, because they are not done to the data of one patient. Patients see the sign-ins
 * of their own account with a description of their own.
 */
const staffLabels: Readonly<Record<string, string>> = {
  'session.open': 'Inició sesión',
  'session.end': 'Cerró sesión',
  'passkeys.add': 'Agregó un dispositivo que entra con huella o PIN',
  'passkeys.remove': 'Quitó un dispositivo que entraba con huella o PIN',
  'session.confirm': 'Confirmó su identidad en su sesión',
  'secondFactor.begin': 'Empezó a configurar su código extra',
  'secondFactor.confirm': 'Activó su código extra',
  'secondFactor.remove': 'Quitó su código extra',
  'secondFactor.renewCodes': 'Creó códigos de recuperación nuevos',
  'session.voidPassword': 'Anuló una contraseña tras códigos equivocados',
  'audit.search': 'Buscó en el registro',
  'overview.survey': 'Vio las respuestas de la encuesta',
  'users.openMore': 'Abrió más fichas que las previstas para un día',
  'audit.export': 'Exportó el registro',
  'confirmations.reportSignIns': 'Informó los ingresos tras un cambio del equipo',
  'ads.create': 'Creó un anuncio',
  'ads.edit': 'Cambió un anuncio',
  'ads.enable': 'Publicó un anuncio',
  'ads.disable': 'Retiró un anuncio',
  'prevention.create': 'Creó un artículo',
  'prevention.edit': 'Cambió un artículo',
  'prevention.enable': 'Publicó un artículo',
  'prevention.disable': 'Retiró un artículo',
  'agenda.create': 'Creó un profesional',
  'agenda.edit': 'Cambió el calendario de un profesional',
  'agenda.storeImage': 'Cambió la foto de un profesional',
  'agenda.removeImage': 'Quitó la foto de un profesional',
  'agenda.import': 'Importó calendarios desde un archivo',
  'agenda.block': 'Bloqueó horas de una agenda',
  'agenda.unblock': 'Levantó un bloqueo de una agenda',
  'agenda.open': 'Abrió horas de una agenda',
  'agenda.close': 'Quitó horas abiertas de una agenda',
  'agenda.addHoliday': 'Agregó un feriado',
  'agenda.removeHoliday': 'Quitó un feriado',
  'alerts.create': 'Creó una alerta',
  'alerts.edit': 'Cambió una alerta',
  'alerts.enable': 'Activó una alerta',
  'alerts.disable': 'Desactivó una alerta',
  'alerts.remove': 'Eliminó alertas',
  'clinic.saveDraft': 'Guardó un borrador de los datos de la clínica',
  'clinic.discardDraft': 'Descartó un borrador de los datos de la clínica',
  'clinic.publish': 'Publicó datos de la clínica',
  'legal.publish': 'Publicó un texto legal',
  'publishing.storeImage': 'Subió una imagen para artículos y anuncios',
  'mailing.test': 'Envió un correo de prueba',
  'mails.retry': 'Pidió enviar otra vez un correo',
  'serviceAccounts.create': 'Creó una cuenta de servicio',
  'serviceAccounts.revoke': 'Revocó una cuenta de servicio',
  'serviceAccounts.use': 'Usó una cuenta de servicio',
  'installation.identityRequested': 'Pidió cambiar cómo se comprueba la identidad de quienes se registran',
  'installation.identity': 'Eligió cómo se comprueba la identidad de quienes se registran',
  'registry.import': 'Importó el registro de personas desde un archivo',
  'breaches.list': 'Vio los incidentes de datos',
  'breaches.read': 'Vio un incidente de datos',
  'breaches.create': 'Registró un incidente de datos',
  'breaches.edit': 'Cambió el registro de un incidente de datos',
  'breaches.people': 'Vio a quiénes afecta un incidente de datos',
  'breaches.export': 'Exportó a quiénes afecta un incidente de datos',
  'breaches.send': 'Envió las cartas de un incidente de datos',
  'breaches.letters': 'Descargó las cartas de un incidente de datos',
}

// The labels for patients address them; these patterns turn a label into the third person for staff.
const thirdPerson: readonly (readonly [RegExp, string])[] = [
  [/\btus\b/g, 'sus'],
  [/\btu\b/g, 'su'],
  [/\b(por|de|a|para) ti\b/g, '$1 la persona'],
  [/\btuy(o|a)\b/g, 'suy$1'],
  [/\b(\w+)aste\b/g, '$1ó'],
  [/\b(\w+)iste\b/g, '$1ió'],
  [/\bagregarte\b/g, 'agregar a la persona'],
  [/\bte (?=representa|represente)/g, 'la '],
  [/\bte (?=ll)/g, 'le '],
  [/\bperteneces\b/g, 'pertenece'],
]

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

function joinInSpanish(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} y ${parts.at(-1)}`
}

export const labelledActions: readonly string[] = [...Object.keys(patientLabels), ...Object.keys(staffLabels)]

/**
 * Returns the label of an action in words that a patient understands. For a change, names the changed fields that the audit entry lists.
 */
export function labelForPatient(action: string, detail: unknown): ActionLabel {
  const known = patientLabels[action] ?? { action: 'Usó', what: 'tus datos' }
  const changed = typeof detail === 'object' && detail !== null && 'changed' in detail ? detail.changed : null
  if (!Array.isArray(changed)) return known
  const named = changed.flatMap((field) => fieldLabels[String(field)] ?? [])
  return named.length === 0 ? known : { ...known, what: joinInSpanish(named) }
}

/** Returns the label of an action for its patient as one text, without the names of the changed fields. */
export function describeForPatient(action: string): string {
  const label = labelForPatient(action, null)
  return `${label.action} ${label.what}`
}

export function describeForStaff(action: string): string {
  if (!(action in patientLabels)) return staffLabels[action] ?? action
  return thirdPerson.reduce((text, [pattern, by]) => text.replace(pattern, by), describeForPatient(action))
}

const roleNames: Readonly<Record<string, string>> = {
  STANDART_ROLE: 'Paciente',
  ADMIN_ROLE: 'Administrador',
  SUPER_ADMIN_ROLE: 'Superadministrador',
  guardian: 'Representante',
  delegate: 'Persona con acceso dado por el paciente',
  leader: 'Líder de grupo familiar',
  share: 'Enlace compartido',
  system: 'Sistema',
  service: 'Cuenta de servicio',
  anonymous: 'Sin iniciar sesión',
}

export function nameRole(actorRole: string): string {
  return roleNames[actorRole] ?? actorRole
}
