import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

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

export type StoredCertificate = Certified & {
  readonly id: number
  readonly code_hash: Uint8Array
  readonly issued_at: Date
}

const columns = `id, code_hash, patient_id, appointment_id, patient_name, document_type_id, document_number, starts_at, ends_at,
  modality, site_name, site_address, doctor_name, specialty, issued_at`

const byHashes = statement<StoredCertificate, { hashes: readonly Uint8Array[] }>(
  'visitCertificates.byHashes',
  `select ${columns} from visit_certificates where code_hash = any(:hashes::bytea[]) order by id limit 1`,
)
const byId = statement<StoredCertificate, { id: number }>(
  'visitCertificates.byId',
  `select ${columns} from visit_certificates where id = :id`,
)
/** Adds nothing if the certificate exists already. */
const add = statement<{ id: number }, Certified & { code_hash: Uint8Array; now: Date }>(
  'visitCertificates.add',
  `insert into visit_certificates (code_hash, patient_id, appointment_id, patient_name, document_type_id, document_number,
     starts_at, ends_at, modality, site_name, site_address, doctor_name, specialty, issued_at)
   values (:code_hash, :patient_id, :appointment_id, :patient_name, :document_type_id, :document_number,
     :starts_at::timestamptz, :ends_at::timestamptz, :modality, :site_name, :site_address, :doctor_name, :specialty,
     :now::timestamptz)
   on conflict (code_hash) do nothing returning id`,
)
const removeAllOf = statement<never, { patient_id: number }>(
  'visitCertificates.removeAllOf',
  'delete from visit_certificates where patient_id = :patient_id',
)
const site = statement<{ name: string; address: string; phone: string }, { office_id: string }>(
  'visitCertificates.site',
  'select name, address, phone from offices where office_id = :office_id order by retired_at is not null, id limit 1',
)

export function createVisitCertificatesStore(db: Database) {
  return {
    /** Finds the certificate of one of these hashes of codes. */
    find: async (hashes: readonly Uint8Array[], queries: Queries = db) =>
      (await queries.run(byHashes, { hashes }))[0] ?? null,
    findById: async (id: number) => (await db.run(byId, { id }))[0] ?? null,
    add: (tx: Queries, codeHash: Uint8Array, certified: Certified, now: Date) =>
      tx.run(add, { ...certified, code_hash: codeHash, now }),
    removeAllOf: (tx: Queries, patientId: number) => tx.run(removeAllOf, { patient_id: patientId }),
    /** Returns a site by its code, also one that was retired. */
    site: async (code: string | null) =>
      code === null ? null : ((await db.run(site, { office_id: code }))[0] ?? null),
  }
}

export type VisitCertificatesStore = ReturnType<typeof createVisitCertificatesStore>
