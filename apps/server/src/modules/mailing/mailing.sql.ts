import { defineSql, type Row } from '../../platform/database/statement.ts'
import type { WithheldReason } from '../../ports/mail.ts'
import type { MailingSql } from './mailing.sql.generated.ts'

export type OutboxState = 'queued' | 'sending' | 'sent' | 'expired' | 'parked' | 'withdrawn'

const sql = defineSql<MailingSql, { state: OutboxState; reason: WithheldReason }>('mailing')

export type OutboxRow = Row<typeof claimMessages>
export type OutboxEntry = Row<typeof listNewest>

const erased = `body_text = '', body_html = '', unsubscribe_url = null`

// An adolescent cannot verify a guardian's mailbox, so that reason comes before the missing verification.
export const findWithheldReason = sql('whyWithheld')`
  select case
  when exists (select from people d where d.id = :person_id?::int and d.deceased_at is not null) then 'deceased'
  when exists (select from people p where p.id = :person_id?::int
    and (has_outgrown_access(p, :adult_birth::date, :reserve_birth::date)
      or is_guardian_mailbox(p, :recipient::text, :adult_birth::date, :reserve_birth::date))) then 'guardian_mailbox'
  else 'unverified' end as reason!`

/**
 * Stores the messages of a JSON array, but none for a person who died. A clinical message is stored only for the verified address of its
 * person, which is not a guardian's and was not entered by who opened the account for a child.
 */
export const insertMessages = sql('put')`
  insert into outbox (message_id, template, person_id, recipient, subject, body_text, body_html, created_at,
    next_attempt_at, not_after, unsubscribe_url, appointment_id, notification_id)
  select m.message_id, m.template, m.person_id, m.recipient, m.subject, m.body_text, m.body_html, :now::timestamptz,
    coalesce(m.not_before, :now::timestamptz), m.not_after, m.unsubscribe_url, m.appointment_id, m.notification_id
  from jsonb_to_recordset(:messages::jsonb) as m (message_id text, template text, clinical boolean, person_id int,
    recipient text, subject text, body_text text, body_html text, not_after timestamptz, unsubscribe_url text,
    appointment_id int, not_before timestamptz, notification_id int)
  where not exists (select from people d where d.id = m.person_id and d.deceased_at is not null)
    and (not m.clinical
      or exists (select from people p where p.id = m.person_id and is_verified_email(p, m.recipient)
        and not has_outgrown_access(p, :adult_birth::date, :reserve_birth::date)
        and not is_guardian_mailbox(p, m.recipient, :adult_birth::date, :reserve_birth::date)))
  returning id`

// Further messages wait for the next look, so that a claim stays small however many messages wait.
const lateAtOnce = 100

/** Condition: no other server is sending the message, nor this one. */
const isFree = `state in ('queued', 'sending') and (claimed_until is null or claimed_until <= :now::timestamptz)
           and id <> all (:in_progress::int[])`

/** Marks messages as expired that are too late, and claims those that are due. Messages created before `too_old` are too late. */
export const claimMessages = sql('claim')`
  with late as (
    update outbox set state = 'expired', claimed_until = null, ${erased}
    where id in (
        select id from outbox where ${isFree} and not_after <= :now::timestamptz
        order by not_after limit ${lateAtOnce}
        for update skip locked)
      or id in (
        select id from outbox where ${isFree} and created_at <= :too_old::timestamptz
        order by created_at limit ${lateAtOnce}
        for update skip locked)
  ), due as (
    select id from outbox where ${isFree} and next_attempt_at <= :now::timestamptz
      and (not_after is null or not_after > :now::timestamptz) and created_at > :too_old::timestamptz
    order by next_attempt_at, id limit :limit_rows::int
    for update skip locked
  )
  update outbox set state = 'sending', claim = claim + 1, claimed_until = :claimed_until::timestamptz
  from due where outbox.id = due.id
  returning outbox.id, claim, attempts, message_id, template, recipient, subject, body_text, body_html,
    unsubscribe_url, appointment_id, notification_id, created_at`
