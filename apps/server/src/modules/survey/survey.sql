-- survey.insert $1=person_id $2=suggestion $3=comment $4=now
insert into survey_answers (person_id, suggestion, comment, created_at)
   values ($1, $2, $3, $4::timestamptz);

-- survey.export $1=person_id
select array[to_char(created_at at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI'), suggestion, comment] as cells
   from survey_answers where person_id = $1 order by created_at, id;
