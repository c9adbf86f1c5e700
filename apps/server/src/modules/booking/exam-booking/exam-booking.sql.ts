import { defineSql } from '../../../platform/database/statement.ts'
import type { ExamBookingSql } from './exam-booking.sql.generated.ts'

const sql = defineSql<
  ExamBookingSql,
  {
    service: 'imagenologia' | 'laboratorio' | 'vacunatorio' | 'banco_sangre'
    encuesta_para_agendar: 'SI' | 'NO'
    way_to_schedule: 'presencial' | 'callcenter' | 'online'
    part: 'cabeza' | 'brazos' | 'tronco' | 'piernas'
    questions: { id: string; text: string; text_other?: string | undefined }[]
  }
>('booking')

export const listExamSpecialties = sql('examSpecialties')`
  select code, name, service, office_ids from exam_specialties
  where :kind = any(types) and retired_at is null order by position`
// Null stands for all parts of the body, and site 0 for all sites.
export const listExams = sql('exams')`
  select e.id, e.text, e.encuesta_para_agendar, e.questionnaire, e.way_to_schedule, e.part, e.contrast,
    case when t.same_exams_as = '{}' then e.office_ids else t.office_ids end as office_ids!,
    e.under_8_callcenter, e.creatinine_70_plus
  from exam_specialties t
    join bookable_exams e on e.specialty_code = t.code or e.specialty_code = any(t.same_exams_as)
  where t.code = :specialty_code and t.retired_at is null and e.retired_at is null and :kind = any(e.types)
    and (:part?::text is null or e.part = :part?)
    and (:office_id::int = 0 or :office_id::int = any(
      case when t.same_exams_as = '{}' then e.office_ids else t.office_ids end))
  order by e.id`
export const findExamIndications = sql('indicationsOfExam')`
  select i.key, i.title, i.html from bookable_exams e join indications i on i.key = e.indications_key
  where e.id = :id and e.retired_at is null and i.retired_at is null`
export const findProcedureIndications = sql('indicationsOfProcedure')`
  select i.key, i.title, i.html from procedures p join indications i on i.key = p.indications_key
  where p.code = :code and p.retired_at is null and i.retired_at is null`
export const findIndications = sql('indications')`select key, title, html from indications where key = :key`
export const listQuestionnaires = sql('questionnaires')`
  select key, title, intro, applies_to, questions from questionnaires where retired_at is null order by position`
export const listCategories = sql('procedureCategories')`
  select code, name from procedure_categories
  where retired_at is null and :office_id::int = any(office_ids) and (not :for_adults::boolean or able_for_adults)
    and (not :for_children::boolean or able_for_children)
  order by position`
export const listProcedures = sql('procedures')`
  select code, name, minutes, sedation, requires_order, way_to_schedule from procedures
  where retired_at is null and :office_id::int = any(office_ids) and category_code = :category_code
    and (not :for_adults::boolean or able_for_adults)
    and (not :for_children::boolean or able_for_children)
  order by position`
