/** The outbox: messages to send, claimed by a sender and marked with the outcome. */
import type { Ages } from '@mi-portal/contract/values/ages'
import { dayOf, latestBirth } from '@mi-portal/contract/values/dates'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'
import type { TextSealer } from '../../platform/security/seal.ts'
import type { AboutItem, WithheldReason } from '../../ports/mail.ts'

export type OutboxState = 'queued' | 'sending' | 'sent' | 'expired' | 'parked' | 'withdrawn'

type NewMessage = {
  readonly messageId: string
  readonly template: string
  /** Whether the message is stored only for the verified address of its person. */
  readonly clinical: boolean
  readonly personId: number | null
  readonly recipient: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly unsubscribeUrl: string | null
  readonly notAfter: Date | null
  readonly appointmentId: number | null
  /** The first instant at which the message is sent; null for now. */
  readonly notBefore: Date | null
  /** The notification whose reading makes the message needless; null for a message that is always sent. */
  readonly notificationId: number | null
}

/** A message that only the caller may send until its claim expires. */
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
  readonly unsubscribe_url: string | null
  readonly appointment_id: number | null
  readonly notification_id: number | null
  readonly created_at: Date
  /** Whether the message was sealed under an unknown secret or changed. Its bodies are then empty. */
  readonly isUnreadable: boolean
}

export type OutboxEntry = {
  readonly id: number
  readonly recipient: string
  readonly subject: string
  readonly state: OutboxState
  readonly created_at: Date
}

const insertion = `insert into outbox (message_id, template, person_id, recipient, subject, body_text, body_html, created_at,
     next_attempt_at, not_after, unsubscribe_url, appointment_id, notification_id)`
/**
 * Condition: no message is for a person who died, and a clinical message is for the verified address of its person, which is not a guardian's
 * and was not entered by who opened the account for a child.
 */
const mayReceive = (message: { clinical: string; personId: string; recipient: string }) =>
  `not exists (select from people d where d.id = ${message.personId} and d.deceased_at is not null)
   and (not ${message.clinical}
     or exists (select from people p where p.id = ${message.personId} and is_verified_email(p, ${message.recipient})
       and not has_outgrown_access(p, :adult_birth::date, :reserve_birth::date)
       and not is_guardian_mailbox(p, ${message.recipient}, :adult_birth::date, :reserve_birth::date)))`

// An adolescent cannot verify a guardian's mailbox, so that reason comes before the missing verification.
const whyWithheld = statement<
  { reason: WithheldReason },
  { person_id: number | null; recipient: string } & LatestBirths
>(
  'mailing.whyWithheld',
  `select case
     when exists (select from people d where d.id = :person_id::int and d.deceased_at is not null) then 'deceased'
     when exists (select from people p where p.id = :person_id::int
       and (has_outgrown_access(p, :adult_birth::date, :reserve_birth::date)
         or is_guardian_mailbox(p, :recipient::text, :adult_birth::date, :reserve_birth::date))) then 'guardian_mailbox'
     else 'unverified' end as reason`,
)

/** The birth dates that separate the ages today. */
type LatestBirths = { readonly adult_birth: string; readonly reserve_birth: string }

// A single message is the usual case and needs no JSON.
const putOne = statement<
  { id: number },
  {
    message_id: string
    template: string
    clinical: boolean
    person_id: number | null
    recipient: string
    subject: string
    body_text: string
    body_html: string
    now: Date
    not_after: Date | null
    unsubscribe_url: string | null
    appointment_id: number | null
    not_before: Date | null
    notification_id: number | null
  } & LatestBirths
>(
  'mailing.putOne',
  `${insertion}
   select :message_id, :template, :person_id::int, :recipient::text, :subject, :body_text, :body_html, :now::timestamptz,
     coalesce(:not_before::timestamptz, :now::timestamptz), :not_after::timestamptz, :unsubscribe_url, :appointment_id::int,
     :notification_id::int
   where ${mayReceive({ clinical: ':clinical::boolean', personId: ':person_id::int', recipient: ':recipient::text' })}
   returning id`,
)
// Inserts any number of messages in one statement. `messages` is their JSON.
const put = statement<{ id: number }, { messages: string; now: Date } & LatestBirths>(
  'mailing.put',
  `${insertion}
   select m."messageId", m.template, m."personId", m.recipient, m.subject, m.text, m.html, :now::timestamptz,
     coalesce(m."notBefore", :now::timestamptz), m."notAfter", m."unsubscribeUrl", m."appointmentId", m."notificationId"
   from jsonb_to_recordset(:messages::jsonb) as m ("messageId" text, template text, clinical boolean, "personId" int,
     recipient text, subject text, text text, html text, "notAfter" timestamptz, "unsubscribeUrl" text, "appointmentId" int, "notBefore" timestamptz, "notificationId" int)
   where ${mayReceive({ clinical: 'm.clinical', personId: 'm."personId"', recipient: 'm.recipient' })}
   returning id`,
)

