/** F4: the database is stopped, restarted, killed, or falls silent while it is written to. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Ground } from '../ground/ground.ts'
import { openFindings, type Size } from '../ground/outcome.ts'
import { watchReadiness } from '../ground/readiness.ts'
import { openTcpProxy } from '../ground/tcp-proxy.ts'
import { audit, freeSlots, halfDone, startWriting } from '../ground/writing.ts'

export async function drillDatabaseOutage(ground: Ground, size: Size) {
  const findings = openFindings(size)
  const { postgres } = ground
  const seconds = size === 'whole' ? 30 : 2
  const clinic = await ground.clinic()
  const proxy = await openTcpProxy(postgres.port)
  ground.afterwards(proxy.close)
  const url = new URL(clinic.url)
  url.port = String(proxy.port)
  const server = await ground.server({ DATABASE_URL: url.toString() })
  const slots = await freeSlots(clinic.ask, 10_000)
  const writing = startWriting({ ask: server.ask, people: 500, workers: 12, slots })
  const readiness = watchReadiness(server)
  await wait(1_000)

  const faults: {
    name: string
    break: () => Promise<unknown> | unknown
    mend: () => Promise<unknown> | unknown
    lasts: number
  }[] = [
    { name: 'stopped', break: () => postgres.down('SIGINT'), mend: postgres.up, lasts: seconds * 1000 },
    { name: 'restarted', break: () => postgres.down('SIGINT'), mend: postgres.up, lasts: 0 },
    { name: 'killed', break: () => postgres.down('SIGKILL'), mend: postgres.up, lasts: 0 },
    { name: 'silent', break: proxy.silence, mend: proxy.speak, lasts: Math.max(seconds, 4) * 1000 },
  ]
  for (const fault of size === 'whole' ? faults : faults.filter(({ name }) => name !== 'restarted')) {
    const broken = performance.now()
    await fault.break()
    await wait(fault.lasts)
    await fault.mend()
    const back = performance.now()
    await wait(size === 'whole' ? 6_000 : 2_500)
    if (fault.lasts > 0)
      findings.atMost(`${fault.name}: readiness falls after`, readiness.until(false, broken), 2_000, 'ms')
    const recovered = fault.lasts > 0 ? readiness.until(true, back) : 0
    findings.recovered(recovered)
    findings.atMost(`${fault.name}: ready again after`, recovered, 2_000, 'ms')
    const during = writing.failed.filter(({ at }) => at >= broken - 3_000 && at < back + 2_000)
    const later = writing.failed.filter(({ at }) => at >= back + 2_000)
    for (const { status } of during) findings.error(status)
    const longest = Math.max(0, ...during.map(({ milliseconds }) => milliseconds))
    findings.atMost(`${fault.name}: longest call`, longest, 3_000, 'ms')
    findings.atMost(`${fault.name}: failed calls from 2 s after its return`, later.length, 0)
    findings.atMost(
      `${fault.name}: refusals that are no 503 with Retry-After`,
      during.filter(({ status, headers }) => status !== 503 || headers['retry-after'] === undefined).length,
      0,
    )
  }
  await writing.stop()
  await readiness.stop()
  findings.holds('the process never ended', server.isRunning())
  await audit(writing, clinic.ask, findings)
  findings.atMost('half done', await halfDone(clinic.ask), 0)
  return findings.outcome()
}
