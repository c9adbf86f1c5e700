/** The outbox: messages on their way out, claimed by whoever sends them and marked with what came of it. */
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

export type OutboxState = 'queued' | 'sending' | 'sent' | 'expired' | 'parked'

type NewMessage = {
  readonly messageId: string
  readonly template: string
  readonly personId: number | null
  readonly recipient: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly notAfter: Date | null
}

/** A message that the caller alone may send until its lease ends. */
export type ClaimedMessage = {
  readonly id: number
  readonly claim: number
  readonly attempts: number
  readonly message_id: string
  readonly template: string
  readonly recipient: string
  readonly subject: string
  readonly body_text: string
  readonly body_html: string
  readonly created_at: Date
}

export type OutboxEntry = {
  readonly id: number
  readonly recipient: string
  readonly subject: string
  readonly state: OutboxState
  readonly created_at: Date
}

const insertion = `insert into outbox (message_id, template, person_id, recipient, subject, body_text, body_html, created_at,
     next_attempt_at, not_after)`
// $8 now. Nearly always it is one message, which need not become JSON and be read from it again.
const putOne = statement<never>(
  'mailing.putOne',
  `${insertion} values ($1, $2, $3::int, $4, $5, $6, $7, $8::timestamptz, $8::timestamptz, $9::timestamptz)`,
)
// Any number of messages in one statement, as the JSON text $1; all are made at the moment $2.
const put = statement<never>(
  'mailing.put',
  `${insertion}
   select m."messageId", m.template, m."personId", m.recipient, m.subject, m.text, m.html, $2::timestamptz, $2::timestamptz,
     m."notAfter"
   from jsonb_to_recordset($1::jsonb) as m ("messageId" text, template text, "personId" int, recipient text, subject text,
     text text, html text, "notAfter" timestamptz)`,
)

// More wait for the next look: however many messages wait, a claim looks at few.
const lateAtOnce = 100

/**
 * What is too late is put away and what is due is claimed, both past whatever another server is just claiming.
 * $1 now, $2 messages made before this are too old, $3 how many, $4 end of the lease,
 * $5 what the caller has under way itself: a clock that was put forward must not make it send twice
 */
const claim = statement<ClaimedMessage>(
  'mailing.claim',
  `with late as (
     update outbox set state = 'expired', claimed_until = null, body_text = '', body_html = ''
     where id in (
         select id from outbox
         where state in ('queued', 'sending') and not_after <= $1::timestamptz
           and (claimed_until is null or claimed_until <= $1::timestamptz) and id <> all ($5::int[])
         order by not_after limit ${lateAtOnce}
         for update skip locked)
       or id in (
         select id from outbox
         where state in ('queued', 'sending') and created_at <= $2::timestamptz
           and (claimed_until is null or claimed_until <= $1::timestamptz) and id <> all ($5::int[])
         order by created_at limit ${lateAtOnce}
         for update skip locked)
   ), due as (
     select id from outbox
     where state in ('queued', 'sending') and next_attempt_at <= $1::timestamptz
       and (claimed_until is null or claimed_until <= $1::timestamptz)
       and (not_after is null or not_after > $1::timestamptz) and created_at > $2::timestamptz
       and id <> all ($5::int[])
     order by next_attempt_at, id limit $3::int
     for update skip locked
   )
   update outbox set state = 'sending', claim = claim + 1, claimed_until = $4::timestamptz
   from due where outbox.id = due.id
   returning outbox.id, claim, attempts, message_id, template, recipient, subject, body_text, body_html, created_at`,
)
const renew = statement<never>(
  'mailing.renew',
  `update outbox set claimed_until = $3::timestamptz where id = $1 and claim = $2 and state = 'sending'`,
)
// Whatever the row says by now: the message has left.
const sent = statement<{ id: number }>(
  'mailing.sent',
  `update outbox set state = 'sent', sent_at = $3::timestamptz, claimed_until = null, last_error = null,
     body_text = case when not_after is null then body_text else '' end,
     body_html = case when not_after is null then body_html else '' end
   where id = $1 and claim = $2 and state <> 'sent' returning id`,
)
const later = statement<{ id: number }>(
  'mailing.later',
  `update outbox set state = 'queued', attempts = $3::int, next_attempt_at = $4::timestamptz, claimed_until = null,
     last_error = $5
   where id = $1 and claim = $2 and state = 'sending' returning id`,
)
const park = statement<{ id: number }>(
  'mailing.park',
  `update outbox set state = 'parked', attempts = $3::int, claimed_until = null, last_error = $4
   where id = $1 and claim = $2 and state = 'sending' returning id`,
)
const forward = statement<{ id: number }>(
  'mailing.forward',
  `update outbox set next_attempt_at = $1::timestamptz
   where state = 'queued' and next_attempt_at > $1::timestamptz and attempts > 0 returning id`,
)
const recent = statement<OutboxEntry>(
  'mailing.recent',
  'select id, recipient, subject, state, created_at from outbox order by created_at desc, id desc limit $1::int',
)
const one = statement<OutboxEntry & { body_text: string; body_html: string }>(
  'mailing.one',
  'select id, recipient, subject, state, created_at, body_text, body_html from outbox where id = $1::int',
)
const emptied = statement<{ id: number }>(
  'mailing.empty',
  `update outbox set body_text = '', body_html = ''
   where created_at < $1::timestamptz and state in ('sent', 'expired', 'parked') and body_html <> '' returning id`,
)
const removed = statement<{ id: number }>(
  'mailing.remove',
  'delete from outbox where created_at < $1::timestamptz returning id',
)

