-- newResults.lastMail $1=now $2=person_id $3=since
select created_at, state = 'queued' and next_attempt_at > $1::timestamptz as is_waiting from outbox
  where person_id = $2 and created_at > $3::timestamptz and state <> 'withdrawn'
    and template in ('exams.newResult', 'exams.correctedResult') order by created_at desc limit 1;
