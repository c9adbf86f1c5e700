-- questionnaires.ofExam $1=id
select e.id, e.text, e.specialty_code, e.part, e.types,
    case when e.encuesta_para_agendar = 'SI' and q.key is not null then
      jsonb_build_object('key', q.key, 'title', q.title, 'intro', q.intro, 'questions', q.questions) end as questionnaire
  from bookable_exams e left join questionnaires q on q.key = e.questionnaire and q.retired_at is null
  where e.id = $1 and e.retired_at is null;

-- questionnaires.latest $1=patient_id $2=exam_id $3=answered_by $4=since
select can_book, answers, answered_at from exam_answers
  where patient_id = $1 and exam_id = $2 and answered_by = $3 and answered_at > $4::timestamptz
  order by answered_at desc, id desc limit 1;

-- questionnaires.insert $1=patient_id $2=answered_by $3=exam_id $4=questionnaire $5=answers $6=can_book $7=now
insert into exam_answers (patient_id, answered_by, exam_id, questionnaire, answers, can_book, answered_at)
  values ($1, $2, $3, $4, $5::jsonb, $6, $7::timestamptz);

-- questionnaires.purge $1=before
delete from exam_answers e where e.answered_at < $1::timestamptz - interval '1 hour'
    and not exists (select from appointments a where a.exam_answers_id = e.id)
  returning e.id;

-- questionnaires.forget $1=patient_id
delete from exam_answers e where e.patient_id = $1
    and not exists (select from appointments a where a.exam_answers_id = e.id);
