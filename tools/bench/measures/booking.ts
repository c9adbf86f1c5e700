/** Promise 6: booking a slot, and many patients who want the same one. */
import { createBearer } from '../../../apps/server/src/platform/security/bearer.ts'
import type { Held } from '../calendars.ts'
import { type Load, postRequest } from '../load-client.ts'
import { type Figure, heading, median, print, shown } from '../report.ts'
import { inRounds, type Measured, measure, medianRatio } from '../rounds.ts'
import type { Server } from '../servers.ts'

const clients = 50
/** Seconds of one round of bookings. Each booking needs a hold, which is made before the round. */
const bookSeconds = 1
const holdsEach = 5_000
const races = 40

type BookingParts = {
  readonly load: Load
  readonly bare: Server
  readonly portal: Server
  readonly databasePid: number | null
  readonly secret: string
  /** The number of signed-in patients, with the session ids from 1. */
  readonly sessions: number
  readonly holds: {
    readonly hold: (count: number) => Promise<Held[]>
    readonly overlapping: () => Promise<[number, number]>
  }
  readonly rounds: number
}

export async function measureBooking(parts: BookingParts): Promise<Figure[]> {
  const { load, bare, portal, databasePid, secret, rounds } = parts
  const bearer = createBearer([secret], { now: () => new Date() })
  const authorization = (person: number) => ({ authorization: `Bearer ${bearer.make(person).token}` })
  const figures: Figure[] = []
  const add = (figure: Figure) => {
    figures.push(figure)
    print(figure)
  }
  heading('Booking appointments', 'portal', 'B', 'ratio (limit)')
  const booking = (server: Server) => async () => {
    const held = await parts.holds.hold(holdsEach)
    const requests = held.map((body) =>
      postRequest('/agenda/v1/bookings', body, authorization(body.patient_id)),
    )
    const plan = {
      port: server.port,
      connections: clients,
      warmSeconds: 0.5,
      seconds: bookSeconds,
      requests,
      status: '200',
    }
    return measure(load, plan, server, databasePid)
  }
  // These rounds are not counted: they let the JavaScript engine compile the booking code.
  await booking(bare)()
  await booking(portal)()
  const booked = await inRounds<Measured>(rounds, { bare: booking(bare), portal: booking(portal) })
  const of = (key: 'perSecond' | 'cpuMs', who: 'bare' | 'portal') =>
    median(booked.map((round) => round[who][key]))
  add({
    promise: 6,
    what: `booking, ${clients} clients: bookings a second`,
    measured: shown(of('perSecond', 'portal')),
    against: shown(of('perSecond', 'bare')),
    ratio: { value: medianRatio(booked, ({ perSecond }) => perSecond), limit: 0.4, kind: 'least' },
  })
  add({
    promise: null,
    what: 'CPU a booking, server and database',
    measured: `${shown(of('cpuMs', 'portal'))} ms`,
    against: `${shown(of('cpuMs', 'bare'))} ms`,
  })

  for (const figure of await race(parts, authorization)) add(figure)
  return figures
}

/**
 * Lets half of the clients book one slot and half a slot that overlaps it. Checks that exactly one of them gets
 * the appointment.
 */
async function race(
  { portal, sessions, holds }: BookingParts,
  authorization: (person: number) => Record<string, string>,
): Promise<Figure[]> {
  const won: number[] = []
  const lost: number[] = []
  let other = 0
  let wrong = 0
  const send = async (path: string, person: number, body: object) => {
    const headers = { ...authorization(person), 'content-type': 'application/json' }
    const answer = await fetch(`http://127.0.0.1:${portal.port}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: await answer.json() }
  }
  const want = async (person: number, slot_id: number): Promise<number> => {
    const started = performance.now()
    const held = await send('/agenda/v1/holds', person, { slot_id })
    const { status } =
      held.status === 200
        ? await send('/agenda/v1/bookings', person, { hold_id: held.body.data.hold_id, patient_id: person })
        : held
    const took = performance.now() - started
    if (status === 200) won.push(took)
    else if (status === 409) lost.push(took)
    else other += 1
    return status
  }
  for (let turn = 0; turn < races; turn += 1) {
    const slots = await holds.overlapping()
    const outcomes = await Promise.all(
      Array.from({ length: clients }, (_, index) =>
        want(1 + ((turn * clients + index) % sessions), slots[index % 2] ?? 0),
      ),
    )
    if (outcomes.filter((status) => status === 200).length !== 1) wrong += 1
  }
  const p99 = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
  const [winners, losers] = [p99(won), p99(lost)]
  return [
    {
      promise: 6,
      what: `races of ${clients} without exactly one winner`,
      measured: `${wrong} of ${races}`,
      met: wrong === 0,
    },
    { promise: 6, what: 'answers in them other than 200 and 409', measured: String(other), met: other === 0 },
    {
      promise: null,
      what: 'losers’ 99th percentile',
      measured: `${shown(losers)} ms`,
      against: `${shown(winners)} ms (winners)`,
      ratio: { value: losers / winners },
    },
  ]
}
