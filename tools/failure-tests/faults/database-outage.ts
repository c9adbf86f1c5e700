/** F4: the database is stopped, restarted, killed or stops responding while the portal writes to it. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Harness } from '../harness/harness.ts'
import { openFindings, type Size } from '../harness/outcome.ts'
import { watchReadiness } from '../harness/readiness.ts'
import { openTcpProxy } from '../harness/tcp-proxy.ts'
import { audit, freeSlots, halfDone, startWriting } from '../harness/writing.ts'

export async function testDatabaseOutage(harness: Harness, size: Size) {
  const findings = openFindings(size)
  const { postgres } = harness
  const seconds = size === 'whole' ? 30 : 2
  const clinic = await harness.clinic()
  const proxy = await openTcpProxy(postgres.port)
  harness.afterwards(proxy.close)
  const url = new URL(clinic.url)
  url.port = String(proxy.port)
  const server = await harness.server({ DATABASE_URL: url.toString() })
  const slots = await freeSlots(clinic.ask, 10_000)
  const writing = startWriting({ ask: server.ask, people: 500, workers: 12, slots })
  const readiness = watchReadiness(server)
  await wait(1_000)

  const violations: {
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
  for (const violation of size === 'whole'
    ? violations
    : violations.filter(({ name }) => name !== 'restarted')) {
    const broken = performance.now()
    await violation.break()
    await wait(violation.lasts)
    await violation.mend()
    const back = performance.now()
    while (!Number.isFinite(readiness.until(true, back)) && performance.now() < back + 60_000) await wait(50)
    const settled = back + Math.max(2_000, readiness.until(true, back))
    await wait(size === 'whole' ? 6_000 : 2_500)
    if (violation.lasts > 0)
      findings.atMost(`${violation.name}: readiness falls after`, readiness.until(false, broken), 2_000, 'ms')
    const recovered = violation.lasts > 0 ? readiness.until(true, back) : 0
    findings.recovered(recovered)
    findings.atMost(`${violation.name}: ready again after`, recovered, 2_000, 'ms')
    const during = writing.failed.filter(({ at }) => at >= broken - 3_000 && at < settled)
    const later = writing.failed.filter(({ at }) => at >= settled)
    for (const { status } of during) findings.error(status)
    const longest = Math.max(0, ...during.map(({ milliseconds }) => milliseconds))
    findings.atMost(`${violation.name}: longest call`, longest, 3_000, 'ms')
    findings.atMost(`${violation.name}: failed calls once it is ready, and 2 s have passed`, later.length, 0)
    findings.atMost(
      `${violation.name}: refusals that are no 503 with Retry-After`,
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
