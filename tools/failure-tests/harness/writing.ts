/**
 * Writes under load and keeps a ledger of the writes. Each write contains a unique text by which it is found in
 * the database. A write counts as acknowledged if the caller got a complete 2xx answer.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createToken } from '../../bench/clinic.ts'
import { type Answer, type Asked, form, json, pdf } from './calling.ts'
import type { Clinic } from './harness.ts'
import type { Findings } from './outcome.ts'

/** The query that finds the writes of each kind in the database by their texts. */
const kinds = {
  survey: 'select comment as words from survey_answers',
  document: 'select comment as words from document_requests',
  contact: 'select message as words from contacts',
  budget: 'select comentarios as words from budget_requests',
  booking: 'select key as words from booking_keys',
  cancel: `select id::text as words from appointments where state = 'cancelled' and not scheduled`,
  accept: 'select id::text as words from family_requests where request_status = 1',
  registration: `select address as words from registration_applications where address like 'registration-%'`,
} as const
const everyday: readonly Kind[] = ['survey', 'document', 'contact', 'budget', 'booking']
/**
 * All kinds of writes of a patient. A registration is rarer, because it takes as long as all others together.
 */
export const wholeDay: readonly Kind[] = [
  ...everyday,
  'cancel',
  'accept',
  'favourites',
  ...everyday,
  'cancel',
  'accept',
  'favourites',
  'registration',
]
type Kind = keyof typeof kinds | 'favourites'

/** The registration form of a patient from the Santiago region, without its document number and address. */
const registrant = {
  document_type_id: '2',
  document_country: 'PE',
  first_name: 'Lucía',
  last_name: 'Gómez',
  date_birth: '1990-05-04',
  gender_id: '1',
  nationality_id: '1',
  forecast_id: '5',
  region_id: '13',
  city_id: '131',
  commune_id: '13123',
  email: 'lucia@ejemplo.cl',
  phone: '912345678',
  password: 'Cordillera2026',
}

// A JPEG of 8 × 8 pixels.
const photo = {
  name: 'foto.jpg',
  type: 'image/jpeg',
  content: Buffer.from(
    '/9j/2wBDACgoKCgrKC0yMi0/RDxEP11VTk5VXYxkbGRsZIzVhZuFhZuF1bzkua255Lz//+vr////////////////////////2wBD' +
      'ASgoKCgrKC0yMi0/RDxEP11VTk5VXYxkbGRsZIzVhZuFhZuF1bzkua255Lz//+vr////////////////////////wgARCAAIAAgD' +
      'ASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUAQEAAAAAAAAAAAAAAAAAAAAD/9oADAMBAAIQAxAAAACUKf8A/8QA' +
      'FBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPwB//8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAgBAgEBPwB//8QAFBEBAAAAAAAA' +
      'AAAAAAAAAAAAAP/aAAgBAwEBPwB//9k=',
    'base64',
  ),
}

type Written = { readonly kind: Kind; readonly words: string }

/** A failed call, with the time at which it was sent. */
type Failed = Answer & { readonly at: number }

type WritingOptions = {
  readonly ask: (asked: Asked) => Promise<Answer>
  readonly people: number
  readonly workers: number
  readonly kinds?: readonly Kind[]
  /** The slots to book; each is used once. */
  readonly slots?: readonly number[]
  /** The appointments to cancel and the family requests to accept; each is used once. */
  readonly waiting?: Waiting
  /** Milliseconds that a worker waits after a failed call. */
  readonly rest?: number
}

