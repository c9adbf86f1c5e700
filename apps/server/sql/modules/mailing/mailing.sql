-- mailing.claim $1=now $2=in_progress $3=too_old $4=limit_rows $5=claimed_until
with late as (
    update outbox set state = 'expired', claimed_until = null, body_text = '', body_html = '', unsubscribe_url = null
    where id in (
        select id from outbox where state in ('queued', 'sending') and (claimed_until is null or claimed_until <= $1::timestamptz)
           and id <> all ($2::int[]) and not_after <= $1::timestamptz
        order by not_after limit 100
        for update skip locked)
      or id in (
        select id from outbox where state in ('queued', 'sending') and (claimed_until is null or claimed_until <= $1::timestamptz)
           and id <> all ($2::int[]) and created_at <= $3::timestamptz
        order by created_at limit 100
        for update skip locked)
  ), due as (
    select id from outbox where state in ('queued', 'sending') and (claimed_until is null or claimed_until <= $1::timestamptz)
           and id <> all ($2::int[]) and next_attempt_at <= $1::timestamptz
      and (not_after is null or not_after > $1::timestamptz) and created_at > $3::timestamptz
    order by next_attempt_at, id limit $4::int
    for update skip locked
  )
  update outbox set state = 'sending', claim = claim + 1, claimed_until = $5::timestamptz
  from due where outbox.id = due.id
  returning outbox.id, claim, attempts, message_id, template, recipient, subject, body_text, body_html,
    unsubscribe_url, appointment_id, notification_id, created_at;

-- mailing.withdraw $1=id $2=claim
update outbox set state = 'withdrawn', claimed_until = null, body_text = '', body_html = '', unsubscribe_url = null
  where id = $1 and claim = $2 and state = 'sending' returning id;

-- mailing.withdrawAbout $1=patient_id $2=id_appointment $3=exam_id
update outbox o set state = 'withdrawn', claimed_until = null, body_text = '', body_html = '', unsubscribe_url = null
  where o.state = 'queued' and o.person_id in (
      select leader_id from family_links where member_id = $1
      union select delegate_id from delegations where grantor_id = $1)
    and (o.appointment_id = $2::int or exists (
      select from notifications n
      where n.person_id = o.person_id and n.patient_id = $1 and (n.id = o.notification_id
          or (o.template in ('exams.newResult', 'exams.correctedResult', 'booking.reminder')
            and o.created_at between n.created_at and n.created_at + interval '1 minute'))
        and (($3::int is not null and n.exam_type is not null and (n.exam_id is null or n.exam_id = $3::int))
          or ($2::int is not null and n.type = 'appointments'
            and (n.id_appointment is null or n.id_appointment = $2::int)))));

-- mailing.withdrawOfDeceased $1=person_id
update outbox set state = 'withdrawn', claimed_until = null, body_text = '', body_html = '', unsubscribe_url = null
  where state = 'queued'
    and (person_id = $1 or appointment_id in (select id from appointments where patient_id = $1));

-- mailing.empty $1=before
update outbox set body_text = '', body_html = '', unsubscribe_url = null
  where created_at < $1::timestamptz and state in ('sent', 'expired', 'parked') and body_html <> '' returning id;