// Further messages wait for the next query, so that a claim stays small however many messages wait.
const lateAtOnce = 100

/**
 * Marks messages as expired that are too late, and claims those that are due, both skipping rows that another server
 * is claiming. Messages created before `too_old` are too late. Those `under_way` at the caller are left
 * out, so that a clock set forward does not send them twice.
 */
const claim = statement<
  Omit<ClaimedMessage, 'isUnreadable'>,
  { now: Date; too_old: Date; limit_rows: number; claimed_until: Date; under_way: readonly number[] }
>(
  'mailing.claim',
  `with late as (
     update outbox set state = 'expired', claimed_until = null, body_text = '', body_html = '', unsubscribe_url = null
     where id in (
         select id from outbox
         where state in ('queued', 'sending') and not_after <= :now::timestamptz
           and (claimed_until is null or claimed_until <= :now::timestamptz) and id <> all (:under_way::int[])
         order by not_after limit ${lateAtOnce}
         for update skip locked)
       or id in (
         select id from outbox
         where state in ('queued', 'sending') and created_at <= :too_old::timestamptz
           and (claimed_until is null or claimed_until <= :now::timestamptz) and id <> all (:under_way::int[])
         order by created_at limit ${lateAtOnce}
         for update skip locked)
   ), due as (
     select id from outbox
     where state in ('queued', 'sending') and next_attempt_at <= :now::timestamptz
       and (claimed_until is null or claimed_until <= :now::timestamptz)
       and (not_after is null or not_after > :now::timestamptz) and created_at > :too_old::timestamptz
       and id <> all (:under_way::int[])
     order by next_attempt_at, id limit :limit_rows::int
     for update skip locked
   )
   update outbox set state = 'sending', claim = claim + 1, claimed_until = :claimed_until::timestamptz
   from due where outbox.id = due.id
   returning outbox.id, claim, attempts, message_id, template, recipient, subject, body_text, body_html,
     unsubscribe_url, appointment_id, notification_id, created_at`,
)
type Claim = Pick<ClaimedMessage, 'id' | 'claim'>

const renew = statement<never, Claim & { claimed_until: Date }>(
  'mailing.renew',
  `update outbox set claimed_until = :claimed_until::timestamptz where id = :id and claim = :claim and state = 'sending'`,
)
// Applies in any state of the row, because the message has been sent.
const sent = statement<{ id: number }, Claim & { now: Date }>(
  'mailing.sent',
  `update outbox set state = 'sent', sent_at = :now::timestamptz, claimed_until = null, last_error = null,
     body_text = case when not_after is null then body_text else '' end,
     body_html = case when not_after is null then body_html else '' end,
     unsubscribe_url = case when not_after is null then unsubscribe_url end
   where id = :id and claim = :claim and state <> 'sent' returning id`,
)
const later = statement<
  { id: number },
  Claim & { attempts: number; next_attempt_at: Date; last_error: string }
