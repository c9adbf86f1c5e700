/**
 * F6: the mail server is down, rejects messages, hangs or cuts connections. The sender is killed repeatedly.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../../apps/server/test/free-port.ts'
import { type Behaviour, openSmtp } from '../../../apps/server/test/mail/smtp-server.ts'
import { createToken } from '../../bench/clinic.ts'
import type { Clinic, Harness } from '../harness/harness.ts'
import { type Findings, has, openFindings, type Portion, percentile, type Size } from '../harness/outcome.ts'
import type { ServerProcess } from '../harness/server-process.ts'

const kinds = ['plain', 'later', 'never', 'hang', 'after', 'before', 'poison', 'expired'] as const
type Kind = (typeof kinds)[number]

/** Queues messages in the outbox, as a transaction of the portal does. They expire after `seconds`. */
async function queue(ask: Clinic['ask'], kind: string, count: number, attempts = 0, seconds?: number) {
  await ask(
    `insert into outbox (message_id, template, recipient, subject, body_text, body_html, created_at, next_attempt_at, attempts, not_after)
     select '<' || gen_random_uuid() || '@clinica.example>', 'failure-test', $1 || n || '@ejemplo.cl', 'Prueba', 'Texto', '<p>Texto</p>',
       now(), now(), $3, now() + make_interval(secs => $4::float)
     from generate_series(1, $2::int) n`,
    [kind, count, attempts, seconds ?? null],
  )
}

async function p99Of(server: ServerProcess, milliseconds: number): Promise<number> {
  const times: number[] = []
  for (const end = performance.now() + milliseconds; performance.now() < end; ) {
    const headers = { 'x-token': createToken(1 + (times.length % 500)) }
    times.push((await server.ask({ path: '/api/notifications?limit=5', headers })).milliseconds)
    await wait(4)
  }
  return percentile(times, 0.99)
}

const waiting = `select count(*)::int as count from outbox where state in ('queued', 'sending') and recipient like $1 || '%'`

/** Returns the milliseconds until no message is waiting for a recipient with this prefix. */
async function untilDrained(ask: Clinic['ask'], size: Size, prefix = ''): Promise<number> {
  const began = performance.now()
  while (((await ask<{ count: number }>(waiting, [prefix]))[0]?.count ?? 0) > 0) {
    if (performance.now() - began > 120_000) return Number.POSITIVE_INFINITY
    // The short size does not wait for the half minute before a message is retried.
    if (size === 'short')
      await ask(
        `update outbox set next_attempt_at = now() where state = 'queued' and next_attempt_at > now()`,
      )
    await wait(200)
  }
  return performance.now() - began
}

type Mail = Awaited<ReturnType<typeof openSmtp>>['received'][number]

/** Returns the messages that arrived for recipients with this prefix, by recipient. */
function copiesOf(received: readonly Mail[], prefix: string): Map<string, Mail[]> {
  const to = ({ envelope }: Mail) => envelope.to[0] ?? ''
  return Map.groupBy(
    received.filter((mail) => to(mail).startsWith(prefix)),
    to,
  )
}

/**
 * Returns the behaviour of the mail server for each message: one or two bad answers by kind, then success. A
 * server that fails after DATA needs two answers. The kinds `poison` and `never` always fail.
 */
function moods(): (recipient: string) => Behaviour {
  const turns: Record<Kind, readonly Behaviour[]> = {
    plain: [],
    expired: [],
    later: [451],
    never: [],
    poison: [],
    before: ['cut before the message'],
    hang: ['accept', 'hang'],
    after: ['accept', 'cut after the message'],
  }
  const met = new Map<string, number>()
  return (recipient) => {
    const kind = kinds.find((one) => recipient.startsWith(one)) ?? 'plain'
    if (kind === 'poison') return 451
    if (kind === 'never') return 550
    const times = met.get(recipient) ?? 0
    met.set(recipient, times + 1)
    return turns[kind][times] ?? 'accept'
  }
}

/** Kills the server repeatedly while it sends messages. */
async function killSender(
  {
    smtp,
    ask,
    restart,
  }: { smtp: { received: readonly Mail[] }; ask: Clinic['ask']; restart: () => Promise<void> },
  findings: Findings,
  size: Size,
): Promise<void> {
  const [kills, each] = size === 'whole' ? [20, 60] : [2, 25]
  for (let kill = 0; kill < kills; kill += 1) {
    const before = smtp.received.length
    await queue(ask, `kill${kill}-`, each)
    while (smtp.received.length < before + each / 3) await wait(5)
    await restart()
  }
  findings.atMost('drained after the last kill', (await untilDrained(ask, size)) / 1000, 60, 's')
  const killed = copiesOf(smtp.received, 'kill')
  findings.add({ acknowledged: kills * each, lost: kills * each - killed.size })
  const again = [...killed.values()].reduce((sum, same) => sum + same.length - 1, 0)
  findings.atMost('copies through kills, where four are under way at once', again, 4 * kills)
}