export function startWriting({ ask, people, workers, slots = [], rest = 50, ...options }: WritingOptions) {
  const chosen = options.kinds ?? everyday
  const hours = options.waiting?.hours.values()
  const requests = options.waiting?.requests.values()
  const acknowledged: Written[] = []
  const failed: Failed[] = []
  const times: number[] = []
  const bearers = new Map<number, Promise<string | null>>()
  // By person: the favourites that were sent since the last acknowledged ones, which come first.
  const favourites = new Map<number, string[]>()
  const choosing = new Set<number>()
  let nextSlot = 0
  let stopped = false

  async function note(asked: Asked, written?: Written): Promise<Answer> {
    const at = performance.now()
    const answer = await ask(asked)
    times.push(answer.milliseconds)
    if (answer.status >= 200 && answer.status < 300) {
      if (written) acknowledged.push(written)
    } else if (!isRejectedAppointment(written, answer)) failed.push({ ...answer, at })
    return answer
  }

  async function bearerOf(person: number): Promise<string | null> {
    const found = await bearers.get(person)
    if (found) return found
    const answer = await note({ path: '/api/scheduling/token', headers: { 'x-token': createToken(person) } })
    const token = answer.status === 200 ? (JSON.parse(answer.body) as { token: string }).token : null
    bearers.set(person, Promise.resolve(token))
    return token
  }

  /** Books a slot, and retries with the same idempotency key as the booking page does. */
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
    headers: { ...asked.headers, 'x-token': createToken(person) },
  })
  const order = pdf(3_000)
  let registered = 0
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
    cancel: async () => {
      const appointment = hours?.next().value
      if (!appointment) return false
      const asked = { ...json({ id_appointment: appointment.id }), method: 'PUT' }
      return send(
        'cancel',
        String(appointment.id),
        withToken(appointment.person, asked, '/api/medicals/appointments/cancel'),
      )
    },
    accept: async () => {
      const request = requests?.next().value
      if (!request) return false
      const path = `/api/requests/families/groups/modals/accepteds/${request.id}/${request.leader}/${request.link}`
      return send(
        'accept',
        String(request.id),
        withToken(request.member, { headers: { 'sec-fetch-mode': 'cors' } }, path),
      )
    },
    favourites: async (person, words) => {
      if (choosing.has(person)) return true
      choosing.add(person)
      favourites.set(person, [...(favourites.get(person) ?? []), words])
      const chosen = ['laboratorio', 'contactanos'].map((menu_id) => ({
        name: words,
        menu_id,
        patient_id: person,
      }))
      const isKept = await send(
        'favourites',
        words,
        withToken(person, json({ favourites: chosen }), '/api/favourites'),
      )
      if (isKept) favourites.set(person, [words])
      choosing.delete(person)
      return isKept
    },
    registration: async (_person, words) => {
      registered += 1
      const fields = {
        ...registrant,
        document_number: `P${String(registered).padStart(8, '0')}`,
        address: words,
      }
      const asked = form(
        fields,
        { ...photo, field: 'file_passport' },
        { ...photo, field: 'file_passport_patient' },
      )
      return send('registration', words, { ...asked, path: '/api/patients' })
    },
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
    favourites,
    failed,
    times,
    stop: async () => {
      stopped = true
      await working
    },
  }
}

type Writing = ReturnType<typeof startWriting>

/**
 * Returns whether a booking was rejected with a conflict. This is no failure: the patient may have another
 * appointment at that time or too many appointments.
 */
function isRejectedAppointment(written: Written | undefined, { status }: Answer): boolean {
  return written?.kind === 'booking' && status === 409
}

/** Checks that every acknowledged write is in the database, and that none is there twice. */
export async function audit(writing: Writing, ask: Clinic['ask'], findings: Findings): Promise<void> {
  for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) {
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
  const chosen = await ask<{ person: number; words: string[] }>(
    'select person_id as person, array_agg(name order by position) as words from favourites group by person_id',
  )
  const chosenBy = new Map(chosen.map(({ person, words }) => [person, words]))
  const acknowledged = writing.acknowledged.filter(({ kind }) => kind === 'favourites')
  const known = new Set(acknowledged.map(({ words }) => words))
  // Writes that were sent after the last acknowledged one may have been stored too.
  const lost = [...writing.favourites].filter(([person, sent]) => {
    const [one = '', other, ...more] = chosenBy.get(person) ?? []
    return known.has(sent[0] ?? '') && !(one === other && more.length === 0 && sent.includes(one))
  })
  findings.add({ acknowledged: acknowledged.length, lost: lost.length })
  const twice = await ask(`
    select 1 from appointments a join appointments b on a.id < b.id and a.professional_id = b.professional_id
      and a.starts_at < b.ends_at and b.starts_at < a.ends_at
    where a.state = 'booked' and b.state = 'booked' and a.scheduled and b.scheduled`)
  const stored = await ask<{ booked: number; keys: number }>(`
    select (select count(*)::int from appointments where scheduled and state = 'booked') as booked,
      (select count(*)::int from booking_keys) as keys`)
  findings.add({ duplicated: twice.length })
  findings.holds('each booking key has its one hour', stored[0]?.booked === stored[0]?.keys)
}

