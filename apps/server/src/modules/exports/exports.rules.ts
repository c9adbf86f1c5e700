/** Pure rules of data copies: their texts, and when a copy can be downloaded. */

import type { Copy, CopyKind } from '@mi-portal/contract/exports'
import { santiago, showDay } from '@mi-portal/contract/values/dates'
import { askedFields } from '../service-requests/contact/contact.rules.ts'

/** `queue`: copies that wait or are being created, on all servers together. `attempts`: how often one copy is tried. */
export const exportLimits = { queue: 100, attempts: 3 } as const

type Line = { readonly lead: string; readonly text: string; readonly level?: 'entry' | 'detail' }
export type Section = {
  readonly key: string
  readonly title: string
  readonly none: string
  /** The columns of the machine-readable file. */
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | null)[])[]
}

/** The titles and column names of the sections. The first column is emphasised. */
const sectionLabels = {
  documents: {
    title: 'Solicitudes de documentos',
    columns: ['Fecha', 'Documento', 'Comentario', 'Estado', 'Plazo', 'Respuesta', 'Respondida'],
  },
  budgets: {
    title: 'Presupuestos solicitados',
    columns: [
      'Fecha',
      'Intervención',
      'Médico tratante',
      'Previsión',
      'Fecha estimada',
      'Horas de pabellón',
      'Acepta que lo llamen',
      'Comentarios',
      'Estado',
      'Plazo',
      'Respuesta',
      'Respondido',
    ],
  },
  contacts: {
    title: 'Contactos con servicio al cliente',
    columns: [
      'Fecha',
      'Motivo',
      'Mensaje',
      ...Object.values(askedFields),
      'Formulario',
      'Estado',
      'Plazo',
      'Respuesta',
      'Respondido',
    ],
  },
  questionnaires: {
    title: 'Cuestionarios previos a exámenes',
    columns: ['Fecha', 'Examen', 'Respuestas', 'Permiten reservar'],
  },
  rights: {
    title: 'Solicitudes sobre datos personales',
    columns: [
      'Fecha',
      'Derecho',
      'Mensaje',
      'Estado',
      'Plazo',
      'Extendido',
      'Motivo de la extensión',
      'Respuesta',
      'Respondida',
    ],
  },
  waiting: {
    title: 'Lista de espera',
    columns: ['Fecha', 'Atención', 'Sede', 'Profesional', 'Desde', 'Hasta', 'Estado', 'Terminada'],
  },
  shares: {
    title: 'Exámenes compartidos',
    columns: ['Fecha', 'Con quién', 'Relación', 'Examen', 'Comentario', 'Vence', 'Terminado'],
  },
  account: {
    title: 'Tu cuenta',
    columns: [
      'Creada',
      'Identidad comprobada',
      'E-mail confirmado',
      'Abierta como menor de edad',
      'Abierta como niño o niña',
      'Bloqueada',
      'Recuperación suspendida',
      'Recuperación detenida hasta',
    ],
  },
  consent_origins: {
    title: 'Desde dónde aceptaste o retiraste',
    columns: [
      'Aceptado',
      'Texto',
      'Medio',
      'Dirección IP',
      'Retirado',
      'Medio del retiro',
      'Dirección IP del retiro',
    ],
  },
  family: {
    title: 'Grupo familiar',
    columns: [
      'Fecha',
      'Persona',
      'Relación',
      'Estado',
      'Representación',
      'Ve el historial desde',
      'Puede reservar',
      'Aprobado',
      'Terminado',
    ],
  },
  delegations: {
    title: 'Accesos entre adultos',
    columns: [
      'Ofrecido',
      'Acceso',
      'Documento',
      'Persona',
      'Qué',
      'Puede reservar',
      'Estado',
      'Aceptado',
      'Hasta',
      'Terminado',
    ],
  },
  certificates: {
    title: 'Certificados de atención',
    columns: [
      'Emitido',
      'Nombre',
      'Documento',
      'Inicio',
      'Término',
      'Sede',
      'Dirección',
      'Modalidad',
      'Profesional',
      'Especialidad',
    ],
  },
  notices: { title: 'Notificaciones', columns: ['Fecha', 'Texto', 'Leída'] },
  mails: { title: 'Correos enviados por el portal', columns: ['Fecha', 'Asunto', 'A', 'Enviado'] },
  channels: { title: 'Cómo recibes las novedades', columns: ['Paciente', 'Tema', 'Canales'] },
  devices: { title: 'Dispositivos con avisos', columns: ['Desde', 'Dispositivo'] },
  private_items: { title: 'Lo que marcaste «Solo yo»', columns: ['Desde', 'Qué'] },
  text_phone: { title: 'Celular que recibe mensajes', columns: ['Número', 'Confirmado'] },
  texts: { title: 'Mensajes al celular', columns: ['Fecha', 'Canal', 'Estado'] },
  sessions: { title: 'Sesiones', columns: ['Inicio', 'Último uso', 'Término'] },
  accesses: { title: 'Quién vio o cambió los datos', columns: ['Fecha', 'Quién', 'Qué'] },
} as const

const emptyLabel = 'No hay registros.'

type Rows = readonly (readonly (string | null)[])[]

export function toSection({ key, title, columns }: Omit<Section, 'none' | 'rows'>, rows: Rows): Section {
  return { key, title, columns, none: emptyLabel, rows }
}

export function section(key: keyof typeof sectionLabels, rows: Rows): Section {
  return toSection({ key, ...sectionLabels[key] }, rows)
}

/** Returns a section as readable lines: one for each row, without empty cells. */
export function linesOf({ columns, rows }: Section): Line[] {
  return rows.map((cells) => {
    const [lead = '', ...rest] = cells.map((cell) => cell ?? '')
    const named = rest.flatMap((cell, index) => (cell === '' ? [] : [`${columns[index + 1]}: ${cell}`]))
    return { lead, text: named.join('. ') }
  })
}

export function showMoment(at: Date): string {
  const { day, time } = santiago(at)
  return `${showDay(day)} ${time}`
}

const consentTitles: Readonly<Record<string, string>> = {
  terms: 'Términos y condiciones',
  privacy: 'Política de privacidad',
  family_group: 'Texto legal del grupo familiar',
}

export function consentTitle(kind: string): string {
  return consentTitles[kind] ?? kind
}

/** Returns the page that shows the text of a consent. */
export function consentPath(kind: string): string {
  return kind === 'terms' ? '/terminos' : '/privacidad'
}

type StoredExport = {
  readonly state: 'waiting' | 'running' | 'ready' | 'failed'
  readonly expires_at: Date | null
  readonly pdf_taken_at: Date | null
  readonly bundle_taken_at: Date | null
}

/** Returns the files of a copy that can still be downloaded. */
export function filesLeft(
  { state, expires_at, pdf_taken_at, bundle_taken_at }: StoredExport,
  now: Date,
): CopyKind[] {
  if (state !== 'ready' || expires_at === null || expires_at <= now) return []
  return [
    ...(pdf_taken_at === null ? (['pdf'] as const) : []),
    ...(bundle_taken_at === null ? (['fhir'] as const) : []),
  ]
}

export function presentedState(stored: StoredExport, now: Date): Copy['state'] {
  if (stored.state === 'waiting' || stored.state === 'running') return 'waiting'
  if (stored.state === 'failed') return 'failed'
  return filesLeft(stored, now).length === 0 ? 'over' : 'ready'
}
