import { type Day, isDay, showDay } from '@mi-portal/contract/values/dates'

type ListedStudy<Instance> = {
  readonly study: string
  readonly series: readonly { readonly series: string; readonly instances: readonly Instance[] }[]
}

export function findInstance<Instance extends { readonly instance: string }>(
  studies: readonly ListedStudy<Instance>[],
  { study, series, instance }: Readonly<Record<'study' | 'series' | 'instance', string>>,
): Instance | null {
  const inStudy = studies.find((one) => one.study === study)
  const inSeries = inStudy?.series.find((one) => one.series === series)
  return inSeries?.instances.find((one) => one.instance === instance) ?? null
}

export function showDicomDay(text: string | null): string | null {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text ?? '') ?? []
  const written = `${year}-${month}-${day}`
  return isDay(written) ? showDay(written as Day) : null
}
