import { defineSql } from '../../platform/database/statement.ts'
import type { StoredResultsSql } from './stored-results.sql.generated.ts'

const sql = defineSql<StoredResultsSql>('storedResults')

export const lastExam = sql('last')`select max(id) as id from exams`

export const storedTests = sql('tests')`
  select distinct name, code, loinc from exam_results where exam_id between :first_exam and :last_exam`

/** The group by which the law reserves an exam, which is stored apart while the patient keeps the exam private. */
const lawGroup = 'case when e.private_since is null then e.reserved_group else e.law_group end'

export const storedExams = sql('exams')`
  select distinct e.type_exam as name, e.panel_code as code, null::text as loinc from exams e
  where e.id between :first_exam and :last_exam and (e.shown or ${lawGroup} is null)`

// The document was printed, or sent, with a result that is hidden now.
export const judgeResults = sql('judge')`
  with judged as (
    select * from json_to_recordset(:judged::json) as j (name text, code text, loinc text, shown boolean, reserved_group text)
  ), changed as (
    update exam_results r set shown = r.shown and j.shown, reserved_group = coalesce(r.reserved_group, j.reserved_group)
    from judged j
    where r.exam_id between :first_exam and :last_exam and r.name = j.name and r.code = j.code and r.loinc is not distinct from j.loinc
      and ((r.shown and not j.shown) or (r.reserved_group is null and j.reserved_group is not null))
    returning r.exam_id, j.shown
  )
  update exams set document_withheld = true where id in (select exam_id from changed where not shown)`

export const judgeExams = sql('judgeExams')`
  with judged as (
    select * from json_to_recordset(:judged::json) as j (name text, code text, loinc text, shown boolean, reserved_group text)
  )
  update exams e set shown = e.shown and j.shown, reserved_group = coalesce(${lawGroup}, j.reserved_group)
  from judged j
  where e.id between :first_exam and :last_exam and e.type_exam = j.name and e.panel_code is not distinct from j.code
    and ((e.shown and not j.shown) or (${lawGroup} is null and j.reserved_group is not null))`

// An exam with a part of a reserved questionnaire is reserved as a whole.
export const judgeQuestionnaires = sql('judgeQuestionnaires')`
  with judged as (
    select * from json_to_recordset(:judged::json) as j (name text, code text, loinc text, questionnaire text)
    where questionnaire is not null
  )
  update exams e set reserved_group = coalesce(${lawGroup}, (
    select min(j.questionnaire) from exam_results r join judged j
      on r.name = j.name and r.code = j.code and r.loinc is not distinct from j.loinc where r.exam_id = e.id))
  where e.id between :first_exam and :last_exam and ${lawGroup} is null and exists (
    select from exam_results r join judged j
      on r.name = j.name and r.code = j.code and r.loinc is not distinct from j.loinc where r.exam_id = e.id)`

export const hideEmpty = sql('hideEmpty')`
  update exams e set shown = false
  where e.id between :first_exam and :last_exam and e.shown and exists (select from exam_results r where r.exam_id = e.id)
    and not exists (select from exam_results r where r.exam_id = e.id and r.shown)`
