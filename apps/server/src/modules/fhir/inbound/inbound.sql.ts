import type { Role } from '@mi-portal/contract/permissions/roles'
import { defineSql, type Row } from '../../../platform/database/statement.ts'
import type { InboundSql } from './inbound.sql.generated.ts'

const sql = defineSql<InboundSql, { rol: Role }>('inbound')

export type Source = Row<typeof lockSources>
export type StoredPerson = Row<typeof listPeople>

const columns =
  'id, type, system, value, patient_id, target_id, position::int as position, told_state, digest, version, account_id'

export const insertSources = sql('claim')`
  insert into fhir_sources (type, system, value, account_id, updated_at)
  select t.type, t.system, t.value, :account_id::int, :now::timestamptz
  from unnest(:types::text[], :systems::text[], :names::text[]) t (type, system, value) order by 1, 2, 3
  on conflict (type, system, value) do nothing`

/** Locks the names of a transaction: of two concurrent transactions with a common name, the second waits. */
export const lockSources = sql('locked')`
  select ${columns} from fhir_sources where (type, system, value) in
    (select * from unnest(:types::text[], :systems::text[], :names::text[]))
  order by type, system, value for update`

export const findKnownSource = sql('known')`
  select ${columns} from fhir_sources where type = :type and system = :system and value = :value and version > 0`

export const updateSource = sql('settle')`
  update fhir_sources set patient_id = :patient_id, target_id = :target_id?, position = :position?::smallint,
    told_state = :told_state?, digest = :digest, sent = :sent?::jsonb, version = version + 1, updated_at = :now::timestamptz where id = :id`

export const findOwnReport = sql('ownsExam')`
  select 1 as one! from fhir_sources where type = 'DiagnosticReport' and target_id = :exam_id
  and account_id = :account_id limit 1`
/** If only one of two countries is known, the person can be the same one, unless the birth dates differ. */
export const listPeople = sql('person')`
  select id, rol, without_account, document_country, first_name, last_name, second_name, date_birth::text as date_birth,
    deceased_at is not null as is_deceased!,
    document_country is not distinct from country_code(:issuer?::text) as is_exact!
  from people where document_type_id = :document_type_id and document_number = :document_number
    and (country_code(:issuer?::text) is null or document_country is null or document_country = country_code(:issuer?::text))
    and (document_country is not distinct from country_code(:issuer?::text) or date_birth is null
      or coalesce(:date_birth?::date, date_birth) = date_birth)
  order by is_exact desc limit 2`

export const findCountry = sql('country')`select country_code(:issuer?::text) as code`

export const findPatientById = sql('patientById')`
  select id from people where id = :id and rol = 'STANDART_ROLE'`

export const findDeath = sql('death')`select 1 as one! from people where id = :id and deceased_at is not null`

export const findOffice = sql('office')`
  select id, name from offices where office_id = :name or name = :name order by retired_at is not null, id limit 1`

export const listSpecialties = sql('specialties')`select code, name, reserved_group from specialties`

export const lockAppointment = sql('hourState')`
  select state, patient_id, starts_at, private_since is not null as is_private! from appointments where id = :id
  for update`

/** Forgets which results the sources of an exam named before; `kept_ids` are those that still name one. */
export const forgetResults = sql('forgetResults')`
  update fhir_sources set target_id = null, position = null, digest = null
  where type = 'Observation' and target_id = :exam_id and not (id = any(:kept_ids::int[]))`

export const findUnshown = sql('holdsUnshown')`
  select 1 as one! from exam_results where exam_id = :exam_id and not shown limit 1`

export const lockExamPatient = sql('examPatient')`select patient_id from exams where id = :id for update`

/** Exams created from results before a report named them. `source_ids`: the results of the report, which must be all of the exam. */
export const listLooseExams = sql('looseExams')`
  select distinct s.target_id as id! from fhir_sources s
  where s.id = any(:source_ids::int[]) and s.type = 'Observation' and s.target_id is not null
    and not exists (select from fhir_sources r where r.type = 'DiagnosticReport' and r.target_id = s.target_id)
    and not exists (select from fhir_sources o
      where o.type = 'Observation' and o.target_id = s.target_id and not (o.id = any(:source_ids::int[])))
  order by 1`

export const findReportOfExam = sql('isOfReport')`
  select 1 as one! from fhir_sources where type = 'DiagnosticReport' and target_id = :exam_id limit 1`
