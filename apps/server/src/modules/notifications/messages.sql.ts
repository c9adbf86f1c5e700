/** The messages that notifications still send to devices and telephones: claimed by a server, and marked with the outcome. */
import type { Channel } from '@mi-portal/contract/notifications/preferences'
import type { Queries } from '../../platform/database/database.ts'
import { defineSql, type Row } from '../../platform/database/statement.ts'
import type { MessagesSql } from './messages.sql.generated.ts'

const sql = defineSql<MessagesSql, { channel: MessageChannel }>('notificationMessages')

/** The channels whose messages are stored here. E-mails are in the outbox. */
export type MessageChannel = Exclude<Channel, 'email'>

export type ClaimedMessage = Row<typeof claimSql>

type Held = Pick<ClaimedMessage, 'id' | 'claim'>

/** Why a text message was not delivered. */
export type MessageFailure = 'limit' | 'rejected' | 'unreachable'

type NewMessage = {
  readonly notification_id: number
  readonly person_id: number
  readonly channel: MessageChannel
  readonly due_at: Date
  readonly is_urgent: boolean
}

/** The next step of a notification that has not begun: a message, or the e-mail in the outbox. */
export type NextStep = Row<typeof nextSql>

const insertSql = sql(
  'insert',
  `insert into notification_messages (notification_id, person_id, channel, due_at, is_urgent, created_at, reference)
   values (:notification_id, :person_id, :channel::text, :due_at::timestamptz, :is_urgent::boolean, :now::timestamptz,
     case when :channel::text <> 'push' then gen_random_uuid() end)
   on conflict (notification_id, channel) do nothing`,
)
// Rows that another server is claiming are skipped. A claim that ran out belongs to a server that died.
const claimSql = sql(
  'claim',
  `with due as (
     select id from notification_messages
     where state in ('waiting', 'sending') and due_at <= :now::timestamptz and channel = any(:channels::text[])
       and (claimed_until is null or claimed_until <= :now::timestamptz)
     order by due_at, id limit :limit_rows::int
     for update skip locked
   )
   update notification_messages m set state = 'sending', claim = m.claim + 1, claimed_until = :claimed_until::timestamptz
   from due where m.id = due.id
   returning m.id, m.claim, m.attempts, m.notification_id, m.person_id, m.channel, m.reference,
     m.counted_at is not null as is_counted!, m.is_urgent`,
)
// A report of the gateway may have ended the message while it was being sent.
const finishSql = sql(
  'finish',
  `update notification_messages set state = :state, failure = :failure?, attempts = :attempts, claimed_until = null,
     sent_at = case when :state = 'sent' then :now::timestamptz end
   where id = :id and claim = :claim and state = 'sending' returning id`,
)
const postponeSql = sql(
  'postpone',
  `update notification_messages set state = 'waiting', attempts = :attempts, claimed_until = null, due_at = :due_at::timestamptz
   where id = :id and claim = :claim and state = 'sending' returning id`,
)
const markCountedSql = sql(
  'markCounted',
  `update notification_messages set counted_at = :now::timestamptz
   where id = :id and claim = :claim and state = 'sending' and counted_at is null returning id`,
)
// The telephone received the message, even if the portal had stored that sending it failed.
const markDeliveredSql = sql(
  'markDelivered',
  `update notification_messages set state = 'sent', failure = null, claimed_until = null,
     sent_at = coalesce(sent_at, :now::timestamptz), delivered_at = coalesce(delivered_at, :now::timestamptz),
     read_at = coalesce(read_at, case when :is_read::boolean then :now::timestamptz end)
   where reference = :reference::uuid and state <> 'dropped' returning id`,
)
const markReportedFailedSql = sql(
  'markReportedFailed',
  `update notification_messages set state = 'failed', failure = 'reported', claimed_until = null
   where reference = :reference::uuid and state in ('waiting', 'sending', 'sent') and delivered_at is null
   returning notification_id, person_id`,
)
const nextSql = sql(
  'next',
  `select 'message' as kind!, id as id!, due_at as due_at! from notification_messages
   where notification_id = :notification_id::int and state = 'waiting' and attempts = 0 and due_at > :now::timestamptz
   union all
   select 'mail', id, next_attempt_at from outbox
   where notification_id = :notification_id::int and state = 'queued' and attempts = 0
     and next_attempt_at > :now::timestamptz
   order by due_at, kind limit 1`,
)
const bringForwardSql = sql(
  'bringForward',
  `update notification_messages set due_at = :due_at::timestamptz
   where id = :id and state = 'waiting' and due_at > :due_at::timestamptz`,
)
const purgeSql = sql(
  'purge',
  'delete from notification_messages where created_at < :before::timestamptz returning id',
)
const removeOfPersonSql = sql(
  'removeOfPerson',
  'delete from notification_messages where person_id = :person_id',
)

export const insert = async (tx: Queries, message: NewMessage, now: Date) => {
  await tx.run(insertSql, { ...message, now })
}

/** Claims at most `limit` messages of these channels that are due, the longest waiting first. */
export const claim = async (
  db: Queries,
  channels: readonly MessageChannel[],
  limit: number,
  now: Date,
  until: Date,
): Promise<ClaimedMessage[]> =>
  (await db.run(claimSql, { channels, now, claimed_until: until, limit_rows: limit })).toSorted(
    (a, b) => a.id - b.id,
  )

/**
 * Stores the outcome. Returns false, and stores nothing, if another server took over the claim or a report of the gateway ended the
 * message.
 */
export const finish = async (
  tx: Queries,
  { id, claim }: Held,
  state: 'sent' | 'dropped' | 'failed',
  attempts: number,
  now: Date,
  failure: MessageFailure | null = null,
): Promise<boolean> => (await tx.run(finishSql, { id, claim, state, failure, attempts, now })).length > 0

export const postpone = async (db: Queries, { id, claim }: Held, attempts: number, dueAt: Date) => {
  await db.run(postponeSql, { id, claim, attempts, due_at: dueAt })
}

/** Marks a text message as counted. Returns false if it was counted before, or another server took over the claim. */
export const markCounted = async (tx: Queries, { id, claim }: Held, now: Date): Promise<boolean> =>
  (await tx.run(markCountedSql, { id, claim, now })).length > 0

/** Stores that the telephone received the text message, and whether its holder read it. */
export const markDelivered = async (tx: Queries, reference: string, isRead: boolean, now: Date) => {
  await tx.run(markDeliveredSql, { reference, is_read: isRead, now })
}

/** Stores that the text message did not reach the telephone. Returns null if that was known, or the telephone received the message. */
export const markReportedFailed = async (tx: Queries, reference: string) =>
  (await tx.run(markReportedFailedSql, { reference }))[0] ?? null

/** Returns the next step of a notification that waits for its turn; null if there is none. */
export const next = async (tx: Queries, notificationId: number, now: Date): Promise<NextStep | null> =>
  (await tx.run(nextSql, { notification_id: notificationId, now }))[0] ?? null

export const bringForward = async (tx: Queries, id: number, dueAt: Date) => {
  await tx.run(bringForwardSql, { id, due_at: dueAt })
}

/** Removes messages created before an instant and returns how many. */
export const purge = async (db: Queries, before: Date): Promise<number> =>
  (await db.run(purgeSql, { before })).length

export const removeOfPerson = async (tx: Queries, personId: number) => {
  await tx.run(removeOfPersonSql, { person_id: personId })
}
