/** F20: the server’s clock jumps forward and back by hours and days. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openSmtp } from '../../../apps/server/test/mail/smtp-server.ts'
import { createToken } from '../../bench/clinic.ts'
import type { Harness } from '../harness/harness.ts'
import { openFindings, type Size } from '../harness/outcome.ts'

const hour = 3_600_000

export async function testClockSteps(harness: Harness, size: Size) {
  const findings = openFindings(size)
  const { url, ask } = await harness.clinic()
  const smtp = await openSmtp({ slow: size === 'whole' ? 300 : 100 })
  harness.afterwards(smtp.stop)
  const clock = join(harness.folder(), 'clock')
  const step = async (milliseconds: number) => {
    writeFileSync(clock, String(milliseconds))
    await wait(200)
  }
  writeFileSync(clock, '0')
  const server = await harness.server(
    { DATABASE_URL: url, SMTP_URL: smtp.url, DRILL_CLOCK: clock },
    { before: [join(import.meta.dirname, '../harness/faked-clock.ts')] },
  )
  const use = async (person: number) =>
    (await server.ask({ path: '/api/notifications?limit=5', headers: { 'x-token': createToken(person) } }))
      .status

  // Patients' sessions expire after 30 idle minutes. Those of the synthetic clinic would live for twelve hours.
  await ask('update sessions set idle_minutes = 30')
  const mails = 40
  await ask(
    `insert into outbox (message_id, template, recipient, subject, body_text, body_html, created_at, next_attempt_at)
     select '<' || gen_random_uuid() || '@clinica.example>', 'failure-test', 'persona' || n || '@ejemplo.cl', 'Prueba', 'Texto', '<p>Texto</p>', now(), now()
     from generate_series(1, $1::int) n`,
    [mails],
  )
  findings.holds('a session in use lives', (await use(1)) === 200)
  const list = (person: number) =>
    server.ask({ path: '/api/medicals/appointments/upcomings', headers: { 'x-token': createToken(person) } })

  await step(hour)
  findings.holds('an hour ahead: a session idle for thirty minutes is over', (await list(1)).status === 401)
  await step(0)
  await list(2)
  await step(20 * 60_000)
  findings.holds('twenty minutes ahead it still lives, and is used', (await list(2)).status === 200)
  await step(-hour)
  findings.holds(
    'an hour back: use in what is now the future does not prolong it',
    (await list(2)).status === 401,
  )
  await step(-24 * hour)
  await list(3)
  await step(24 * hour)
  findings.holds('a day ahead: no session lives', (await list(3)).status === 401)
  await wait(size === 'whole' ? 40_000 : 1_000)
  await step(0)
  const [longest] = await ask<{ hours: number }>(
    `select max(extract(epoch from expires_at - created_at) / 3600)::float as hours from sessions`,
  )
  findings.atMost('the longest that a session may last', longest?.hours ?? 0, 12.01, 'h')

  const deadline = performance.now() + 60_000
  const waiting = `select count(*)::int as count from outbox where state in ('queued', 'sending')`
  while (((await ask<{ count: number }>(waiting))[0]?.count ?? 0) > 0 && performance.now() < deadline)
    await wait(100)
  const copies = Map.groupBy(smtp.received, ({ envelope }) => envelope.to[0] ?? '')
  findings.add({
    acknowledged: mails,
    lost: mails - copies.size,
    duplicated: [...copies.values()].filter((same) => same.length > 1).length,
  })
  const [runs] = await ask<{ most: number }>('select coalesce(max(claim), 0)::int as most from periodic_jobs')
  findings.atMost('times that a job came up through all that', runs?.most ?? 0, size === 'whole' ? 6 : 3)
  findings.holds('the process never ended', server.isRunning())
  return findings.outcome()
}
