/** Validates the query parameters of addresses; anything unknown is dropped. */

import type { Matter } from '@mi-portal/contract/desk'
import { isDay } from '@mi-portal/contract/values/dates'
import type { ClinicView } from '../../features/booking/chooser/clinic-dialog.tsx'
import type { Choices } from '../../features/booking/exam-wizard/exam-wizard.flow.ts'
import { entryNames, entryOfSite, laterSteps } from '../../features/booking/exam-wizard/exam-wizard.rules.ts'
import type { ProcedureChoices } from '../../features/booking/procedures/procedures.flow.ts'
import type { Choice } from '../../features/booking/reservation/reservation.flow.ts'

type Raw = Record<string, unknown>

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Returns a positive integer. In an address it is text; in a link within the portal it is a number. */
function positive(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^[1-9]\d*$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined
}

function flag(value: unknown): true | undefined {
  return value === true || value === 'true' || value === '1' ? true : undefined
}

/** The patient whose record a list shows, and whether the user came from their family group. */
function patientSearch(raw: Raw): { patient_id?: number; from_family_group?: true } {
  return { patient_id: positive(raw.patient_id), from_family_group: flag(raw.from_family_group) }
}

interface RecordSearch {
  patient_id?: number
  from_family_group?: true
  page?: number
}

/** Same as above, for a list with pages. */
function recordSearch(raw: Raw): RecordSearch {
  return { ...patientSearch(raw), page: positive(raw.page) }
}

/** Exams page: `examen` is the exam that is open from the start. */
export function examsSearch(raw: Raw): RecordSearch & { examen?: number } {
  return { ...recordSearch(raw), examen: positive(raw.examen) }
}

/** Appointments and documents page: `solicitar` opens the dialog for requesting a document at once. */
export function hoursSearch(raw: Raw): RecordSearch & { solicitar?: true } {
  return { ...recordSearch(raw), solicitar: flag(raw.solicitar) }
}

/** Request pages: the open tab, and the page of its history. */
export function requestsSearch(raw: Raw): RecordSearch & { tab?: string } {
  return { ...recordSearch(raw), tab: text(raw.tab) }
}

// Repeated here because every page's script contains the addresses, but only the inbox page loads the schemas.
const matters = ['documents', 'budgets', 'contact', 'imaging', 'privacy'] as const satisfies readonly Matter[]

/** Inbox of staff: the listed requests, and the open one. */
export function deskSearch(raw: Raw): {
  matter?: Matter
  estado?: 'atrasada' | 'respondida'
  page?: number
  id?: number
} {
  return {
    matter: matters.find((one) => one === raw.matter),
    estado: (['atrasada', 'respondida'] as const).find((one) => one === raw.estado),
    page: positive(raw.page),
    id: positive(raw.id),
  }
}

interface ProfileSearch {
  tab?: string
  page?: number
  /** Days `YYYY-MM-DD`. */
  desde?: string
  hasta?: string
  /** Whether the user's own accesses are listed too. */
  propios?: true
}

/** Profile page: the open tab, and the page and filter of its list of accesses. */
export function profileSearch(raw: Raw): ProfileSearch {
  const day = (value: unknown) => (typeof value === 'string' && isDay(value) ? value : undefined)
  return {
    tab: text(raw.tab),
    page: positive(raw.page),
    desde: day(raw.desde),
    hasta: day(raw.hasta),
    propios: flag(raw.propios),
  }
}

/** The open tab of a page. */
export function tabSearch(raw: Raw): { tab?: string } {
  return { tab: text(raw.tab) }
}

/** The page of a list whose search text is only in the history. */
export function pageSearch(raw: Raw): { page?: number } {
  return { page: positive(raw.page) }
}

export function familySearch(raw: Raw): { tab?: string; request_id?: number } {
  return { tab: text(raw.tab), request_id: positive(raw.request_id) }
}

/** Booking chooser: the open question. */
export function chooserSearch(raw: Raw): { vista?: ClinicView } {
  return { vista: raw.vista === 'consulta' || raw.vista === 'lab' ? raw.vista : undefined }
}

/** Returns the code of a specialty or a procedure. */
function code(value: unknown): string | undefined {
  const words = text(value)
  return words && /^[A-Za-z0-9_-]{1,12}$/.test(words) ? words : undefined
}

function codes(value: unknown): string | undefined {
  const words = text(value)
  return words && /^[A-Za-z0-9_-]{1,12}(,[A-Za-z0-9_-]{1,12})*$/.test(words) ? words : undefined
}

const sites = ['PROVIDENCIA', 'MAIPU', 'AMBAS'] as const
const modalities = ['presencial', 'telemedicina', 'TODAS'] as const

const officeCodes = ['PROVIDENCIA', 'MAIPU'] as const
const parts = ['cabeza', 'brazos', 'tronco', 'piernas'] as const

function oneOf<Value>(values: readonly Value[], value: unknown): Value | undefined {
  return values.find((one) => one === value)
}

/** Exam wizard: the choices, which are only codes and numbers. */
export function examWizardSearch(raw: Raw): Choices {
  const sucursal = oneOf(officeCodes, raw.sucursal)
  return {
    // `start` and `examenes` mean that nothing is chosen yet. An address with a site has already chosen the entry.
    paso: oneOf([...entryNames, ...laterSteps], raw.paso) ?? (sucursal && entryOfSite[sucursal]),
    desde: oneOf(entryNames, raw.desde),
    sucursal,
    paciente: positive(raw.paciente),
    cambia: positive(raw.cambia),
    tipo: oneOf(['pediatrica', 'adulto'] as const, raw.tipo),
    prestacion: code(raw.prestacion),
    parte: oneOf(parts, raw.parte),
    examen: positive(raw.examen),
    menor: oneOf(['si', 'no'] as const, raw.menor),
  }
}

