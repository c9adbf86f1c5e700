import type { Queries } from '../../platform/database/database.ts'
import { defineSql, type Row } from '../../platform/database/statement.ts'
import type { BookedItemsSql } from './booked-items.sql.generated.ts'

const sql = defineSql<BookedItemsSql, { way_to_schedule: 'presencial' | 'callcenter' | 'online' }>('booking')

/** The data of an exam or a procedure that matter for booking it. */
export type BookedItem = Row<typeof itemOfExamSql>

const itemOfExamSql = sql(
  'itemOfExam',
  `select e.text as name!, e.reserved_group, e.way_to_schedule, 'adulto' = any(e.types) as for_adults!,
     'pediatrica' = any(e.types) as for_children!, e.under_8_callcenter,
     e.encuesta_para_agendar = 'SI' as needs_questionnaire!,
     array(select t.service_code from exam_specialties t
       where t.retired_at is null and (t.code = e.specialty_code or e.specialty_code = any(t.same_exams_as))) as codes!
   from bookable_exams e where e.id = :id and e.retired_at is null`,
)
const itemOfProcedureSql = sql(
  'itemOfProcedure',
  `select p.name, null as reserved_group, p.way_to_schedule, p.able_for_adults as for_adults!,
     p.able_for_children as for_children!, false as under_8_callcenter!, false as needs_questionnaire!,
     array[c.service_code] as codes!
   from procedures p join procedure_categories c on c.code = p.category_code
   where p.code = :code and p.retired_at is null`,
)

export const itemOfExam = async (db: Queries, id: number) => (await db.run(itemOfExamSql, { id }))[0] ?? null

export const itemOfProcedure = async (db: Queries, code: string) =>
  (await db.run(itemOfProcedureSql, { code }))[0] ?? null
