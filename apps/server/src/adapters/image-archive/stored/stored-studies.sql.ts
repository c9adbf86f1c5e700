import { defineSql } from '../../../platform/database/statement.ts'
import type { StoredStudiesSql } from './stored-studies.sql.generated.ts'

const sql = defineSql<StoredStudiesSql>('storedImages')

export const numbers = sql('numbers')`
  select distinct accession_number from image_studies
  where patient_id = :patient_id and accession_number = any(:accession_numbers::text[])`

export const listed = sql('listed')`
  select t.study, t.day, t.description as study_description, s.series, s.number as series_number,
    s.description as series_description, s.modality, i.instance, i.frames, i.side
  from image_studies t join image_series s on s.study_id = t.id join image_instances i on i.series_id = s.id
  where t.patient_id = :patient_id and t.accession_number = :accession_number
  order by t.day nulls last, t.id, s.number nulls last, s.id, i.number nulls last, i.id
  limit :limit_rows::int`

export const findFile = sql('file')`
  select f.key from image_instances i join image_series s on s.id = i.series_id
    join image_studies t on t.id = s.study_id join files f on f.id = i.file_id
  where t.study = :study and s.series = :series and i.instance = :instance`
