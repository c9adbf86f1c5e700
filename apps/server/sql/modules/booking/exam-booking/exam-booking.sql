-- booking.examSpecialties $1=kind
select code, name, service, office_ids from exam_specialties
  where $1 = any(types) and retired_at is null order by position;

-- booking.exams $1=specialty_code $2=kind $3=part $4=office_id
select e.id, e.text, e.encuesta_para_agendar, e.questionnaire, e.way_to_schedule, e.part, e.contrast,
    case when t.same_exams_as = '{}' then e.office_ids else t.office_ids end as office_ids,
    e.under_8_callcenter, e.creatinine_70_plus
  from exam_specialties t
    join bookable_exams e on e.specialty_code = t.code or e.specialty_code = any(t.same_exams_as)
  where t.code = $1 and t.retired_at is null and e.retired_at is null and $2 = any(e.types)
    and ($3::text is null or e.part = $3)
    and ($4::int = 0 or $4::int = any(
      case when t.same_exams_as = '{}' then e.office_ids else t.office_ids end))
  order by e.id;

-- booking.indicationsOfExam $1=id
select i.key, i.title, i.html from bookable_exams e join indications i on i.key = e.indications_key
  where e.id = $1 and e.retired_at is null and i.retired_at is null;

-- booking.indicationsOfProcedure $1=code
select i.key, i.title, i.html from procedures p join indications i on i.key = p.indications_key
  where p.code = $1 and p.retired_at is null and i.retired_at is null;

-- booking.indications $1=key
select key, title, html from indications where key = $1;

-- booking.questionnaires
select key, title, intro, applies_to, questions from questionnaires where retired_at is null order by position;

-- booking.procedureCategories $1=office_id $2=for_adults $3=for_children
select code, name from procedure_categories
  where retired_at is null and $1::int = any(office_ids) and (not $2::boolean or able_for_adults)
    and (not $3::boolean or able_for_children)
  order by position;

-- booking.procedures $1=office_id $2=category_code $3=for_adults $4=for_children
select code, name, minutes, sedation, requires_order, way_to_schedule from procedures
  where retired_at is null and $1::int = any(office_ids) and category_code = $2
    and (not $3::boolean or able_for_adults)
    and (not $4::boolean or able_for_children)
  order by position;
