alter table survey_answers add column length int;
update survey_answers set length = char_length(comment);
