/**
 * A load of writes with a ledger: each carries words of its own, by which it is found again in the database. Counted as
 * acknowledged is what the caller got a whole 2xx answer for.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { tokenOf } from '../../../bench/clinic.ts'
import { type Answer, type Asked, form, json, pdf } from './calling.ts'
import type { Clinic } from './ground.ts'
import type { Findings } from './outcome.ts'

/** Where each kind of write is found again: rows with the words in them. */
const kinds = {
  survey: 'select comment as words from survey_answers',
  document: 'select comment as words from document_requests',
  contact: 'select message as words from contacts',
  budget: 'select comentarios as words from budget_requests',
  booking: 'select key as words from booking_keys',
} as const
type Kind = keyof typeof kinds

type Written = { readonly kind: Kind; readonly words: string }

/** A failed call, with when it was sent. */
type Failed = Answer & { readonly at: number }

type WritingOptions = {
  readonly ask: (asked: Asked) => Promise<Answer>
  readonly people: number
  readonly workers: number
  readonly kinds?: readonly Kind[]
  /** Slots to book, none of them twice. */
  readonly slots?: readonly number[]
  /** Milliseconds that a worker rests after a call that failed. */
  readonly rest?: number
}

export function startWriting({ ask, people, workers, slots = [], rest = 50, ...options }: WritingOptions) {
  const chosen = options.kinds ?? (Object.keys(kinds) as Kind[])
  const acknowledged: Written[] = []
  const failed: Failed[] = []
  const times: number[] = []
  const bearers = new Map<number, Promise<string | null>>()
  let nextSlot = 0
  let stopped = false

  async function note(asked: Asked, written?: Written): Promise<Answer> {
    const at = performance.now()
    const answer = await ask(asked)
    times.push(answer.milliseconds)
    if (answer.status >= 200 && answer.status < 300) {
      if (written) acknowledged.push(written)
    } else if (!isRefusedHour(written, answer)) failed.push({ ...answer, at })
    return answer
  }

  async function bearerOf(person: number): Promise<string | null> {
    const found = await bearers.get(person)
    if (found) return found
    const answer = await note({ path: '/api/scheduling/token', headers: { 'x-token': tokenOf(person) } })
    const token = answer.status === 200 ? (JSON.parse(answer.body) as { token: string }).token : null
    bearers.set(person, Promise.resolve(token))
    return token
  }

  /** Insists with the same key, as the booking page does. */
  async function book(person: number, words: string): Promise<boolean> {
    const bearer = await bearerOf(person)
    const slot_id = slots[nextSlot]
    if (bearer === null || slot_id === undefined) return false
    nextSlot += 1
    const authorization = `Bearer ${bearer}`
    const held = await insist(() => {
      const asked = json({ slot_id })
      return note({ ...asked, path: '/agenda/v1/holds', headers: { ...asked.headers, authorization } })
    })
    if (held?.status !== 200) return false
    const { hold_id } = (JSON.parse(held.body) as { data: { hold_id: number } }).data
    const booked = await insist(() => {
      const asked = json({ hold_id, patient_id: person })
      const headers = { ...asked.headers, authorization, 'idempotency-key': words }
      return note({ ...asked, path: '/agenda/v1/bookings', headers }, { kind: 'booking', words })
    })
    return booked?.status === 200
  }

  async function insist(call: () => Promise<Answer>): Promise<Answer | null> {
    for (let attempt = 1; attempt <= 60 && !stopped; attempt += 1) {
      const answer = await call()
      if (answer.status !== 0 && answer.status < 500) return answer
      await wait(Math.min(1_000, rest * attempt))
    }
    return null
  }

  const withToken = (person: number, asked: Partial<Asked>, path: string): Asked => ({
    ...asked,
    path,
    headers: { ...asked.headers, 'x-token': tokenOf(person) },
  })
  const order = pdf(3_000)
  const soon = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  const writes: Record<Kind, (person: number, words: string) => Promise<boolean>> = {
    survey: (person, words) =>
      send(
        'survey',
        words,
        withToken(person, json({ id: person, suggestion: 'Grupo familiar', comment: words }), '/api/survey'),
      ),
    document: (person, words) =>
      send(
        'document',
        words,
        withToken(
          person,
          json({ document: 1, comment: words }),
          '/api/documents/medicals/appointments/requests',
        ),
      ),
    contact: (person, words) =>
      send(
        'contact',
        words,
        withToken(
          person,
          form({ reason_contact_id: '5', patient_id: String(person), message: words }),
          '/api/contacts',
        ),
      ),
    budget: (person, words) =>
      send(
        'budget',
        words,
        withToken(
          person,
          form({ id_intervencion: '4', c_prevision: '5', fecha_estimada: soon, comentarios: words }, order),
          '/api/budgets/requests',
        ),
      ),
    booking: book,
  }

  async function send(kind: Kind, words: string, asked: Asked): Promise<boolean> {
    return (await note(asked, { kind, words })).status === 200
  }

  async function work(worker: number): Promise<void> {
    for (let turn = worker; !stopped; turn += workers) {
      const kind = chosen[turn % chosen.length] ?? 'survey'
      const isKept = await writes[kind](1 + (turn % people), `${kind}-${randomUUID()}`)
      if (!isKept && !stopped) await wait(rest)
    }
  }

  const working = Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)))
  return {
    acknowledged,
    failed,
    times,
    stop: async () => {
      stopped = true
      await working
    },
  }
}

