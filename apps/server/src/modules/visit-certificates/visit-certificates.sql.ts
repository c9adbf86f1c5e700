import type { Queries } from '../../platform/database/database.ts'
import { defineSql, type Row } from '../../platform/database/statement.ts'
import type { VisitCertificatesSql } from './visit-certificates.sql.generated.ts'

const sql = defineSql<VisitCertificatesSql, { modality: 'presencial' | 'telemedicina' }>('visitCertificates')

/** What a certificate says. */
export type Certified = {
  readonly patient_id: number
  readonly appointment_id: number
  readonly patient_name: string
  readonly document_type_id: number
  readonly document_number: string
  readonly starts_at: Date
  readonly ends_at: Date
  readonly modality: 'presencial' | 'telemedicina'
  readonly site_name: string | null
  readonly site_address: string | null
  /** Null unless the patient chose to show professional and specialty. */
  readonly doctor_name: string | null
  readonly specialty: string | null
}

export type StoredCertificate = Row<typeof byHashes>

const columns = `id, code_hash, patient_id, appointment_id, patient_name, document_type_id, document_number, starts_at, ends_at,
  modality, site_name, site_address, doctor_name, specialty, issued_at`

const byHashes = sql(
  'byHashes',
  `select ${columns} from visit_certificates where code_hash = any(:hashes::bytea[]) order by id limit 1`,
)
const byId = sql('byId', `select ${columns} from visit_certificates where id = :id`)
/** Adds nothing if the certificate exists already. */
const addSql = sql(
  'add',
  `insert into visit_certificates (code_hash, patient_id, appointment_id, patient_name, document_type_id, document_number,
     starts_at, ends_at, modality, site_name, site_address, doctor_name, specialty, issued_at)
   values (:code_hash, :patient_id, :appointment_id, :patient_name, :document_type_id, :document_number,
     :starts_at::timestamptz, :ends_at::timestamptz, :modality, :site_name?, :site_address?, :doctor_name?, :specialty?,
     :now::timestamptz)
   on conflict (code_hash) do nothing returning id`,
)
const removeAllOfSql = sql('removeAllOf', 'delete from visit_certificates where patient_id = :patient_id')
const siteSql = sql(
  'site',
  'select name, address, phone from offices where office_id = :office_id order by retired_at is not null, id limit 1',
)

/** Finds the certificate of one of these hashes of codes. */
export const find = async (db: Queries, hashes: readonly Uint8Array[], queries: Queries = db) =>
  (await queries.run(byHashes, { hashes }))[0] ?? null

export const findById = async (db: Queries, id: number) => (await db.run(byId, { id }))[0] ?? null

export const add = (tx: Queries, codeHash: Uint8Array, certified: Certified, now: Date) =>
  tx.run(addSql, { ...certified, code_hash: codeHash, now })

export const removeAllOf = (tx: Queries, patientId: number) =>
  tx.run(removeAllOfSql, { patient_id: patientId })

/** Returns a site by its code, also one that was retired. */
export const site = async (db: Queries, code: string | null) =>
  code === null ? null : ((await db.run(siteSql, { office_id: code }))[0] ?? null)
