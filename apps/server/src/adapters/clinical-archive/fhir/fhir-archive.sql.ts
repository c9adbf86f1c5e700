import { defineSql } from '../../../platform/database/statement.ts'
import type { FhirArchiveSql } from './fhir-archive.sql.generated.ts'

const sql = defineSql<FhirArchiveSql, { document_type_id: 1 | 2; country_codes: string[] }>('archive')

export const reservedSpecialties = sql('reservedSpecialties')`
  select code, name from specialties where reserved_group is not null`

export const ownTimes = sql('privateTimes')`
  select starts_at, rut_professional from appointments where patient_id = :patient_id and private_since is not null`

export const document = sql('document')`
  select p.document_type_id::int as document_type_id!, p.document_number,
    array_remove(array[n.iso2, n.iso3, n.iso_num], null) as country_codes!
  from people p left join nationalities n on n.iso2 = p.document_country where p.id = :id`
