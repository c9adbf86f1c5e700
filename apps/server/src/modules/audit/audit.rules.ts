/** Describes the detail of an audit entry. */
import { permissionSetNames, permissionSets } from '@mi-portal/contract/permissions'
import { openingReasonLabels, openingReasons } from '@mi-portal/contract/staff-reads'
import { accountStatuses } from '@mi-portal/contract/users'

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
