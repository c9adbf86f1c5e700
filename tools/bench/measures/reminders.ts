/** Measures a day’s reminders. The portal sends them while its lists are read. */
import type { Database } from '../../../apps/server/src/platform/database/database.ts'
import { statement } from '../../../apps/server/src/platform/database/statement.ts'
import type { Load } from '../load-client.ts'
import { type Figure, heading, median, print, shown } from '../report.ts'
import type { Server } from '../servers.ts'
import { hotLists, listRequests } from './hot-lists.ts'

const remindedAppointments = 50_000
const rate = 500
const stretchSeconds = 3
const quietStretches = 5
/** The job is scheduled at the next minute, and servers fetch jobs a few times a minute. */
const longestWaitMs = 4 * 60_000

// These people have the oldest creation date, so that the newest people in the lists stay varied.
const people = `
  insert into people (document_type_id, document_number, first_name, last_name, email, email_verified_at, rol, status, date_creation)
  select 1, 'R' || n, 'Rosa Elena', 'Tapia', 'recordatorio' || n || '@ejemplo.cl', now(), 'STANDART_ROLE', 1, '2000-01-01'
  from generate_series(1, ${remindedAppointments}) n on conflict do nothing`
const hours = `
  insert into appointments (patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context, office_id,
    place_care, place_detail, modality, starts_at, ends_at, state, created_at)
  select p.id, '190000005', 'María José Contreras Sepúlveda', 1, 'Medicina general', 'Consulta', (select min(id) from offices),
    'Providencia', 'Torre A, piso 3, box 1', 'presencial', t.starts, t.starts + interval '15 minutes', 'booked', now() - interval '30 days'
  from people p, lateral (select ((now() at time zone 'America/Santiago')::date + 1 + time '08:00') at time zone 'America/Santiago'
    + make_interval(mins => p.id % 40 * 15) as starts) t
  where p.document_number like 'R%' and p.email like 'recordatorio%'`

const queued = statement<{ count: number; first: Date | null; last: Date | null }>(
  'bench.reminded',
  `select count(*)::int as count, min(created_at) as first, max(created_at) as last from outbox where template = 'booking.reminder'`,
)

type RemindersParts = {
  readonly load: Load
  readonly portal: Server
  /** A connection as the owner of the tables. */
  readonly owner: Database
  readonly tokens: readonly string[]
}

/** Deletes the rows that this measure left behind. */
export async function forgetReminders(owner: Database): Promise<void> {
  await owner.script(`delete from outbox where template = 'booking.reminder'`)
  await owner.script('delete from sent_reminders')
  await owner.script(`delete from appointments where rut_professional = '190000005'`)
}

export async function measureReminders({ load, portal, owner, tokens }: RemindersParts): Promise<Figure[]> {
  heading(
    `Reminders of ${remindedAppointments.toLocaleString('en')} hours`,
    'during',
    'before',
    'ratio (limit)',
  )
  await forgetReminders(owner)
  await owner.script(people)
  await owner.script(hours)
  for (const table of ['people', 'appointments', 'outbox']) await owner.script(`vacuum analyze ${table}`)
  const plan = {
    port: portal.port,
    connections: 64,
    rate,
    warmSeconds: 0.5,
    seconds: stretchSeconds,
    requests: hotLists.flatMap(({ path }) => listRequests(path, tokens)),
    status: '200',
  }
  const before: number[] = []
  for (let turn = 0; turn < quietStretches; turn += 1) before.push((await load.run(plan)).p99)

  await owner.script(`update pgboss.schedule set cron = '* * * * *' where name = 'booking.remind'`)
  const asked = performance.now()
  const during: number[] = []
  let reported = await owner.run(queued, [])
  while ((reported[0]?.count ?? 0) < remindedAppointments) {
    const begun = (reported[0]?.count ?? 0) > 0
    if (!begun && performance.now() - asked > longestWaitMs)
      throw new Error('the job of reminders did not begin')
    const { p99 } = await load.run(plan)
    reported = await owner.run(queued, [])
    if (begun || (reported[0]?.count ?? 0) > 0) during.push(p99)
  }
  await owner.script(`update pgboss.schedule set cron = '0 9 * * *' where name = 'booking.remind'`)
  const { first, last } = reported[0] ?? { first: null, last: null }
  const seconds = first && last ? (last.getTime() - first.getTime()) / 1000 : Number.NaN
  const figures: Figure[] = [
    {
      promise: null,
      what: 'until the last is written, seconds',
      measured: `${shown(seconds)} s`,
      ratio: { value: seconds },
    },
    {
      promise: null,
      what: `lists’ 99th percentile at ${rate} calls a second`,
      measured: `${shown(median(during))} ms`,
      against: `${shown(median(before))} ms`,
      ratio: { value: median(during) / median(before) },
    },
  ]
  for (const figure of figures) print(figure)
  return figures
}