type Writing = ReturnType<typeof startWriting>

/** An hour may be refused: who wants it has another at that time by now, or as many as they may have. */
function isRefusedHour(written: Written | undefined, { status }: Answer): boolean {
  return written?.kind === 'booking' && status === 409
}

/** Looks for all that was acknowledged, and for what is there more than once. */
export async function audit(writing: Writing, ask: Clinic['ask'], findings: Findings): Promise<void> {
  for (const kind of Object.keys(kinds) as Kind[]) {
    const rows = await ask<{ words: string; count: number }>(
      `select words, count(*)::int as count from (${kinds[kind]}) as kept group by words`,
    )
    const counts = new Map(rows.map(({ words, count }) => [words, count]))
    const own = writing.acknowledged.filter((written) => written.kind === kind)
    findings.add({
      acknowledged: own.length,
      lost: own.filter(({ words }) => !counts.has(words)).length,
      duplicated: [...counts.values()].filter((count) => count > 1).length,
    })
  }
  const twice = await ask(`
    select 1 from appointments a join appointments b on a.id < b.id and a.professional_id = b.professional_id
      and a.starts_at < b.ends_at and b.starts_at < a.ends_at
    where a.state = 'booked' and b.state = 'booked' and a.scheduled and b.scheduled`)
  const kept = await ask<{ booked: number; keys: number }>(`
    select (select count(*)::int from appointments where scheduled and state = 'booked') as booked,
      (select count(*)::int from booking_keys) as keys`)
  findings.add({ duplicated: twice.length })
  findings.holds('each booking key has its one hour', kept[0]?.booked === kept[0]?.keys)
}

/** Writes of which only a part is there: a request without its mails, or without the order it came with. */
export async function halfDone(ask: Clinic['ask']): Promise<number> {
  const [row] = await ask<{ count: number }>(`
    with requests as (
      select 'document_requests' from document_requests union all select 'c' from contacts
      union all select 'b' from budget_requests)
    select (abs((select count(*) from requests) - (select count(*) from outbox where template = 'requests.arrived'))
      + abs((select count(*) from requests) - (select count(*) from outbox where template = 'requests.received'))
      + (select count(*) from budget_requests b where not exists (
          select from request_files f where f.request_kind = 'budget' and f.request_id = b.id)))::int as count`)
  return row?.count ?? 0
}

/** The hours to come that nobody has, in no order. */
export async function freeSlots(ask: Clinic['ask'], count: number): Promise<number[]> {
  const rows = await ask<{ id: number }>('select id from slots order by md5(id::text) limit $1', [count])
  return rows.map(({ id }) => id)
}
