/** Labels of audit actions. */
import { permissionSetNames, permissionSets } from '@mi-portal/contract/permissions'
import { openingReasonLabels, openingReasons } from '@mi-portal/contract/staff-reads'
import { accountStatuses } from '@mi-portal/contract/users'

/**
 * Actions without a label for patients, because they are not done to the data of one patient. Patients see the sign-ins
 * of their own account with a description of their own.
 */
const own: Readonly<Record<string, string>> = {
  'session.open': 'Inició sesión',
  'session.end': 'Cerró sesión',
  'passkeys.add': 'Agregó una passkey a su cuenta',
  'passkeys.remove': 'Quitó una passkey de su cuenta',
  'session.confirm': 'Confirmó su identidad en su sesión',
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

export const ownActions = Object.keys(own)

// The labels for patients address them; these patterns turn a label into the third person for staff.
const thirdPerson: readonly (readonly [RegExp, string])[] = [
  [/\btus\b/g, 'sus'],
  [/\btu\b/g, 'su'],
  [/\b(por|de|a|para) ti\b/g, '$1 la persona'],
  [/\btuy(o|a)\b/g, 'suy$1'],
  [/\biniciaste\b/g, 'inició'],
  [/\bagregarte\b/g, 'agregar a la persona'],
  [/\bte (representa|represente)\b/g, 'la $1'],
  [/\bperteneces\b/g, 'pertenece'],
]

/** Returns the label of an action. `label` is the label that the patient reads, or null. */
export function actionName(action: string, label: string | null): string {
  const known = own[action]
  if (known !== undefined || label === null) return known ?? action
  return thirdPerson.reduce((text, [pattern, by]) => text.replace(pattern, by), label)
}

/** Spanish names of the fields of an entry; a field without one is shown by its name in the API. */
const fieldNames: Readonly<Record<string, string>> = {
  action: 'acción',
  address: 'dirección',
  attendance: 'asistencia',
  because: 'motivo',
  by_post: 'por correo postal',
  city_id: 'provincia',
  commune_id: 'comuna',
  date_birth: 'fecha de nacimiento',
  device: 'dispositivo',
  document_country: 'país del documento',
  document_number: 'documento',
  document_type_id: 'tipo de documento',
  email: 'e-mail',
  file: 'fotografía',
  files: 'archivos',
  first: 'desde',
  first_name: 'nombres',
  forecast_id: 'previsión',
  from: 'desde',
  gender_id: 'género',
  given_by_name: 'entregó',
  images: 'imágenes',
  last: 'hasta',
  last_name: 'primer apellido',
  mailed: 'por e-mail',
  matter: 'tema',
  may_book: 'puede reservar',
  mode: 'modo',
  nationality_id: 'nacionalidad',
  permission_set: 'permisos',
  opened: 'fichas abiertas',
  phone: 'teléfono',
  preferred_name: 'nombre social',
  previous: 'antes',
  proof: 'prueba',
  purpose: 'uso',
  reason: 'motivo',
  refusal: 'rechazo',
  region_id: 'región',
  relationship: 'relación',
  requested_by_name: 'pidió',
  rol: 'rol',
  second_name: 'segundo apellido',
  sign_ins: 'ingresos',
  sites: 'sedes',
  state: 'estado',
  status: 'estado',
  status_passport: 'pasaporte validado',
  to: 'hasta',
  version: 'versión',
  way: 'forma',
}

const matterNames: Readonly<Record<string, string>> = {
  budgets: 'presupuestos',
  contact: 'contacto',
  documents: 'documentos',
  imaging: 'imágenes',
  privacy: 'datos personales',
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
  const status = field === 'status' ? accountStatuses.find(({ id }) => id === value) : undefined
  const matter = field === 'matter' ? matterNames[String(value)] : undefined
  const reason = field === 'reason' ? openingReasons.find((known) => known === value) : undefined
  if (reason !== undefined) return openingReasonLabels[reason]
  return status?.name ?? matter ?? plain(value)
}

function plain(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  if (Array.isArray(value)) return value.map(plain).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
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
