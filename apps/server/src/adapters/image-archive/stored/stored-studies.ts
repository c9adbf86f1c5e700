import type { Database } from '../../../platform/database/database.ts'
import type { Row } from '../../../platform/database/statement.ts'
import type {
  ImageArchive,
  ImageInstance,
  ImageSeries,
  ImageStudy,
  InstanceAddress,
} from '../../../ports/image-archive.ts'
import * as storedStudiesSql from './stored-studies.sql.ts'

const mostImages = 20_000

type Growing<T, K extends string, C> = Omit<T, K> & { readonly [key in K]: C[] }
type GrowingSeries = Growing<ImageSeries, 'instances', ImageInstance>
type GrowingStudy = Growing<ImageStudy, 'series', GrowingSeries>

function toStudies(rows: readonly Row<typeof storedStudiesSql.listed>[]): GrowingStudy[] {
  const studies: GrowingStudy[] = []
  for (const row of rows) {
    let study = studies.at(-1)
    if (study?.study !== row.study) {
      study = { study: row.study, day: row.day, description: row.study_description, series: [] }
      studies.push(study)
    }
    let series = study.series.at(-1)
    if (series?.series !== row.series) {
      const { series_number: number, series_description: description, modality } = row
      series = { series: row.series, number, description, modality, instances: [] }
      study.series.push(series)
    }
    series.instances.push({ instance: row.instance, frames: row.frames, side: row.side })
  }
  return studies
}

export function createStoredStudies(db: Database) {
  return {
    withImages: async ({ patientId, accessionNumbers }) => {
      if (accessionNumbers.length === 0) return new Set<string>()
      const rows = await db.run(storedStudiesSql.numbers, {
        patient_id: patientId,
        accession_numbers: accessionNumbers,
      })
      return new Set(rows.map(({ accession_number }) => accession_number))
    },
    studies: async ({ patientId, accessionNumber }) => {
      const rows = await db.run(storedStudiesSql.listed, {
        patient_id: patientId,
        accession_number: accessionNumber,
        limit_rows: mostImages + 1,
      })
      return { studies: toStudies(rows.slice(0, mostImages)), isComplete: rows.length <= mostImages }
    },
    fileKey: async (address: InstanceAddress): Promise<string | null> => {
      const { study, series, instance } = address
      return (await db.run(storedStudiesSql.findFile, { study, series, instance }))[0]?.key ?? null
    },
  } satisfies Pick<ImageArchive, 'withImages' | 'studies'> & Record<'fileKey', unknown>
}
