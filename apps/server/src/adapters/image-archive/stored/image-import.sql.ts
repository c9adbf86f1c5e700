import type { ExamType } from '@mi-portal/contract/exams/exams'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import { defineSql } from '../../../platform/database/statement.ts'
import type { ImageImportSql } from './image-import.sql.generated.ts'

const sql = defineSql<ImageImportSql, { type: ExamType; document_type_id: DocumentTypeId }>('imageImport')

export const findExam = sql('exam')`
  select e.id, e.patient_id, e.type, e.accession_number, p.document_type_id, p.document_number
  from exams e join people p on p.id = e.patient_id where e.id = :id`

export const findStored = sql('stored')`
  select i.instance, s.series, t.study, f.sha256 from image_instances i join image_series s on s.id = i.series_id
    join image_studies t on t.id = s.study_id join files f on f.id = i.file_id
  where i.instance = any(:instances::text[])`

export const addStudy = sql('addStudy')`
  insert into image_studies (study, patient_id, accession_number, day, description, stored_at)
  values (:study, :patient_id, :accession_number, :day?, :description?, :now::timestamptz) on conflict (study) do nothing`

// A second command for the same study waits here until the first one has committed.
export const lockStudy = sql('lockStudy')`
  select id, patient_id, accession_number from image_studies where study = :study for update`

export const addSeries = sql('addSeries')`
  insert into image_series (study_id, series, number, description, modality)
  values (:study_id, :series, :number?, :description?, :modality?) on conflict (series) do nothing`

export const seriesId = sql('series')`
  select id from image_series where series = :series and study_id = :study_id`

export const addInstance = sql('addInstance')`
  insert into image_instances (series_id, instance, number, frames, side, file_id)
  values (:series_id, :instance, :number?, :frames, :side, :file_id)`

// A command that adds images to one of these studies waits here, or this one waits for it.
export const lockStudies = sql('lockStudies')`
  select id from image_studies where patient_id = :patient_id and accession_number = :accession_number order by study for update`

export const removeInstances = sql('removeInstances')`
  delete from image_instances i using image_series s
  where s.id = i.series_id and s.study_id = any(:study_ids::int[]) returning i.file_id`

export const removeSeries = sql('removeSeries')`
  delete from image_series where study_id = any(:study_ids::int[])`

export const removeStudies = sql('removeStudies')`delete from image_studies where id = any(:study_ids::int[])`
