import type { Queries } from '../../platform/database/database.ts'
import { defineSql, type Row } from '../../platform/database/statement.ts'
import type { ScanningSql } from './scanning.sql.generated.ts'

const sql = defineSql<
  ScanningSql,
  {
    scan_state: 'pending' | 'clean' | 'infected' | 'unscanned'
    matter: 'privacy' | 'documents' | 'budgets' | 'contact' | 'imaging' | 'complaints'
  }
>('scanning')

/** The patient and the matter of a file. */
type FileOwner = Row<typeof ownerSql>

/** The counts for monitoring. */
type ScanCounts = Row<typeof countsSql>

const stateOfSql = sql('stateOf', 'select scan_state from files where key = :key')
const ownerSql = sql(
  'owner',
  `select coalesce(q.patient_id, b.patient_id, e.patient_id, a.patient_id, t.patient_id, p.id) as patient_id,
     coalesce(q.matter, case when b.id is not null then 'budgets' end) as matter
   from files f
     left join request_files r on r.file_id = f.id
     left join desk_requests q on q.id = r.request_id
       and r.request_kind = q.kind
     left join budget_requests b on b.order_file_id = f.id
     left join exams e on e.file_id = f.id
     left join appointment_orders o on o.file_id = f.id
     left join appointments a on a.id = o.appointment_id
     left join image_instances m on m.file_id = f.id
     left join image_series s on s.id = m.series_id
     left join image_studies t on t.id = s.study_id
     left join people p on f.id in (p.image_store_id, p.image_store_passport, p.image_store_passport_patient)
   where f.id = :id limit 1`,
)
const countsSql = sql(
  'counts',
  `select count(*) filter (where scan_state = 'pending')::int as pending!,
     count(*) filter (where scan_state = 'infected')::int as infected!,
     count(*) filter (where scan_state = 'unscanned')::int as unscanned!
   from files where scan_state in ('pending', 'infected', 'unscanned')`,
)

/**
 * Returns the state of the file with this key; null if the portal created the file itself or no row has the key.
 */
export const stateOf = async (db: Queries, key: string) =>
  (await db.run(stateOfSql, { key }))[0]?.scan_state ?? null

export const owner = async (tx: Queries, id: number): Promise<FileOwner> =>
  (await tx.run(ownerSql, { id }))[0] ?? { patient_id: null, matter: null }

export const counts = async (db: Queries): Promise<ScanCounts> =>
  (await db.run(countsSql, {}))[0] ?? { pending: 0, infected: 0, unscanned: 0 }