const siteNumbers: Readonly<Record<string, 'PROVIDENCIA' | 'MAIPU'>> = { '2': 'PROVIDENCIA', '239': 'MAIPU' }

/** Procedure booking: the choices. A site is given by its name or its number. */
export function procedureSearch(raw: Raw): ProcedureChoices {
  const site = String(raw.sucursal ?? '').toUpperCase()
  return {
    sucursal: oneOf(officeCodes, site.replace('Ú', 'U')) ?? siteNumbers[site],
    tipo: oneOf(['ADULTO', 'PEDIATRICO'] as const, raw.tipo),
    service_type: code(raw.service_type),
    exam: code(raw.exam),
    paso: oneOf(['presencial', 'callcenter'] as const, raw.paso),
  }
}

/** Reservation: the initial values and the choices; nothing about the person. */
export function bookingSearch(raw: Raw): Choice {
  const run = text(raw.rut_professional)
  const constant = (name: string) => text(raw[name])
  return {
    office_id: sites.find((site) => site === raw.office_id),
    spec_id: codes(raw.spec_id),
    specialty: code(raw.specialty),
    exam_id: positive(raw.exam_id),
    procedure: code(raw.procedure),
    agenda_imagenologia: flag(raw.agenda_imagenologia),
    modality: modalities.find((modality) => modality === raw.modality),
    rut_professional: run && /^\d{1,8}[\dkK]$/.test(run) ? run : undefined,
    primera: flag(raw.primera),
    day: typeof raw.day === 'string' && isDay(raw.day) ? raw.day : undefined,
    slot_id: positive(raw.slot_id),
    offer: positive(raw.offer),
    patient_id: positive(raw.patient_id),
    id_appointment: positive(raw.id_appointment),
    reservada: positive(raw.reservada),
    utm_source: constant('utm_source'),
    utm_medium: constant('utm_medium'),
    utm_campaign: constant('utm_campaign'),
  }
}

/** Signature of a landing page's address. */
export function signatureSearch(raw: Raw): { s?: string } {
  return { s: text(raw.s) }
}

/** Accounts page: the listed accounts; the search text is never in an address. */
export function usersSearch(raw: Raw): { estado?: 1 | 2 | 3; atrasadas?: true; page?: number } {
  const estado = oneOf([1, 2, 3] as const, positive(raw.estado))
  return { estado, atrasadas: flag(raw.atrasadas), page: positive(raw.page) }
}

/** Status and page of a list of publications. */
export function publicationsSearch(raw: Raw): { visible?: boolean; page?: number } {
  const visible = oneOf(['true', 'false'] as const, String(raw.visible))
  return { visible: visible && visible === 'true', page: positive(raw.page) }
}

/** Test e-mails: the chosen template; addresses are never in an address of the portal. */
export function mailingSearch(raw: Raw): { plantilla?: number } {
  return { plantilla: positive(raw.plantilla) }
}

/** Account creation: the document of the person; never a name. */
export function createUserSearch(raw: Raw): { tipo?: 1 | 2; documento?: string } {
  const documento = text(raw.documento)
  return {
    tipo: oneOf([1, 2] as const, positive(raw.tipo)),
    documento: documento && /^[A-Za-z0-9.-]{1,16}$/.test(documento) ? documento : undefined,
  }
}

const overviewLists = ['correos', 'ingresos', 'encuesta'] as const

/** Start page of the administration: the open list. */
export function overviewSearch(raw: Raw): { ver?: (typeof overviewLists)[number]; page?: number } {
  return { ver: overviewLists.find((list) => list === raw.ver), page: positive(raw.page) }
}

interface AgendaSearch {
  ver?: 'hoy' | 'feriados' | 'importar' | 'nuevo'
  profesional?: number
  /** A day in the displayed week, `YYYY-MM-DD`. */
  desde?: string
  editar?: true
  ano?: number
  page?: number
}

/** Calendars page: the open part; patients are never in an address. */
export function agendaSearch(raw: Raw): AgendaSearch {
  const ver = (['hoy', 'feriados', 'importar', 'nuevo'] as const).find((one) => one === raw.ver)
  const year = positive(raw.ano)
  return {
    ver,
    profesional: positive(raw.profesional),
    desde: typeof raw.desde === 'string' && isDay(raw.desde) ? raw.desde : undefined,
    editar: flag(raw.editar),
    ano: year !== undefined && year >= 2022 && year <= 2100 ? year : undefined,
    page: positive(raw.page),
  }
}

interface AuditSearch {
  accion?: string
  /** Days `YYYY-MM-DD`. */
  desde?: string
  hasta?: string
  /** Id of the patient whose data was accessed. */
  persona?: number
  page?: number
}

/** Audit log page: the filters; typed names are never in an address. */
export function auditSearch(raw: Raw): AuditSearch {
  const day = (value: unknown) => (typeof value === 'string' && isDay(value) ? value : undefined)
  return {
    accion: text(raw.accion),
    desde: day(raw.desde),
    hasta: day(raw.hasta),
    persona: positive(raw.persona),
    page: positive(raw.page),
  }
}
