-- Which observation of a sender a result is; null for one that came another way. The exam that the source belongs to now
-- may be another than the result's: a report that names a part of a panel takes over its source alone.
alter table exam_results add column source_id int references fhir_sources;
update exam_results r set source_id = (
  select s.id from fhir_sources s where s.type = 'Observation' and s.target_id = r.exam_id and s.position <= r.position
  order by s.position desc limit 1
) where exists (select from fhir_sources s where s.type = 'Observation' and s.target_id = r.exam_id);
