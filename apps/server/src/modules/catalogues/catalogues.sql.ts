import { defineSql } from '../../platform/database/statement.ts'
import type { CataloguesSql } from './catalogues.sql.generated.ts'

const sql = defineSql<CataloguesSql>('catalogues')

export const listGenders = sql('listGenders')`select id, name from genders order by id`

export const listNationalities = sql('listNationalities')`
  select id, name from nationalities order by position`

export const listForecasts = sql('listForecasts')`
  select id, nombre, case when retired_at is null then status else 0 end as status! from forecasts
  order by retired_at is not null, position`

export const listRegions = sql('listRegions')`select id, name from regions order by position`

export const listProvinces = sql('listProvinces')`
  select id, name from provinces where region_id = :region_id order by name`

export const listCommunes = sql('listCommunes')`
  select id, name from communes where province_id = :province_id order by name`

export const listDisplayDurations = sql('listDisplayDurations')`
  select id, category_id, category_name, name_exam, day_withdrawal_portal, day_withdrawal from display_durations
  where retired_at is null order by id`

export const listExamRelationships = sql('listExamRelationships')`
  select id, name from exam_relationship_types order by id`
