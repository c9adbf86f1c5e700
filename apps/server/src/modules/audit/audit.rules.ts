import type { ApiErrorCode } from '@mi-portal/contract/calls/api-error'
import { errorTable } from '@mi-portal/contract/calls/error-table'
import { confirmationLabels, rejectionReasonLabels } from '@mi-portal/contract/confirmations'
import { permissionSetNames, permissionSets } from '@mi-portal/contract/permissions/permissions'
import { openingReasonLabels } from '@mi-portal/contract/staff-reads'
import { accountStatuses } from '@mi-portal/contract/users'
import { nameRole } from '../audit-labels/audit-labels.rules.ts'

const fieldNames: Readonly<Record<string, string>> = {
  exception: 'cambio de agenda',
  day: 'día',
  type: 'tipo',
  rights: 'derechos del paciente',
  Patient: 'paciente',
  DiagnosticReport: 'informe',
  Observation: 'medición',
  Appointment: 'hora',
  DocumentReference: 'documento',
  Encounter: 'atención',
  choices: 'elecciones',
  proposes: 'la propone para firma',
  count: 'cantidad',
  replaced: 'reemplazó otra',
  email_pending: 'e-mail por confirmar',
  answer: 'respuesta',
  in_turn: 'de a uno',
  quiet_to: 'silencio hasta',
  quiet_from: 'silencio desde',
  channel_order: 'orden de los canales',
  topic: 'tema',
  channel: 'canal',
  account: 'cuenta de servicio',
  action: 'acción',
  actor: 'persona N°',
  address: 'dirección',
  alone: 'sin otra persona',
  ask_again: 'se pide de nuevo',
  attendance: 'asistencia',
  attention_id: 'examen',
  because: 'motivo',
  blocks: 'bloques',
  breach_id: 'incidente',
  budgets: 'presupuesto',
  by_post: 'por correo postal',
  call: 'llamada',
  choice: 'elección',
  city_id: 'provincia',
  commune_id: 'comuna',
  complaints: 'reclamo',
  contact: 'contacto',
  date_birth: 'fecha de nacimiento',
  delegation: 'acceso',
  denied: 'negada',
  device: 'dispositivo',
  document_country: 'país del documento',
  document_number: 'documento',
  document_type_id: 'tipo de documento',
  documents: 'documento',
  email: 'e-mail',
  exam_id: 'examen',
  expires_at: 'vence',
  export_id: 'copia',
  file: 'fotografía',
  file_passport: 'fotografía del documento',
  file_passport_patient: 'fotografía con el documento',
  files: 'archivos',
  first: 'desde',
  first_name: 'nombres',
  forecast_id: 'previsión',
  from: 'desde',
  gender_id: 'género',
  given_by: 'entregó N°',
  given_by_name: 'entregó',
  id: 'N°',
  id_appointment: 'hora',
  identifier_systems: 'sistemas de identificación',
  ids: 'N°',
  images: 'imágenes',
  imaging: 'contacto de imágenes',
  kind: 'cambio',
  last: 'hasta',
  last_name: 'primer apellido',
  leader: 'líder N°',
  link: 'vínculo',
  mailed: 'por e-mail',
  matter: 'tema',
  matters: 'temas',
  may_book: 'puede reservar',
  member: 'persona N°',
  messages: 'correos',
  mode: 'modo',
  months: 'meses',
  nationality_id: 'nacionalidad',
  networks: 'redes',
  new_blocks: 'bloques nuevos',
  new_professionals: 'profesionales nuevos',
  on: 'día',
  opened: 'fichas abiertas',
  opening: 'apertura',
  pairs: 'parejas',
  passkey: 'huella o PIN',
  password: 'contraseña',
  permission_set: 'permisos',
  phone: 'teléfono',
  portal: 'portal',
  preferred_name: 'nombre social',
  previous: 'antes',
  privacy: 'datos personales',
  professional: 'profesional',
  proof: 'prueba',
  provider: 'proveedor',
  purpose: 'uso',
  reason: 'motivo',
  refusal: 'rechazo',
  region_id: 'región',
  rejected: 'rechazo',
  relationship: 'relación',
  request: 'solicitud',
  requested_by: 'pidió N°',
  requested_by_name: 'pidió',
  result: 'resultado',
  rol: 'rol',
  scopes: 'permisos',
  second_factor: 'código extra',
  second_name: 'segundo apellido',
  share: 'enlace compartido',
  shows_professional: 'muestra el profesional',
  sign_ins: 'ingresos',
  signature: 'software malicioso',
  sites: 'sedes',
  source: 'origen',
  state: 'estado',
  status: 'estado',
  status_passport: 'pasaporte validado',
  suspended_passkeys: 'huella o PIN suspendidos',
  terms: 'términos',
  to: 'hasta',
  until: 'hasta',
  version: 'versión',
  versions: 'versiones',
  way: 'forma',
  withdrawn: 'retirado',
}

