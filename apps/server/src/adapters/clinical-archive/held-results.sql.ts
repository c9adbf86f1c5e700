import type { ExamType } from '@mi-portal/contract/exams/exams'
import { defineSql } from '../../platform/database/statement.ts'
import type { HeldResultsSql } from './held-results.sql.generated.ts'

const sql = defineSql<HeldResultsSql, { type: ExamType }>('heldResults')

// A result is held for at most `mostHeldDays` days, so earlier arrivals need not be judged. One day more, because days are local.
export const candidates = sql('candidates')`
  select e.id, e.patient_id, e.type, e.type_exam, e.taken_at, e.created_at as available_at, false as is_released! from exams e
  where e.patient_id = any(:patient_ids::int[]) and e.released_at is null and e.created_at > :arrived_from::timestamptz`

// An appointment without an item is a visit, unless its service makes exams.
export const choices = sql('choices')`
  select a.patient_id, c.type, a.starts_at, (
    select max(v.ends_at) from appointments v
    where v.patient_id = a.patient_id and v.state = 'booked' and v.starts_at > a.starts_at
      and v.ends_at <= :now::timestamptz and v.service_item is null and v.attendance is distinct from 'missed'
      and not exists (select from exam_specialties t where t.service_code = v.specialty_code)) as visited_at
  from result_choices c join appointments a on a.id = c.appointment_id
  where a.patient_id = any(:patient_ids::int[]) and a.state = 'booked'`
