import { type Day, isDay, showDay } from '@mi-portal/contract/values/dates'

type ListedStudy<Instance> = {
  readonly study: string
  readonly series: readonly { readonly series: string; readonly instances: readonly Instance[] }[]
}

/** Returns the image with this address, if it is one of the studies; null otherwise. */
export function findInstance<Instance extends { readonly instance: string }>(
  studies: readonly ListedStudy<Instance>[],
  { study, series, instance }: Readonly<Record<'study' | 'series' | 'instance', string>>,
): Instance | null {
  const inStudy = studies.find((one) => one.study === study)
  const inSeries = inStudy?.series.find((one) => one.series === series)
  return inSeries?.instances.find((one) => one.instance === instance) ?? null
}

/** Returns DICOM's date `20261120` as `20/11/2026`; null if it is not a date. */
export function showDicomDay(text: string | null): string | null {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text ?? '') ?? []
  const written = `${year}-${month}-${day}`
  return isDay(written) ? showDay(written as Day) : null
}
