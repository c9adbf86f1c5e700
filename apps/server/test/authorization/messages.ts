/** Compares what an answer says about the messages of a call with those that the call wrote. */
import { type Endpoint, mayNameNotified } from '@mi-portal/contract/calls/endpoint'
import { maskEmail } from '@mi-portal/contract/values/email'
import type { TestDatabase } from '../ask.ts'

type Message = { readonly person_id: number; readonly channel: string; readonly recipient: string }

/** The last ids before a call. */
type Position = { readonly mail: number; readonly notice: number; readonly message: number }

export async function findPosition(db: TestDatabase): Promise<Position> {
  const last = (name: string) => `coalesce((select max(id) from ${name}), 0)::int`
  const [found] = await db.ask<Position>(
    `select ${last('outbox')} as mail, ${last('notifications')} as notice, ${last('notification_messages')} as message`,
  )
  if (found === undefined) throw new Error('no position')
  return found
}

/** Returns the messages to people that were written since. Mails to departments have no person. */
const listMessages = (db: TestDatabase, { mail, notice, message }: Position) =>
  db.ask<Message>(
    `select person_id, 'email' as channel, recipient from outbox where id > $1 and person_id is not null
     union all select person_id, 'portal', '' from notifications where id > $2
     union all select person_id, channel, '' from notification_messages where id > $3`,
    [mail, notice, message],
  )

const describe = (channel: string, to: string) => `${channel} ${to}`.trim()

/**
 * Returns what is wrong with an answer, as text, and whether the call wrote messages that its answer does not name because of its
 * access. A patient reads only of messages to themself.
 */
export async function compareMessages(
  db: TestDatabase,
  endpoint: Endpoint,
  {
    body,
    before,
    patientId,
  }: { readonly body: string; readonly before: Position; readonly patientId: number | null },
): Promise<{ readonly errors: string[]; readonly isSilent: boolean }> {
  const messages = await listMessages(db, before)
  const named: { channel: string; to: string }[] = body.startsWith('{')
    ? (JSON.parse(body).notified ?? [])
    : []
  const answered = new Set(named.map(({ channel, to }) => describe(channel, to)))
  if (!mayNameNotified(endpoint))
    return {
      errors: answered.size > 0 ? ['names messages to a stranger'] : [],
      isSilent: messages.length > 0,
    }
  const written = new Set(
    messages
      .filter(({ person_id }) => patientId === null || person_id === patientId)
      .map(({ channel, recipient }) => describe(channel, recipient && maskEmail(recipient))),
  )
  const differs = written.size !== answered.size || [...written].some((one) => !answered.has(one))
  const errors = differs
    ? [`answers «${[...answered].join(', ')}» and wrote «${[...written].join(', ')}»`]
    : []
  return { errors, isSilent: false }
}
