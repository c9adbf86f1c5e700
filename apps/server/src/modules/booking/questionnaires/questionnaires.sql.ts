import { defineSql, type Row } from '../../../platform/database/statement.ts'
import type { QuestionnairesSql } from './questionnaires.sql.generated.ts'

const sql = defineSql<
  QuestionnairesSql,
  {
    part: 'cabeza' | 'brazos' | 'tronco' | 'piernas'
    types: ('pediatrica' | 'adulto')[]
    questionnaire: {
      readonly key: string
      readonly title: string
      readonly intro: string
      readonly questions: readonly {
        readonly id: string
        readonly text: string
        readonly text_other?: string
      }[]
    }
    answers: readonly AnsweredQuestion[]
  }
>('questionnaires')

export type AnsweredQuestion = { readonly question: string; readonly answer: 'Sí' | 'No' }

export const findExam = sql('ofExam')`
  select e.id, e.text, e.specialty_code, e.part, e.types,
    case when e.encuesta_para_agendar = 'SI' and q.key is not null then
      jsonb_build_object('key', q.key, 'title', q.title, 'intro', q.intro, 'questions', q.questions) end as questionnaire
  from bookable_exams e left join questionnaires q on q.key = e.questionnaire and q.retired_at is null
  where e.id = :id and e.retired_at is null`

export type ExamAnswers = Row<typeof findLatestAnswers>

// The last answers that are still valid: those of before `:since` are not.
export const findLatestAnswers = sql('latest')`
  select can_book, answers, answered_at from exam_answers
  where patient_id = :patient_id and exam_id = :exam_id and answered_by = :answered_by and answered_at > :since::timestamptz
  order by answered_at desc, id desc limit 1`
export const insertAnswers = sql('insert')`
  insert into exam_answers (patient_id, answered_by, exam_id, questionnaire, answers, can_book, answered_at)
  values (:patient_id, :answered_by, :exam_id, :questionnaire, :answers::jsonb, :can_book, :now::timestamptz)`
/** Deletes answers from before this time that belong to no appointment. The margin keeps those that a booking in progress may use. */
export const purgeAnswers = sql('purge')`
  delete from exam_answers e where e.answered_at < :before::timestamptz - interval '1 hour'
    and not exists (select from appointments a where a.exam_answers_id = e.id)
  returning e.id`

/** Deletes a patient's answers. Those for an appointment belong to the clinical record and stay. */
export const deleteAnswers = sql('forget')`
  delete from exam_answers e where e.patient_id = :patient_id
    and not exists (select from appointments a where a.exam_answers_id = e.id)`