export async function testMailTrouble(harness: Harness, size: Size, portion: Portion) {
  const findings = openFindings(size)
  const whole = size === 'whole'
  const { url, ask } = await harness.clinic()
  const port = await freePort()
  const environment = { DATABASE_URL: url, SMTP_URL: `smtp://127.0.0.1:${port}` }
  let server = await harness.server(environment)
  const restart = async () => {
    await server.end('SIGKILL')
    // The short size does not wait until the claim of the killed sender expires.
    if (!whole) await ask(`update outbox set claimed_until = now() where state = 'sending'`)
    server = await harness.server(environment)
  }
  if (portion.part === 'kills') {
    const smtp = await openSmtp({ port, slow: 5, behave: moods() })
    harness.afterwards(smtp.stop)
    await killSender({ smtp, ask, restart }, findings, size)
    return findings.outcome()
  }
  await p99Of(server, 1_000)
  const quiet = await p99Of(server, whole ? 5_000 : 1_500)

  const counts: Record<Kind, number> = {
    plain: whole ? 1_000 : 120,
    later: 5,
    never: 1,
    hang: 0,
    after: whole ? 5 : 2,
    before: 2,
    poison: 1,
    expired: 5,
  }
  for (const kind of kinds) {
    // A message of kind `poison` has already failed nine times. Its delays would add up to hours.
    await queue(ask, kind, counts[kind], kind === 'poison' ? 9 : 0, kind === 'expired' ? 2 : undefined)
  }
  const minutes = portion.rounds ?? 10
  const during = await p99Of(server, whole ? minutes * 60_000 : 4_000)

  const smtp = await openSmtp({ port, slow: 5, behave: moods() })
  harness.afterwards(smtp.stop)
  // Only `plain` messages are timed: those that the mail server defers or rejects are retried minutes later.
  const drained = await untilDrained(ask, size, 'plain')
  await untilDrained(ask, size)
  findings.recovered(drained)
  findings.atMost('drained after the mail server came back', drained / 1000, 60, 's')
  findings.quickly(
    'p99 of a list while it was down, above what it was',
    Math.max(0, during - quiet),
    20,
    'ms',
  )

  const copies = (prefix: string) => copiesOf(smtp.received, prefix)
  for (const kind of ['plain', 'later', 'before'] as const) {
    const arrived = copies(kind)
    findings.add({
      acknowledged: counts[kind],
      lost: counts[kind] - arrived.size,
      duplicated: [...arrived.values()].filter((same) => same.length > 1).length,
    })
  }
  await queue(ask, 'hang', 1)
  await queue(ask, 'beside', 20)
  // The short size cuts the connection early. It does not wait for the sender’s timeout.
  const hung = whole ? undefined : setTimeout(() => smtp.cut(), 2_500)
  findings.atMost(
    'drained beside a message over which it hangs',
    (await untilDrained(ask, size)) / 1000,
    120,
    's',
  )
  clearTimeout(hung)
  const beside = copies('hang').size + copies('beside').size
  findings.add({ acknowledged: 21, lost: 21 - beside })

  const cut = [...copies('after').values()]
  findings.add({ acknowledged: counts.after, lost: counts.after - cut.length })
  findings.atMost(
    'copies of a message cut off after it was taken',
    Math.max(...cut.map((one) => one.length)),
    2,
  )
  findings.atMost(
    'Message-IDs of such a message',
    Math.max(...cut.map((same) => new Set(same.map(({ mail }) => mail.messageId)).size)),
    1,
  )
  findings.atMost('mails sent after they had expired', copies('expired').size, 0)
  const [parked] = await ask<{ count: number }>(
    `select count(*)::int as count from outbox where state = 'parked' and (recipient like 'poison%' or recipient like 'never%')`,
  )
  findings.atLeast('set aside: the poisoned one after ten tries, the refused', parked?.count ?? 0, 2)

  if (has(portion, 'kills')) await killSender({ smtp, ask, restart }, findings, size)
  return findings.outcome()
}
