/** Texts and addresses of the rows of the news. */
import { joinNames } from '@mi-portal/contract/clinic/join-names'
import type { DueAppointment, News, NewsKind, UnreadAnswer } from '@mi-portal/contract/news'
import { formatLongDay, formatTime } from '../../lib/dates.ts'

const answerTitles: Readonly<Record<UnreadAnswer['matter'], string>> = {
  documents: 'Respondimos tu solicitud de documento',
  budgets: 'Respondimos tu solicitud de presupuesto',
  contact: 'Respondimos tu mensaje',
  imaging: 'Respondimos tu solicitud de imagenología',
  privacy: 'Respondimos tu solicitud sobre datos personales',
  complaints: 'Respondimos tu reclamo',
}

/** Returns what an answer is about. A request about personal data is not named further. */
export function describeAnswer({ matter, subject }: Pick<UnreadAnswer, 'matter' | 'subject'>): string {
  const title = answerTitles[matter]
  return matter === 'privacy' || matter === 'complaints' || subject === '' ? title : `${title}: ${subject}`
}

/** Returns the day and the time of an appointment: «Hoy, jueves 26 de noviembre, 09:30 h». */
export function describeWhen({ is_today, date, hour }: DueAppointment): string {
  const day = date.split('/').toReversed().join('-')
  return `${is_today ? 'Hoy' : 'Mañana'}, ${formatLongDay(day)}, ${formatTime(hour)}`
}

const kindNames: Readonly<Record<NewsKind, string>> = {
  offers: 'las horas que esperas',
  requests: 'las solicitudes de grupo familiar',
  appointments: 'las horas de hoy y mañana',
  results: 'los resultados nuevos',
  answers: 'las respuestas de la clínica',
}

/** Returns the sentence that says which kinds could not be read. */
export function explainFailed(failed: readonly NewsKind[]): string {
  const names = failed.map((kind) => kindNames[kind])
  return `No pudimos revisar ${joinNames(names)}.`
}

/** Returns the number of rows of all kinds. */
export function countNews({ offers, requests, appointments, results, answers }: News): number {
  return [offers, requests, appointments, results, answers].reduce((sum, rows) => sum + rows.length, 0)
}
