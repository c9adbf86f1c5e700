/** The messages that notifications still send to devices: claimed by a server, and marked with the outcome. */
import type { Database, Queries } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'

export type ClaimedPush = {
  readonly id: number
  readonly claim: number
  readonly attempts: number
  readonly notification_id: number
  readonly person_id: number
}

type Held = Pick<ClaimedPush, 'id' | 'claim'>

const insert = statement<
  never,
  { notification_id: number; person_id: number; channel: 'push'; due_at: Date; now: Date }
>(
  'notificationMessages.insert',
  `insert into notification_messages (notification_id, person_id, channel, due_at, created_at)
   values (:notification_id, :person_id, :channel, :due_at::timestamptz, :now::timestamptz)
   on conflict (notification_id, channel) do nothing`,
)
// Rows that another server is claiming are skipped. A claim that ran out belongs to a server that died.
const claim = statement<ClaimedPush, { now: Date; claimed_until: Date; limit_rows: number }>(
  'notificationMessages.claim',
  `with due as (
     select id from notification_messages
     where state in ('waiting', 'sending') and due_at <= :now::timestamptz
       and (claimed_until is null or claimed_until <= :now::timestamptz)
     order by due_at, id limit :limit_rows::int
     for update skip locked
   )
   update notification_messages m set state = 'sending', claim = m.claim + 1, claimed_until = :claimed_until::timestamptz
   from due where m.id = due.id
   returning m.id, m.claim, m.attempts, m.notification_id, m.person_id`,
)
const finish = statement<
  { id: number },
  Held & { state: 'sent' | 'dropped' | 'failed'; attempts: number; now: Date }
>(
  'notificationMessages.finish',
  `update notification_messages set state = :state, attempts = :attempts, claimed_until = null,
     sent_at = case when :state = 'sent' then :now::timestamptz end
   where id = :id and claim = :claim returning id`,
)
const postpone = statement<{ id: number }, Held & { attempts: number; due_at: Date }>(
  'notificationMessages.postpone',
  `update notification_messages set state = 'waiting', attempts = :attempts, claimed_until = null, due_at = :due_at::timestamptz
   where id = :id and claim = :claim returning id`,
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
    insert: async (tx: Queries, notificationId: number, personId: number, dueAt: Date, now: Date) => {
      await tx.run(insert, {
        notification_id: notificationId,
        person_id: personId,
        channel: 'push',
        due_at: dueAt,
        now,
      })
    },
    /** Claims at most `limit` messages that are due, the longest waiting first. */
    claim: async (limit: number, now: Date, until: Date): Promise<ClaimedPush[]> =>
      (await db.run(claim, { now, claimed_until: until, limit_rows: limit })).toSorted((a, b) => a.id - b.id),
    /** Stores the outcome, unless another server took over the claim. */
    finish: async (
      { id, claim }: Held,
      state: 'sent' | 'dropped' | 'failed',
      attempts: number,
      now: Date,
    ) => {
      await db.run(finish, { id, claim, state, attempts, now })
    },
    postpone: async ({ id, claim }: Held, attempts: number, dueAt: Date) => {
      await db.run(postpone, { id, claim, attempts, due_at: dueAt })
    },
    /** Removes messages created before an instant and returns how many. */
    purge: async (before: Date): Promise<number> => (await db.run(purge, { before })).length,
    removeOfPerson: async (tx: Queries, personId: number) => {
      await tx.run(removeOfPerson, { person_id: personId })
    },
  }
}

export type MessagesStore = ReturnType<typeof createMessagesStore>
