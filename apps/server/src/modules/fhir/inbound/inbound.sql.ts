import type { Queries } from '../../../platform/database/database.ts'
import { defineSql, type Row } from '../../../platform/database/statement.ts'
import type { InboundSql } from './inbound.sql.generated.ts'

const sql = defineSql<InboundSql>('inbound')

/** The sender's own name of an object. */
type SourceKey = { readonly type: string; readonly system: string; readonly value: string }
type Document = {
  readonly document_type_id: 1 | 2
  readonly document_number: string
  /** Code of the country that issued the passport, as the sender writes it; null if the sender does not say. */
  readonly issuer: string | null
}

export type Source = Row<typeof locked>

const columns =
  'id, type, system, value, patient_id, target_id, position::int as position, told_state, digest, version, account_id'

const claim = sql(
  'claim',
  `insert into fhir_sources (type, system, value, account_id, updated_at)
   select t.type, t.system, t.value, :account_id::int, :now::timestamptz
   from unnest(:types::text[], :systems::text[], :names::text[]) t (type, system, value) order by 1, 2, 3
   on conflict (type, system, value) do nothing`,
)
const locked = sql(
  'locked',
  `select ${columns} from fhir_sources where (type, system, value) in
     (select * from unnest(:types::text[], :systems::text[], :names::text[]))
   order by type, system, value for update`,
)
const knownSql = sql(
  'known',
  `select ${columns} from fhir_sources where type = :type and system = :system and value = :value and version > 0`,
)
const updateTarget = sql(
  'settle',
  `update fhir_sources set patient_id = :patient_id, target_id = :target_id?, position = :position?::smallint,
     told_state = :told_state?, digest = :digest, sent = :sent?::jsonb, version = version + 1, updated_at = :now::timestamptz where id = :id`,
)
const ownsExamSql = sql(
  'ownsExam',
  `select 1 as one! from fhir_sources where type = 'DiagnosticReport' and target_id = :exam_id
   and account_id = :account_id limit 1`,
)
export type StoredPerson = {
  readonly id: number
  readonly rol: string
  readonly without_account: boolean
  readonly document_country: string | null
  readonly first_name: string
  readonly last_name: string
  readonly second_name: string
  readonly date_birth: string | null
  readonly is_deceased: boolean
}

// If only one of two countries is known, the person can be the same one, unless the birth dates differ.
const people = sql(
  'person',
  `select id, rol, without_account, document_country, first_name, last_name, second_name, date_birth::text as date_birth,
     deceased_at is not null as is_deceased!,
     document_country is not distinct from country_code(:issuer?::text) as is_exact!
   from people where document_type_id = :document_type_id and document_number = :document_number
     and (country_code(:issuer?::text) is null or document_country is null or document_country = country_code(:issuer?::text))
     and (document_country is not distinct from country_code(:issuer?::text) or date_birth is null
       or coalesce(:date_birth?::date, date_birth) = date_birth)
   order by is_exact desc limit 2`,
)
const country = sql('country', 'select country_code(:issuer?::text) as code')
const patientById = sql('patientById', `select id from people where id = :id and rol = 'STANDART_ROLE'`)
const death = sql('death', 'select 1 as one! from people where id = :id and deceased_at is not null')
const officeSql = sql(
  'office',
  'select id, name from offices where office_id = :name or name = :name order by retired_at is not null, id limit 1',
)
const specialtiesSql = sql('specialties', 'select code, name, reserved_group from specialties')
const appointmentState = sql(
  'hourState',
  `select state, patient_id, starts_at, private_since is not null as is_private! from appointments where id = :id
   for update`,
)
const forgetResultsSql = sql(
  'forgetResults',
  `update fhir_sources set target_id = null, position = null, digest = null
   where type = 'Observation' and target_id = :exam_id and not (id = any(:kept_ids::int[]))`,
)
const holdsUnshownSql = sql(
  'holdsUnshown',
  'select 1 as one! from exam_results where exam_id = :exam_id and not shown limit 1',
)
const examPatientSql = sql('examPatient', 'select patient_id from exams where id = :id for update')
// Exams created from results before a report named them. `source_ids`: the results that the report
// names, which must be all results of the exam.
const looseExamsSql = sql(
  'looseExams',
  `select distinct s.target_id as id! from fhir_sources s
   where s.id = any(:source_ids::int[]) and s.type = 'Observation' and s.target_id is not null
     and not exists (select from fhir_sources r where r.type = 'DiagnosticReport' and r.target_id = s.target_id)
     and not exists (select from fhir_sources o
       where o.type = 'Observation' and o.target_id = s.target_id and not (o.id = any(:source_ids::int[])))
   order by 1`,
)
const isOfReportSql = sql(
  'isOfReport',
  `select 1 as one! from fhir_sources where type = 'DiagnosticReport' and target_id = :exam_id limit 1`,
)

