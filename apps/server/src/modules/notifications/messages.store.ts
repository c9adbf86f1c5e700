/** The messages that notifications still send to devices and telephones: claimed by a server, and marked with the outcome. */
import type { Channel } from '@mi-portal/contract/notifications/preferences'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

/** The channels whose messages are stored here. E-mails are in the outbox. */
export type MessageChannel = Exclude<Channel, 'email'>

export type ClaimedMessage = {
  readonly id: number
  readonly claim: number
  readonly attempts: number
  readonly notification_id: number
  readonly person_id: number
  readonly channel: MessageChannel
  /** The name of a text message at the gateway; null for push messages. */
  readonly reference: string | null
  /** Whether a text message was counted towards the cost limits at an earlier attempt. */
  readonly is_counted: boolean
  /** Whether the message may make a device sound in the quiet hours of its recipient. */
  readonly is_urgent: boolean
}

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
export type NextStep =
  | { readonly kind: 'mail'; readonly id: number; readonly due_at: Date }
  | { readonly kind: 'message'; readonly id: number; readonly due_at: Date }

const insert = statement<never, NewMessage & { now: Date }>(
  'notificationMessages.insert',
  `insert into notification_messages (notification_id, person_id, channel, due_at, is_urgent, created_at, reference)
   values (:notification_id, :person_id, :channel::text, :due_at::timestamptz, :is_urgent::boolean, :now::timestamptz,
     case when :channel::text <> 'push' then gen_random_uuid() end)
   on conflict (notification_id, channel) do nothing`,
)
// Rows that another server is claiming are skipped. A claim that ran out belongs to a server that died.
const claim = statement<
  ClaimedMessage,
  { channels: readonly string[]; now: Date; claimed_until: Date; limit_rows: number }
>(
  'notificationMessages.claim',
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
     m.counted_at is not null as is_counted, m.is_urgent`,
)
// A report of the gateway may have ended the message while it was being sent.
const finish = statement<
  { id: number },
  Held & {
    state: 'sent' | 'dropped' | 'failed'
    failure: MessageFailure | null
    attempts: number
    now: Date
  }
>(
  'notificationMessages.finish',
  `update notification_messages set state = :state, failure = :failure, attempts = :attempts, claimed_until = null,
     sent_at = case when :state = 'sent' then :now::timestamptz end
   where id = :id and claim = :claim and state = 'sending' returning id`,
)
const postpone = statement<{ id: number }, Held & { attempts: number; due_at: Date }>(
  'notificationMessages.postpone',
  `update notification_messages set state = 'waiting', attempts = :attempts, claimed_until = null, due_at = :due_at::timestamptz
   where id = :id and claim = :claim and state = 'sending' returning id`,
)
const markCounted = statement<{ id: number }, Held & { now: Date }>(
  'notificationMessages.markCounted',
  `update notification_messages set counted_at = :now::timestamptz
   where id = :id and claim = :claim and state = 'sending' and counted_at is null returning id`,
)
// The telephone received the message, even if the portal had stored that sending it failed.
const markDelivered = statement<{ id: number }, { reference: string; is_read: boolean; now: Date }>(
  'notificationMessages.markDelivered',
  `update notification_messages set state = 'sent', failure = null, claimed_until = null,
     sent_at = coalesce(sent_at, :now::timestamptz), delivered_at = coalesce(delivered_at, :now::timestamptz),
     read_at = coalesce(read_at, case when :is_read::boolean then :now::timestamptz end)
   where reference = :reference::uuid and state <> 'dropped' returning id`,
)
const markReportedFailed = statement<{ notification_id: number; person_id: number }, { reference: string }>(
  'notificationMessages.markReportedFailed',
  `update notification_messages set state = 'failed', failure = 'reported', claimed_until = null
   where reference = :reference::uuid and state in ('waiting', 'sending', 'sent') and delivered_at is null
   returning notification_id, person_id`,
)
const next = statement<NextStep, { notification_id: number; now: Date }>(
  'notificationMessages.next',
  `select 'message' as kind, id, due_at from notification_messages
   where notification_id = :notification_id::int and state = 'waiting' and attempts = 0 and due_at > :now::timestamptz
   union all
   select 'mail', id, next_attempt_at from outbox
   where notification_id = :notification_id::int and state = 'queued' and attempts = 0
     and next_attempt_at > :now::timestamptz
   order by due_at, kind limit 1`,
)
const bringForward = statement<never, { id: number; due_at: Date }>(
  'notificationMessages.bringForward',
  `update notification_messages set due_at = :due_at::timestamptz
   where id = :id and state = 'waiting' and due_at > :due_at::timestamptz`,
)
const purge = statement<{ id: number }, { before: Date }>(
  'notificationMessages.purge',
  'delete from notification_messages where created_at < :before::timestamptz returning id',
)
const removeOfPerson = statement<never, { person_id: number }>(
  'notificationMessages.removeOfPerson',
  'delete from notification_messages where person_id = :person_id',
)

export function createMessagesStore(db: Database) {
  return {
    insert: async (tx: Queries, message: NewMessage, now: Date) => {
      await tx.run(insert, { ...message, now })
    },
    /** Claims at most `limit` messages of these channels that are due, the longest waiting first. */
    claim: async (
      channels: readonly MessageChannel[],
      limit: number,
      now: Date,
      until: Date,
    ): Promise<ClaimedMessage[]> =>
      (await db.run(claim, { channels, now, claimed_until: until, limit_rows: limit })).toSorted(
        (a, b) => a.id - b.id,
      ),
    /**
     * Stores the outcome. Returns false, and stores nothing, if another server took over the claim or a report of the gateway ended the
     * message.
     */
    finish: async (
      tx: Queries,
      { id, claim }: Held,
      state: 'sent' | 'dropped' | 'failed',
      attempts: number,
      now: Date,
      failure: MessageFailure | null = null,
    ): Promise<boolean> => (await tx.run(finish, { id, claim, state, failure, attempts, now })).length > 0,
    postpone: async ({ id, claim }: Held, attempts: number, dueAt: Date) => {
      await db.run(postpone, { id, claim, attempts, due_at: dueAt })
    },
    /** Marks a text message as counted. Returns false if it was counted before, or another server took over the claim. */
    markCounted: async (tx: Queries, { id, claim }: Held, now: Date): Promise<boolean> =>
      (await tx.run(markCounted, { id, claim, now })).length > 0,
    /** Stores that the telephone received the text message, and whether its holder read it. */
    markDelivered: async (tx: Queries, reference: string, isRead: boolean, now: Date) => {
      await tx.run(markDelivered, { reference, is_read: isRead, now })
    },
    /** Stores that the text message did not reach the telephone. Returns null if that was known, or the telephone received the message. */
    markReportedFailed: async (tx: Queries, reference: string) =>
      (await tx.run(markReportedFailed, { reference }))[0] ?? null,
    /** Returns the next step of a notification that waits for its turn; null if there is none. */
    next: async (tx: Queries, notificationId: number, now: Date): Promise<NextStep | null> =>
      (await tx.run(next, { notification_id: notificationId, now }))[0] ?? null,
    bringForward: async (tx: Queries, id: number, dueAt: Date) => {
      await tx.run(bringForward, { id, due_at: dueAt })
    },
    /** Removes messages created before an instant and returns how many. */
    purge: async (before: Date): Promise<number> => (await db.run(purge, { before })).length,
    removeOfPerson: async (tx: Queries, personId: number) => {
      await tx.run(removeOfPerson, { person_id: personId })
    },
  }
}

export type MessagesStore = ReturnType<typeof createMessagesStore>