export const renewClaim = sql('renew')`
  update outbox set claimed_until = :claimed_until::timestamptz where id = :id and claim = :claim and state = 'sending'`
// Each statement that stores an outcome returns no row if another server took over the claim. This one applies in any state of the row,
// because the message has been sent.
export const markSent = sql('sent')`
  update outbox set state = 'sent', sent_at = :now::timestamptz, claimed_until = null, last_error = null,
    body_text = case when not_after is null then body_text else '' end,
    body_html = case when not_after is null then body_html else '' end,
    unsubscribe_url = case when not_after is null then unsubscribe_url end
  where id = :id and claim = :claim and state <> 'sent' returning id`
export const postponeMessage = sql('later')`
  update outbox set state = 'queued', attempts = :attempts::int, next_attempt_at = :next_attempt_at::timestamptz,
    claimed_until = null, last_error = :last_error
  where id = :id and claim = :claim and state = 'sending' returning id`
export const parkMessage = sql('park')`
  update outbox set state = 'parked', attempts = :attempts::int, claimed_until = null, last_error = :last_error
  where id = :id and claim = :claim and state = 'sending' returning id`
export const withdrawMessage = sql('withdraw')`
  update outbox set state = 'withdrawn', claimed_until = null, ${erased}
  where id = :id and claim = :claim and state = 'sending' returning id`
export const retryMessage = sql('retry')`
  update outbox set state = 'queued', attempts = 0, next_attempt_at = :now::timestamptz
  where id = :id and state = 'parked' returning id`
// A message belongs to the notification that was written with it, in the same minute. A reminder has all appointments of a day.
export const withdrawAboutItem = sql('withdrawAbout')`
  update outbox o set state = 'withdrawn', claimed_until = null, ${erased}
  where o.state = 'queued' and o.person_id in (
      select leader_id from family_links where member_id = :patient_id
      union select delegate_id from delegations where grantor_id = :patient_id)
    and (o.appointment_id = :id_appointment?::int or exists (
      select from notifications n
      where n.person_id = o.person_id and n.patient_id = :patient_id and (n.id = o.notification_id
          or (o.template in ('exams.newResult', 'exams.correctedResult', 'booking.reminder')
            and o.created_at between n.created_at and n.created_at + interval '1 minute'))
        and ((:exam_id?::int is not null and n.exam_type is not null and (n.exam_id is null or n.exam_id = :exam_id?::int))
          or (:id_appointment?::int is not null and n.type = 'appointments'
            and (n.id_appointment is null or n.id_appointment = :id_appointment?::int)))))`
export const withdrawOfDeceased = sql('withdrawOfDeceased')`
  update outbox set state = 'withdrawn', claimed_until = null, ${erased}
  where state = 'queued'
    and (person_id = :person_id or appointment_id in (select id from appointments where patient_id = :person_id))`
// A message that waits for its turn is not in the queue yet.
export const countWaiting = sql('depth')`
  select state, count(*)::int as messages!, min(created_at) as oldest!
  from outbox where state in ('queued', 'sending', 'parked')
    and (notification_id is null or attempts > 0 or last_error is not null) group by state`
export const bringForward = sql('forward')`
  update outbox set next_attempt_at = :now::timestamptz
  where state = 'queued' and next_attempt_at > :now::timestamptz and attempts > 0 returning id`
export const bringTurnForward = sql('turnForward')`
  update outbox set next_attempt_at = :now::timestamptz
  where notification_id = :notification_id and state = 'queued' and attempts = 0 and next_attempt_at > :now::timestamptz`
export const listNewest = sql('recent')`
  select id, recipient, subject, state, created_at from outbox order by created_at desc, id desc limit :limit_rows::int`
export const findMessage = sql('one')`
  select id, message_id, recipient, subject, state, created_at, body_text, body_html, unsubscribe_url from outbox
  where id = :id::int`
export const eraseBodies = sql('empty')`
  update outbox set ${erased}
  where created_at < :before::timestamptz and state in ('sent', 'expired', 'parked') and body_html <> '' returning id`
export const removeMessages = sql('remove')`
  delete from outbox where created_at < :before::timestamptz returning id`