/** Spanish names of words of closed lists, whichever field has them. */
const valueNames: Readonly<Record<string, string>> = {
  ...confirmationLabels,
  ...rejectionReasonLabels,
  ...openingReasonLabels,
  budgets: 'presupuestos',
  complaints: 'reclamos',
  contact: 'contacto',
  documents: 'documentos',
  imaging: 'imágenes',
  privacy: 'datos personales',
  appointments: 'horas',
  exams: 'exámenes',
  answers: 'respuestas',
  reminders: 'recordatorios',
  results: 'resultados',
  requests: 'solicitudes',
  laboratory: 'laboratorio',
  procedures: 'procedimientos',
  arrived: 'llegó',
  attended: 'se atendió',
  missed: 'no llegó',
  booked: 'reservada',
  cancelled: 'cancelado',
  expired: 'vencido',
  failed: 'falló',
  verified: 'verificado',
  created: 'creado',
  pending: 'pendiente',
  embedded: 'del portal',
  oidc: 'proveedor externo',
  staff: 'el equipo',
  registry: 'Registro Civil',
  fhir: 'otro sistema (FHIR)',
  pdf: 'PDF',
  passkey: 'huella o PIN',
  password: 'contraseña',
  'identity-check': 'validación de identidad',
  'temporary-password': 'contraseña temporal',
  budget: 'máximo de fichas del día',
  code: 'código equivocado',
  codes: 'códigos equivocados',
  exam: 'el examen ya no está',
  hidden: 'no la puede ver',
  notApproved: 'sin acceso aprobado',
  ofAge: 'mayor de edad',
  over: 'enlace terminado',
  sight: 'sin acceso al historial',
  site: 'otra sede',
  now: 'al estar listo',
  with_doctor: 'con el médico',
  family_group: 'grupo familiar',
  sharing: 'compartir exámenes',
  'asked-by-owner': 'lo pidió la persona',
  'lost-device': 'perdió el dispositivo',
  'suspicious-use': 'uso sospechoso',
  answer: 'respuesta',
  request: 'solicitud',
  later: 'más tarde',
  yes: 'sí',
  email: 'e-mail',
  push: 'avisos del navegador',
  sms: 'mensaje de texto',
  whatsapp: 'WhatsApp',
  addresses: 'direcciones de las fotografías',
  file_profile: 'fotografía',
  file_passport: 'fotografía del documento',
  file_passport_patient: 'fotografía con el documento',
  file_selfie: 'fotografía de la persona',
  counterRegression: 'huella o PIN de otro equipo',
  sent: 'enviado',
}

/**
 * Returns whether a field or an object of an entry has a Spanish name.
 *
 * @internal Exported for the tests.
 */
export function hasName(field: string): boolean {
  return field in fieldNames
}

function nameField(field: string): string {
  return fieldNames[field] ?? field
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fieldText(field: string, value: unknown): string {
  if (field === 'sites' && value === null) return 'todas'
  const set = field === 'permission_set' ? permissionSets.find((known) => known === value) : undefined
  if (set !== undefined) return permissionSetNames[set]
  if (field === 'rol') return nameRole(String(value))
  if (field === 'refusal' && String(value) in errorTable) return errorTable[value as ApiErrorCode].msg
  const status = field === 'status' ? accountStatuses.find(({ id }) => id === value) : undefined
  return status?.name ?? plain(value)
}

function plain(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  if (Array.isArray(value)) return value.map(plain).join(', ')
  if (isRecord(value))
    return Object.entries(value)
      .map(([field, one]) => `${nameField(field)} ${plain(one)}`)
      .join(', ')
  return valueNames[String(value)] ?? String(value)
}

/**
 * Describes the detail of an entry: `estado: Habilitado → Deshabilitado; nombres: Ana → Eva`, and values without before and after as
 * `tema: contacto`. A changed value that is masked looks the same before and after, and is said to have changed.
 */
export function detailText(detail: unknown): string {
  if (!isRecord(detail)) return ''
  const { before, after, changed, ...rest } = detail
  const sides = isRecord(before) && isRecord(after) ? { before, after } : null
  const label = sides === null ? [] : Object.keys(sides.after)
  const silent = Array.isArray(changed) ? changed.map(String).filter((field) => !label.includes(field)) : []
  return [
    ...label.map((field) => {
      const [from, to] = [fieldText(field, sides?.before[field]), fieldText(field, sides?.after[field])]
      return from === to ? `${nameField(field)}: cambió (${to})` : `${nameField(field)}: ${from} → ${to}`
    }),
    ...silent.map((field) => `${nameField(field)}: cambió`),
    ...Object.entries(rest).map(([field, value]) => `${nameField(field)}: ${fieldText(field, value)}`),
  ].join('; ')
}

/** Describes the object of an entry: `vínculo 5, líder N° 7` for `link=5 leader=7`. */
export function describeObject(object: string): string {
  return object
    .split(' ')
    .map((part) => {
      const [field = '', value] = part.split('=')
      return value === undefined ? plain(part) : `${nameField(field)} ${plain(value)}`
    })
    .join(', ')
}