/**
 * Locks the names of a transaction until it ends: of two concurrent transactions with a common name, the second
 * waits.
 */
export const lock = async (
  tx: Queries,
  keys: readonly SourceKey[],
  accountId: number,
  now: Date,
): Promise<Source[]> => {
  const parts = {
    types: keys.map(({ type }) => type),
    systems: keys.map(({ system }) => system),
    names: keys.map(({ value }) => value),
  }
  await tx.run(claim, { ...parts, account_id: accountId, now })
  return tx.run(locked, parts)
}

export const known = async (tx: Queries, { type, system, value }: SourceKey) =>
  (await tx.run(knownSql, { type, system, value }))[0] ?? null

export const storeTarget = async (
  tx: Queries,
  id: number,
  target: {
    patient_id: number
    target_id: number | null
    position?: number
    told_state?: string
    digest: Uint8Array
    sent: object | null
  },
  now: Date,
) => {
  const { patient_id, target_id, position, told_state, digest, sent } = target
  await tx.run(updateTarget, {
    id,
    patient_id,
    target_id,
    position: position ?? null,
    told_state: told_state ?? null,
    digest,
    sent: sent === null ? null : JSON.stringify(sent),
    now,
  })
}

/** Returns whether an exam exists because this account sent its report. */
export const ownsExam = async (tx: Queries, examId: number, accountId: number) =>
  (await tx.run(ownsExamSql, { exam_id: examId, account_id: accountId })).length > 0

/**
 * Finds the person of a document; `dateBirth` is null if the sender does not say. Returns `several` for a passport without a
 * country if people of several countries have its number.
 */
export const person = async (
  tx: Queries,
  document: Document,
  dateBirth: string | null = null,
): Promise<StoredPerson | null | 'several'> => {
  const [first, second] = await tx.run(people, { ...document, date_birth: dateBirth })
  if (first === undefined) return null
  const isKnownCountry = first.is_exact && first.document_country !== null
  return second !== undefined && !isKnownCountry ? 'several' : first
}

/** Returns the two-letter code of the country that issued a document; null if the sender does not say, or for an unknown code. */
export const countryOf = async (tx: Queries, { issuer }: Document) =>
  (await tx.run(country, { issuer }))[0]?.code ?? null

export const isPatient = async (tx: Queries, id: number) => (await tx.run(patientById, { id })).length > 0

export const isDeceased = async (tx: Queries, id: number) => (await tx.run(death, { id })).length > 0

export const office = async (tx: Queries, name: string) => (await tx.run(officeSql, { name }))[0] ?? null

export const specialties = (tx: Queries) => tx.run(specialtiesSql, {})

export const findAppointmentState = async (tx: Queries, id: number) =>
  (await tx.run(appointmentState, { id }))[0] ?? null

/** Returns the exams created from these results that contain no other result. */
export const looseExams = async (tx: Queries, sourceIds: readonly number[]) =>
  (await tx.run(looseExamsSql, { source_ids: sourceIds })).map(({ id }) => id)

/** Returns whether an exam was sent as a report. */
export const isOfReport = async (tx: Queries, examId: number) =>
  (await tx.run(isOfReportSql, { exam_id: examId })).length > 0

/** Forgets which results the sources of an exam named before; `kept` are those that still name one. */
export const forgetResults = async (tx: Queries, examId: number, kept: readonly number[]) => {
  await tx.run(forgetResultsSql, { exam_id: examId, kept_ids: kept })
}

export const holdsUnshown = async (tx: Queries, examId: number) =>
  (await tx.run(holdsUnshownSql, { exam_id: examId })).length > 0

export const examPatient = async (tx: Queries, examId: number) =>
  (await tx.run(examPatientSql, { id: examId }))[0]?.patient_id ?? null
