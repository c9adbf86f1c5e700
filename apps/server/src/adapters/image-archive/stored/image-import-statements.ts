import { statement } from '../../../platform/database/statement.ts'
import type { ImagingExam } from '../../../ports/image-archive.ts'

export const findExam = statement<ImagingExam, { id: number }>(
  'imageImport.exam',
  `select e.id, e.patient_id, e.type, e.accession_number, p.document_type_id, p.document_number
   from exams e join people p on p.id = e.patient_id where e.id = :id`,
)

export const findStored = statement<
  { instance: string; series: string; study: string; sha256: Uint8Array },
  { instances: readonly string[] }
>(
  'imageImport.stored',
  `select i.instance, s.series, t.study, f.sha256 from image_instances i join image_series s on s.id = i.series_id
     join image_studies t on t.id = s.study_id join files f on f.id = i.file_id
   where i.instance = any(:instances::text[])`,
)

export const addStudy = statement<
  never,
  {
    study: string
    patient_id: number
    accession_number: string
    day: string | null
    description: string | null
    now: Date
  }
>(
  'imageImport.addStudy',
  `insert into image_studies (study, patient_id, accession_number, day, description, stored_at)
   values (:study, :patient_id, :accession_number, :day, :description, :now::timestamptz) on conflict (study) do nothing`,
)

// A second command for the same study waits here until the first one has committed.
export const lockStudy = statement<
  { id: number; patient_id: number; accession_number: string },
  { study: string }
>(
  'imageImport.lockStudy',
  'select id, patient_id, accession_number from image_studies where study = :study for update',
)

export const addSeries = statement<
  never,
  {
    study_id: number
    series: string
    number: number | null
    description: string | null
    modality: string | null
  }
>(
  'imageImport.addSeries',
  `insert into image_series (study_id, series, number, description, modality)
   values (:study_id, :series, :number, :description, :modality) on conflict (series) do nothing`,
)

export const seriesId = statement<{ id: number }, { study_id: number; series: string }>(
  'imageImport.series',
  'select id from image_series where series = :series and study_id = :study_id',
)

export const addInstance = statement<
  never,
  {
    series_id: number
    instance: string
    number: number | null
    frames: number
    side: number
    file_id: number
  }
>(
  'imageImport.addInstance',
  `insert into image_instances (series_id, instance, number, frames, side, file_id)
   values (:series_id, :instance, :number, :frames, :side, :file_id)`,
)

// A command that adds images to one of these studies waits here, or this one waits for it.
export const lockStudies = statement<{ id: number }, { patient_id: number; accession_number: string }>(
  'imageImport.lockStudies',
  `select id from image_studies where patient_id = :patient_id and accession_number = :accession_number order by study for update`,
)

export const removeInstances = statement<{ file_id: number }, { study_ids: readonly number[] }>(
  'imageImport.removeInstances',
  `delete from image_instances i using image_series s
   where s.id = i.series_id and s.study_id = any(:study_ids::int[]) returning i.file_id`,
)

export const removeSeries = statement<never, { study_ids: readonly number[] }>(
  'imageImport.removeSeries',
  'delete from image_series where study_id = any(:study_ids::int[])',
)

export const removeStudies = statement<never, { study_ids: readonly number[] }>(
  'imageImport.removeStudies',
  'delete from image_studies where id = any(:study_ids::int[])',
)
