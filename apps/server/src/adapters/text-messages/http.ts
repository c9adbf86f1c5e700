/** A message gateway (docs/integration/text-messages.md) and its signed reports. Numbers are never in addresses, which proxies log. */

import { createHmac, timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type TextChannel, textReport } from '@mi-portal/contract/notifications/text-messages'
import type { Platform } from '../../platform/composition/platform.ts'
import { createFailureBreaker } from '../../platform/external/failure-breaker.ts'
import { createTroubleLog } from '../../platform/external/trouble-log.ts'
import { describeError } from '../../platform/logger.ts'
import type { OpenedReport, TextMessage, TextMessages, TextOutcome } from '../../ports/text-messages.ts'

/** Milliseconds: timeout of one request, pause before the second request, and how long the circuit breaker stays open. */
export type GatewayTimeouts = { readonly attempt: number; readonly pause: number; readonly rest: number }

type GatewaySettings = {
  readonly url: string
  readonly key: string
  readonly reportSecret: string
  /** The sender that the gateway uses: a number, or a name where the operator allows one. Undefined: the gateway's own. */
  readonly sender: string | undefined
  readonly channels: readonly TextChannel[]
}

type GatewayDependencies = GatewaySettings &
  Pick<Platform, 'clock' | 'logger'> & {
    readonly timeouts?: GatewayTimeouts | undefined
  }

const ordinary: GatewayTimeouts = { attempt: 5_000, pause: 250, rest: 30_000 }

/** The greatest difference in seconds between the time in a report's signature and the portal's clock. */
const reportSeconds = 300

function only(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header : ''
}

export function createTextGateway(dependencies: GatewayDependencies): TextMessages {
  const { url, key, reportSecret, sender, channels, clock, logger, timeouts = ordinary } = dependencies
  const now = () => clock.now().getTime()
  const logTrouble = createTroubleLog(logger, now)
  const breaker = createFailureBreaker(now, timeouts.rest)

  async function request({ id, channel, recipient, kind, text, url: page }: TextMessage) {
    try {
      const answer = await fetch(`${url}/messages`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': id,
        },
        body: JSON.stringify({ id, channel, to: recipient, from: sender, kind, text, url: page }),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeouts.attempt),
      })
      await answer.body?.cancel()
      return answer.status
    } catch (error) {
      logTrouble(describeError(error), 'message gateway: the service did not answer')
      return null
    }
  }

  async function attempt(message: TextMessage): Promise<{ outcome: TextOutcome; isWorthRepeating: boolean }> {
    const status = await request(message)
    if (status === null || status === 429 || status >= 500) {
      if (status !== null) logTrouble({ status }, 'message gateway: the service is not available')
      breaker.failed()
      // A gateway that asks for less traffic is not asked again at once.
      return { outcome: 'failed', isWorthRepeating: status !== 429 }
    }
    breaker.succeeded()
    if (status >= 200 && status < 300) return { outcome: 'accepted', isWorthRepeating: false }
    if (status === 422) return { outcome: 'rejected', isWorthRepeating: false }
    logTrouble(
      { status },
      'message gateway: the request was not accepted: check TEXT_MESSAGES_URL and TEXT_MESSAGES_KEY',
    )
    return { outcome: 'failed', isWorthRepeating: false }
  }

  function isSigned(timestamp: string, signature: string, body: string): boolean {
    const expected = createHmac('sha256', reportSecret).update(`${timestamp}.${body}`).digest()
    const given = Buffer.from(/^sha256=([0-9a-f]{64})$/.exec(signature)?.[1] ?? '', 'hex')
    return given.length === expected.length && timingSafeEqual(given, expected)
  }

  function openReport(headers: Parameters<TextMessages['openReport']>[0], body: string): OpenedReport {
    const timestamp = only(headers['x-report-timestamp'])
    const signature = only(headers['x-report-signature'])
    if (!/^\d{1,12}$/.test(timestamp)) return { kind: 'unsigned' }
    if (Math.abs(now() / 1000 - Number(timestamp)) > reportSeconds) return { kind: 'unsigned' }
    if (!isSigned(timestamp, signature, body)) return { kind: 'unsigned' }
    let content: unknown
    try {
      content = JSON.parse(body)
    } catch {
      return { kind: 'unreadable' }
    }
    const read = textReport.safeParse(content)
    if (!read.success) return { kind: 'unreadable' }
    return { kind: 'report', report: read.data, signature: Buffer.from(signature) }
  }

  return {
    channels,
    openReport,
    send: async (message) => {
      if (breaker.secondsToWait() !== null) return 'failed'
      const first = await attempt(message)
      if (!first.isWorthRepeating || breaker.secondsToWait() !== null) return first.outcome
      await pause(timeouts.pause)
      return (await attempt(message)).outcome
    },
  }
}
