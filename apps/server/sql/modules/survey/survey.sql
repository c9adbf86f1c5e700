-- survey.export $1=person_id
select array[to_char(created_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI'), suggestion, comment] as cells
  from survey_answers where person_id = $1 order by created_at, id;
