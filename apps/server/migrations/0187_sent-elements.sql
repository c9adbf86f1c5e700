-- How precisely the date of an exam is known. `taken_at` of a date without a time is noon of its first day in Chile.
alter table exams add column taken_precision text not null default 'time'
  check (taken_precision in ('year', 'month', 'day', 'time'));
-- Elements of a report or result as their sender wrote them: identifiers, category, code and date.
alter table fhir_sources add column sent jsonb;
-- The identifier of a report was stored as the number of a visit before. Without an encounter there is no such number.
alter table exams drop constraint exams_check;
alter table exams add check (
  octet_length(attention_number) <= 255 and octet_length(type_exam) <= 500 and octet_length(doctor_solicite) <= 300
    and octet_length(type_patient) <= 300
);
update exams e set attention_number = '' from fhir_sources s
where s.target_id = e.id and s.type in ('DiagnosticReport', 'Observation') and s.value = e.attention_number;