>(
  'mailing.later',
  `update outbox set state = 'queued', attempts = :attempts::int, next_attempt_at = :next_attempt_at::timestamptz,
     claimed_until = null, last_error = :last_error
   where id = :id and claim = :claim and state = 'sending' returning id`,
)
const retry = statement<{ id: number }, { id: number; now: Date }>(
  'mailing.retry',
  `update outbox set state = 'queued', attempts = 0, next_attempt_at = :now::timestamptz
   where id = :id and state = 'parked' returning id`,
)
const park = statement<{ id: number }, Claim & { attempts: number; last_error: string }>(
  'mailing.park',
  `update outbox set state = 'parked', attempts = :attempts::int, claimed_until = null, last_error = :last_error
   where id = :id and claim = :claim and state = 'sending' returning id`,
)
const withdraw = statement<{ id: number }, Claim>(
  'mailing.withdraw',
  `update outbox set state = 'withdrawn', claimed_until = null, body_text = '', body_html = '', unsubscribe_url = null
   where id = :id and claim = :claim and state = 'sending' returning id`,
)
// A message belongs to the notification that was written with it, in the same minute. A reminder has all appointments of a day.
const withdrawAbout = statement<never, AboutItem>(
  'mailing.withdrawAbout',
  `update outbox o set state = 'withdrawn', claimed_until = null, body_text = '', body_html = '', unsubscribe_url = null
   where o.state = 'queued' and o.person_id in (
       select leader_id from family_links where member_id = :patient_id
       union select delegate_id from delegations where grantor_id = :patient_id)
     and (o.appointment_id = :id_appointment::int or exists (
       select from notifications n
       where n.person_id = o.person_id and n.patient_id = :patient_id and (n.id = o.notification_id
           or (o.template in ('exams.newResult', 'exams.correctedResult', 'booking.reminder')
             and o.created_at between n.created_at and n.created_at + interval '1 minute'))
         and ((:exam_id::int is not null and n.exam_type is not null and (n.exam_id is null or n.exam_id = :exam_id::int))
           or (:id_appointment::int is not null and n.type = 'appointments'
             and (n.id_appointment is null or n.id_appointment = :id_appointment::int)))))`,
)
const withdrawOfDeceased = statement<never, { person_id: number }>(
  'mailing.withdrawOfDeceased',
  `update outbox set state = 'withdrawn', claimed_until = null, body_text = '', body_html = '', unsubscribe_url = null
   where state = 'queued'
     and (person_id = :person_id or appointment_id in (select id from appointments where patient_id = :person_id))`,
)
// A message that waits for its turn is not in the queue yet.
const depth = statement<{ state: 'queued' | 'sending' | 'parked'; messages: number; oldest: Date }>(
  'mailing.depth',
  `select state, count(*)::int as messages, min(created_at) as oldest
   from outbox where state in ('queued', 'sending', 'parked')
     and (notification_id is null or attempts > 0 or last_error is not null) group by state`,
)
const forward = statement<{ id: number }, { now: Date }>(
  'mailing.forward',
  `update outbox set next_attempt_at = :now::timestamptz
   where state = 'queued' and next_attempt_at > :now::timestamptz and attempts > 0 returning id`,
)
const turnForward = statement<never, { notification_id: number; now: Date }>(
  'mailing.turnForward',
  `update outbox set next_attempt_at = :now::timestamptz
   where notification_id = :notification_id and state = 'queued' and attempts = 0 and next_attempt_at > :now::timestamptz`,
)
const recent = statement<OutboxEntry, { limit_rows: number }>(
  'mailing.recent',
  'select id, recipient, subject, state, created_at from outbox order by created_at desc, id desc limit :limit_rows::int',
)
const one = statement<
  OutboxEntry & { message_id: string; body_text: string; body_html: string },
  { id: number }
>(
  'mailing.one',
  'select id, message_id, recipient, subject, state, created_at, body_text, body_html from outbox where id = :id::int',
)
const emptied = statement<{ id: number }, { before: Date }>(
  'mailing.empty',
  `update outbox set body_text = '', body_html = '', unsubscribe_url = null
   where created_at < :before::timestamptz and state in ('sent', 'expired', 'parked') and body_html <> '' returning id`,
)
const removed = statement<{ id: number }, { before: Date }>(
  'mailing.remove',
  'delete from outbox where created_at < :before::timestamptz returning id',
)

/** The parts of a message that hold keys and tokens, by column. */
type Bodies = {
  readonly body_text: string
  readonly body_html: string
  readonly unsubscribe_url: string | null
}

/** Seals and opens the bodies of messages, each bound to its message and column. */
function bodySealer(sealer: TextSealer) {
  const place = (messageId: string, column: keyof Bodies) => `${messageId} ${column}`
  const nothing: Bodies = { body_text: '', body_html: '', unsubscribe_url: null }
  return {
    /** Seals the bodies of a message that contains a secret, which `notAfter` indicates. */
    sealed: <Message extends NewMessage>(message: Message): Message => {
      const { messageId, text, html, unsubscribeUrl, notAfter } = message
      if (notAfter === null) return message
      return {
        ...message,
        text: sealer.seal(text, place(messageId, 'body_text')),
        html: sealer.seal(html, place(messageId, 'body_html')),
        unsubscribeUrl: unsubscribeUrl && sealer.seal(unsubscribeUrl, place(messageId, 'unsubscribe_url')),
      }
    },
    opened: <Row extends Bodies & { readonly message_id: string }>(row: Row) => {
      const open = (column: keyof Bodies) => {
        const stored = row[column]
        return stored === null ? '' : sealer.open(stored, place(row.message_id, column))
      }
      const [body_text, body_html, url] = [open('body_text'), open('body_html'), open('unsubscribe_url')]
      if (body_text === null || body_html === null || url === null)
        return { ...row, ...nothing, isUnreadable: true }
      return { ...row, body_text, body_html, unsubscribe_url: url === '' ? null : url, isUnreadable: false }
    },
  }
}

