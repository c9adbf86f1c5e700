import type { Database } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'
import type {
  ImageArchive,
  ImageInstance,
  ImageSeries,
  ImageStudy,
  InstanceAddress,
} from '../../../ports/image-archive.ts'

const numbers = statement<
  { accession_number: string },
  { patient_id: number; accession_numbers: readonly string[] }
>(
  'storedImages.numbers',
  `select distinct accession_number from image_studies
   where patient_id = :patient_id and accession_number = any(:accession_numbers::text[])`,
)

type Row = {
  readonly study: string
  readonly day: string | null
  readonly study_description: string | null
  readonly series: string
  readonly series_number: number | null
  readonly series_description: string | null
  readonly modality: string | null
  readonly instance: string
  readonly frames: number
  readonly side: number
}

const listed = statement<Row, { patient_id: number; accession_number: string; limit_rows: number }>(
  'storedImages.listed',
  `select t.study, t.day, t.description as study_description, s.series, s.number as series_number,
     s.description as series_description, s.modality, i.instance, i.frames, i.side
   from image_studies t join image_series s on s.study_id = t.id join image_instances i on i.series_id = s.id
   where t.patient_id = :patient_id and t.accession_number = :accession_number
   order by t.day nulls last, t.id, s.number nulls last, s.id, i.number nulls last, i.id
   limit :limit_rows::int`,
)

const findFile = statement<{ key: string }, InstanceAddress>(
  'storedImages.file',
  `select f.key from image_instances i join image_series s on s.id = i.series_id
     join image_studies t on t.id = s.study_id join files f on f.id = i.file_id
   where t.study = :study and s.series = :series and i.instance = :instance`,
)

const mostImages = 20_000

type Growing<T, K extends string, C> = Omit<T, K> & { readonly [key in K]: C[] }
type GrowingSeries = Growing<ImageSeries, 'instances', ImageInstance>
type GrowingStudy = Growing<ImageStudy, 'series', GrowingSeries>

function toStudies(rows: readonly Row[]): GrowingStudy[] {
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
      const rows = await db.run(numbers, { patient_id: patientId, accession_numbers: accessionNumbers })
      return new Set(rows.map(({ accession_number }) => accession_number))
    },
    studies: async ({ patientId, accessionNumber }) => {
      const rows = await db.run(listed, {
        patient_id: patientId,
        accession_number: accessionNumber,
        limit_rows: mostImages + 1,
      })
      return { studies: toStudies(rows.slice(0, mostImages)), isComplete: rows.length <= mostImages }
    },
    fileKey: async (address: InstanceAddress): Promise<string | null> => {
      const { study, series, instance } = address
      return (await db.run(findFile, { study, series, instance }))[0]?.key ?? null
    },
  } satisfies Pick<ImageArchive, 'withImages' | 'studies'> & Record<'fileKey', unknown>
}
