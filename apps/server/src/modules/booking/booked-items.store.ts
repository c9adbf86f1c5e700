import type { Database } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

/** The data of an exam or a procedure that matter for booking it. */
export type BookedItem = {
  readonly name: string
  readonly reserved_group: string | null
  readonly way_to_schedule: 'presencial' | 'callcenter' | 'online'
  readonly for_adults: boolean
  readonly for_children: boolean
  readonly under_8_callcenter: boolean
  /** Whether a booking requires answers to a questionnaire. */
  readonly needs_questionnaire: boolean
  /** The service codes of the slots in which it can be booked. */
  readonly codes: readonly number[]
}

const itemOfExam = statement<BookedItem, { id: number }>(
  'booking.itemOfExam',
  `select e.text as name, e.reserved_group, e.way_to_schedule, 'adulto' = any(e.types) as for_adults,
     'pediatrica' = any(e.types) as for_children, e.under_8_callcenter,
     e.encuesta_para_agendar = 'SI' as needs_questionnaire,
     array(select t.service_code from exam_specialties t
       where t.retired_at is null and (t.code = e.specialty_code or e.specialty_code = any(t.same_exams_as))) as codes
   from bookable_exams e where e.id = :id and e.retired_at is null`,
)
const itemOfProcedure = statement<BookedItem, { code: string }>(
  'booking.itemOfProcedure',
  `select p.name, null as reserved_group, p.way_to_schedule, p.able_for_adults as for_adults,
     p.able_for_children as for_children, false as under_8_callcenter, false as needs_questionnaire,
     array[c.service_code] as codes
   from procedures p join procedure_categories c on c.code = p.category_code
   where p.code = :code and p.retired_at is null`,
)

export function createBookedItemsStore(db: Database) {
  return {
    itemOfExam: async (id: number) => (await db.run(itemOfExam, { id }))[0] ?? null,
    itemOfProcedure: async (code: string) => (await db.run(itemOfProcedure, { code }))[0] ?? null,
  }
}

export type BookedItemsStore = ReturnType<typeof createBookedItemsStore>
