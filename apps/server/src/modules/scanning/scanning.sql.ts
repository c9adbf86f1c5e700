import { defineSql } from '../../platform/database/statement.ts'
import type { ScanningSql } from './scanning.sql.generated.ts'

const sql = defineSql<
  ScanningSql,
  {
    scan_state: 'pending' | 'clean' | 'infected' | 'unscanned'
    matter: 'privacy' | 'documents' | 'budgets' | 'contact' | 'imaging' | 'complaints'
  }
>('scanning')

// A file that the portal created itself has no state, and no row may have the key.
export const findScanState = sql('stateOf')`select scan_state from files where key = :key`
export const findFileOwner = sql('owner')`
  select coalesce(q.patient_id, b.patient_id, e.patient_id, a.patient_id, t.patient_id, p.id) as patient_id,
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
  where f.id = :id limit 1`
export const countFiles = sql('counts')`
  select count(*) filter (where scan_state = 'pending')::int as pending!,
    count(*) filter (where scan_state = 'infected')::int as infected!,
    count(*) filter (where scan_state = 'unscanned')::int as unscanned!
  from files where scan_state in ('pending', 'infected', 'unscanned')`
