/** Says from when on results are listed, by the days that the installation set. */
import { type Day, showDay } from '@mi-portal/contract/values/dates'
import { formatMonth } from '../../lib/dates.ts'
import { portal } from '../../lib/portal-config.ts'

/**
 * Returns the year, the month or the day with which a period begins, in words.
 *
 * @internal Exported for the tests.
 */
export function periodStart(day: Day): string {
  if (day.endsWith('-01-01')) return day.slice(0, 4)
  return day.endsWith('-01') ? formatMonth(day).toLowerCase().replace(' ', ' de ') : `el ${showDay(day)}`
}

/** Returns the sentences about the first results that are listed. */
export function describeAvailability() {
  const { laboratory, imaging } = portal.clinic.results_from
  return {
    laboratory: `Resultados de laboratorio desde ${periodStart(laboratory)}.`,
    imaging: `Imágenes y procedimientos desde ${periodStart(imaging)}.`,
  }
}
