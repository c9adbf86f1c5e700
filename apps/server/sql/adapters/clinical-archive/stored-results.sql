-- storedResults.exams $1=first_exam $2=last_exam
select distinct e.type_exam as name, e.panel_code as code, null::text as loinc from exams e
  where e.id between $1 and $2 and (e.shown or case when e.private_since is null then e.reserved_group else e.law_group end is null);

-- storedResults.judgeExams $1=judged $2=first_exam $3=last_exam
with judged as (
    select * from json_to_recordset($1::json) as j (name text, code text, loinc text, shown boolean, reserved_group text)
  )
  update exams e set shown = e.shown and j.shown, reserved_group = coalesce(case when e.private_since is null then e.reserved_group else e.law_group end, j.reserved_group)
  from judged j
  where e.id between $2 and $3 and e.type_exam = j.name and e.panel_code is not distinct from j.code
    and ((e.shown and not j.shown) or (case when e.private_since is null then e.reserved_group else e.law_group end is null and j.reserved_group is not null));

-- storedResults.judgeQuestionnaires $1=judged $2=first_exam $3=last_exam
with judged as (
    select * from json_to_recordset($1::json) as j (name text, code text, loinc text, questionnaire text)
    where questionnaire is not null
  )
  update exams e set reserved_group = coalesce(case when e.private_since is null then e.reserved_group else e.law_group end, (
    select min(j.questionnaire) from exam_results r join judged j
      on r.name = j.name and r.code = j.code and r.loinc is not distinct from j.loinc where r.exam_id = e.id))
  where e.id between $2 and $3 and case when e.private_since is null then e.reserved_group else e.law_group end is null and exists (
    select from exam_results r join judged j
      on r.name = j.name and r.code = j.code and r.loinc is not distinct from j.loinc where r.exam_id = e.id);