/** Returns how many writes are incomplete: their emails, notifications, audit events or files are missing. */
export async function halfDone(ask: Clinic['ask']): Promise<number> {
  const [row] = await ask<{ count: number }>(`
    with requests as (
      select 'document_requests' from document_requests union all select 'c' from contacts
      union all select 'b' from budget_requests),
    accepted as (select r.id, l.state from family_requests r join family_links l on l.id = r.family_id where r.request_status = 1),
    cancelled as (select id from appointments where state = 'cancelled'),
    registered as (select * from registration_applications where address like 'registration-%'),
    pairs as (
      select (select count(*) from requests) as made, (select count(*) from outbox where template = 'requests.arrived') as notified
      union all select (select count(*) from requests), (select count(*) from outbox where template = 'requests.received')
      union all select (select count(*) from booking_keys), (select count(*) from outbox where template = 'booking.booked')
      union all select (select count(*) from cancelled), (select count(*) from outbox where template = 'appointments.cancelled')
      union all select (select count(*) from cancelled), (select count(*) from audit_events where action = 'appointments.cancel' and outcome = 'done')
      union all select (select 2 * count(*) from accepted), (select count(*) from outbox where template = 'family.requestDecided')
      -- The person who accepts is not notified of their own decision.
      union all select (select count(*) from accepted), (select count(*) from notifications where type = 'family_group')
      union all select (select count(*) from registered), (select count(*) from outbox where template = 'registration.received')
      union all select (select count(*) from registered), (select count(*) from registered r join people p on p.id = r.person_id and p.status = 3
        where r.consents @> '[{"kind": "terms"}]'))
    select ((select sum(abs(made - notified)) from pairs)
      + (select count(*) from accepted where state <> 'approved')
      + (select count(*) from registered where image_store_passport is null or image_store_passport_patient is null)
      + (select count(*) from budget_requests b where not exists (
          select from request_files f where f.request_kind = 'budget' and f.request_id = b.id)))::int as count`)
  return row?.count ?? 0
}

type Waiting = {
  readonly hours: readonly { readonly id: number; readonly person: number }[]
  readonly requests: readonly {
    readonly id: number
    readonly leader: number
    readonly link: number
    readonly member: number
  }[]
}

/**
 * Finds appointments to cancel and creates family requests. The first half of the people sends them to the
 * second half.
 */
export async function buildWaiting(ask: Clinic['ask'], people: number, count: number): Promise<Waiting> {
  const half = Math.floor(people / 2)
  const hours = await ask<{ id: number; person: number }>(
    `select id, patient_id as person from appointments
     where state = 'booked' and not scheduled and starts_at > now() + interval '2 days' order by md5(id::text) limit $1`,
    [count],
  )
  await ask(
    `insert into family_links (leader_id, member_id, relationship_type_id, state, created_at)
     select 1 + n % $1::int, 1 + $1::int + (n + n / $1::int) % $1::int,
       (select min(id) from relationship_types where not leader_is_guardian), 'pending', now()
     from generate_series(0, $2::int - 1) n`,
    [half, count],
  )
  const requests = await ask<{ id: number; leader: number; link: number; member: number }>(
    `with made as (
       insert into family_requests (family_id, applicant_id, created_at)
       select id, leader_id, now() from family_links where state = 'pending' returning id, family_id)
     select made.id, l.leader_id as leader, l.id as link, l.member_id as member
     from made join family_links l on l.id = made.family_id order by made.id`,
  )
  return { hours, requests }
}

/** Returns the ids of free slots, in random order. */
export async function freeSlots(ask: Clinic['ask'], count: number): Promise<number[]> {
  const rows = await ask<{ id: number }>('select id from slots order by md5(id::text) limit $1', [count])
  return rows.map(({ id }) => id)
}