export function createMailingStore(db: Database, sealer: TextSealer, ages: Ages) {
  const { sealed, opened } = bodySealer(sealer)
  const latestBirths = (now: Date) => ({
    adult_birth: latestBirth(ages.adult, dayOf(now)),
    reserve_birth: latestBirth(ages.reserve, dayOf(now)),
  })
  return {
    /** Stores messages, without clinical ones to an address that is not verified. Returns how many were stored. */
    put: async (tx: Queries, given: readonly NewMessage[], now: Date): Promise<number> => {
      const messages = given.map(sealed)
      const [only] = messages
      if (only === undefined || messages.length > 1)
        return (await tx.run(put, { messages: JSON.stringify(messages), now, ...latestBirths(now) })).length
      const { messageId, template, clinical, personId, recipient, subject, text, html } = only
      const stored = await tx.run(putOne, {
        message_id: messageId,
        template,
        clinical,
        person_id: personId,
        recipient,
        subject,
        body_text: text,
        body_html: html,
        now,
        not_after: only.notAfter,
        unsubscribe_url: only.unsubscribeUrl,
        appointment_id: only.appointmentId,
        not_before: only.notBefore,
        notification_id: only.notificationId,
        ...latestBirths(now),
      })
      return stored.length
    },
    /** Returns why `put` did not store a message to this recipient. */
    findWithheldReason: async (
      tx: Queries,
      { person_id, recipient }: { readonly person_id: number | null; readonly recipient: string },
      now: Date,
    ): Promise<WithheldReason> =>
      (await tx.run(whyWithheld, { person_id, recipient, ...latestBirths(now) }))[0]?.reason ?? 'unverified',
    /** Returns how many messages wait or were given up, and since when. */
    depth: () => db.run(depth, []),
    /** Claims at most `limit` messages that are due, the longest waiting first. */
    claim: async (
      limit: number,
      now: Date,
      tooOld: Date,
      until: Date,
      inDelivery: readonly number[],
    ): Promise<ClaimedMessage[]> =>
      (
        await db.run(claim, {
          now,
          too_old: tooOld,
          limit_rows: limit,
          claimed_until: until,
          under_way: inDelivery,
        })
      )
        .sort((a, b) => a.id - b.id)
        .map(opened),
    renew: async (held: Claim, until: Date): Promise<void> => {
      await db.run(renew, { ...held, claimed_until: until })
    },
    /** The methods that record an outcome return false if another server took over the claim in the meantime. */
    markSent: async (held: Claim, now: Date): Promise<boolean> =>
      (await db.run(sent, { ...held, now })).length > 0,
    postpone: async (held: Claim, attempts: number, until: Date, reason: string): Promise<boolean> =>
      (await db.run(later, { ...held, attempts, next_attempt_at: until, last_error: reason })).length > 0,
    park: async (held: Claim, attempts: number, reason: string): Promise<boolean> =>
      (await db.run(park, { ...held, attempts, last_error: reason })).length > 0,
    /** Ends a message that is no longer needed or allowed, and erases its bodies. */
    withdraw: async (held: Claim): Promise<boolean> => (await db.run(withdraw, held)).length > 0,
    withdrawOfDeceased: async (tx: Queries, personId: number): Promise<void> => {
      await tx.run(withdrawOfDeceased, { person_id: personId })
    },
    withdrawAbout: async (tx: Queries, item: AboutItem): Promise<void> => {
      await tx.run(withdrawAbout, item)
    },
    /** Makes every message that waits for its next attempt due now. */
    bringForward: async (now: Date): Promise<number> => (await db.run(forward, { now })).length,
    /** Queues a message again that was set aside. Returns false for any other message. */
    retry: async (id: number, now: Date): Promise<boolean> => (await db.run(retry, { id, now })).length > 0,
    /** Makes the message of a notification due now, if it waits for its turn. */
    bringTurnForward: async (tx: Queries, notificationId: number, now: Date): Promise<void> => {
      await tx.run(turnForward, { notification_id: notificationId, now })
    },

    /** Returns the newest messages in any state. */
    recent: (limit: number) => db.run(recent, { limit_rows: limit }),
    one: async (id: number) => {
      const [row] = await db.run(one, { id })
      return row === undefined ? null : opened({ ...row, unsubscribe_url: null })
    },

    /** Erases the bodies of finished messages, and removes messages created before `gone`; returns both counts. */
    purge: async (done: Date, gone: Date) => ({
      emptied: (await db.run(emptied, { before: done })).length,
      removed: (await db.run(removed, { before: gone })).length,
    }),
  }
}

export type MailingStore = ReturnType<typeof createMailingStore>