type Claim = Pick<ClaimedMessage, 'id' | 'claim'>

export function mailingStore(db: Database) {
  return {
    put: async (tx: Queries, messages: readonly NewMessage[], now: Date): Promise<void> => {
      const [only] = messages
      if (only === undefined || messages.length > 1) await tx.run(put, [JSON.stringify(messages), now])
      else {
        const { messageId, template, personId, recipient, subject, text, html, notAfter } = only
        await tx.run(putOne, [messageId, template, personId, recipient, subject, text, html, now, notAfter])
      }
    },
    /** At most `limit` messages that are due, the longest waiting first. */
    claim: async (
      limit: number,
      now: Date,
      tooOld: Date,
      until: Date,
      underWay: readonly number[],
    ): Promise<ClaimedMessage[]> =>
      (await db.run(claim, [now, tooOld, limit, until, underWay])).sort((a, b) => a.id - b.id),
    renew: async (held: Claim, until: Date): Promise<void> => {
      await db.run(renew, [held.id, held.claim, until])
    },
    /** The marks give false when the claim was lost to another server in the meantime. */
    markSent: async (held: Claim, now: Date): Promise<boolean> =>
      (await db.run(sent, [held.id, held.claim, now])).length > 0,
    postpone: async (held: Claim, attempts: number, until: Date, reason: string): Promise<boolean> =>
      (await db.run(later, [held.id, held.claim, attempts, until, reason])).length > 0,
    park: async (held: Claim, attempts: number, reason: string): Promise<boolean> =>
      (await db.run(park, [held.id, held.claim, attempts, reason])).length > 0,
    /** Makes every message that waits for its next try due now. */
    bringForward: async (now: Date): Promise<number> => (await db.run(forward, [now])).length,

    /** The newest messages, whatever became of them. */
    recent: (limit: number) => db.run(recent, [limit]),
    one: async (id: number) => (await db.run(one, [id]))[0] ?? null,

    /** Erases the bodies of messages that are done with, and whole messages made before `gone`; counts of both. */
    purge: async (done: Date, gone: Date) => ({
      emptied: (await db.run(emptied, [done])).length,
      removed: (await db.run(removed, [gone])).length,
    }),
  }
}

export type MailingStore = ReturnType<typeof mailingStore>
