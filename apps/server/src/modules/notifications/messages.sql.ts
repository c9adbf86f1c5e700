import type { Channel } from '@mi-portal/contract/notifications/preferences'
import { defineSql, type Row } from '../../platform/database/statement.ts'
import type { MessagesSql } from './messages.sql.generated.ts'

const sql = defineSql<MessagesSql, { channel: MessageChannel }>('notificationMessages')

/** The channels whose messages are stored here. E-mails are in the outbox. */
export type MessageChannel = Exclude<Channel, 'email'>

export type ClaimedMessage = Row<typeof claimMessages>

export type MessageFailure = 'limit' | 'rejected' | 'unreachable'

export const insertMessage = sql('insert')`
  insert into notification_messages (notification_id, person_id, channel, due_at, is_urgent, created_at, reference)
  values (:notification_id, :person_id, :channel::text, :due_at::timestamptz, :is_urgent::boolean, :now::timestamptz,
    case when :channel::text <> 'push' then gen_random_uuid() end)
  on conflict (notification_id, channel) do nothing`
export const claimMessages = sql('claim')`
  with due as (
    select id from notification_messages
    where state in ('waiting', 'sending') and due_at <= :now::timestamptz and channel = any(:channels::text[])
      and (claimed_until is null or claimed_until <= :now::timestamptz) and id <> all (:in_progress::int[])
    order by due_at, id limit :limit_rows::int
    for update skip locked
  )
  update notification_messages m set state = 'sending', claim = m.claim + 1, claimed_until = :claimed_until::timestamptz
  from due where m.id = due.id
  returning m.id, m.claim, m.attempts, m.notification_id, m.person_id, m.channel, m.reference,
    m.counted_at is not null as is_counted!, m.is_urgent`
export const renewClaim = sql('renew')`
  update notification_messages set claimed_until = :claimed_until::timestamptz
  where id = :id and claim = :claim and state = 'sending'`
// Stores nothing if another server took over the claim, or a report of the gateway ended the message while it was being sent.
export const finishMessage = sql('finish')`
  update notification_messages set state = :state, failure = :failure?, attempts = :attempts, claimed_until = null,
    sent_at = case when :state = 'sent' then :now::timestamptz end
  where id = :id and claim = :claim and state = 'sending' returning id`
export const postponeMessage = sql('postpone')`
  update notification_messages set state = 'waiting', attempts = :attempts, claimed_until = null, due_at = :due_at::timestamptz
  where id = :id and claim = :claim and state = 'sending' returning id`
// Returns no row if the text message was counted before, or another server took over the claim.
export const markCounted = sql('markCounted')`
  update notification_messages set counted_at = :now::timestamptz
  where id = :id and claim = :claim and state = 'sending' and counted_at is null returning id`
// The telephone received the message, even if the portal had stored that sending it failed.
export const markDelivered = sql('markDelivered')`
  update notification_messages set state = 'sent', failure = null, claimed_until = null,
    sent_at = coalesce(sent_at, :now::timestamptz), delivered_at = coalesce(delivered_at, :now::timestamptz),
    read_at = coalesce(read_at, case when :is_read::boolean then :now::timestamptz end)
  where reference = :reference::uuid and state <> 'dropped' returning id`
// Returns no row if the failure was known, or the telephone received the message.
export const markReportedFailed = sql('markReportedFailed')`
  update notification_messages set state = 'failed', failure = 'reported', claimed_until = null
  where reference = :reference::uuid and state in ('waiting', 'sending', 'sent') and delivered_at is null
  returning notification_id, person_id`
// The next step of a notification that has not begun: a message, or the e-mail in the outbox.
export const findNextStep = sql('next')`
  select 'message' as kind!, id as id!, due_at as due_at! from notification_messages
  where notification_id = :notification_id::int and state = 'waiting' and attempts = 0 and due_at > :now::timestamptz
  union all
  select 'mail', id, next_attempt_at from outbox
  where notification_id = :notification_id::int and state = 'queued' and attempts = 0
    and next_attempt_at > :now::timestamptz
  order by due_at, kind limit 1`
export const bringForward = sql('bringForward')`
  update notification_messages set due_at = :due_at::timestamptz
  where id = :id and state = 'waiting' and due_at > :due_at::timestamptz`
export const purgeMessages = sql('purge')`
  delete from notification_messages where created_at < :before::timestamptz returning id`
export const removeMessagesOfPerson = sql('removeOfPerson')`
  delete from notification_messages where person_id = :person_id`
