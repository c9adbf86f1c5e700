/** The message gateway of one test, and the delivery reports that it sends. */
import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import { openMessageGateway, reportSecret } from './message-gateway-server.ts'

export async function startMessageGateway() {
  const gateway = await openMessageGateway()
  onTestFinished(gateway.stop)
  return gateway
}

type ReportOptions = {
  /** Seconds since 1970 in the signature. */
  readonly timestamp: number
  readonly secret?: string
  /** The signature that is sent in place of the right one. */
  readonly signature?: string
}

/** Signs a report as the gateway does, with code of its own. */
export function signReport(body: string, { timestamp, secret = reportSecret, signature }: ReportOptions) {
  const mac = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')
  return {
    'content-type': 'application/json',
    'x-report-timestamp': String(timestamp),
    'x-report-signature': signature ?? `sha256=${mac}`,
  }
}

export async function postReport(
  { app, clock }: { app: FastifyInstance; clock: { now(): Date } },
  content: object | string,
  options: Partial<ReportOptions> = {},
): Promise<{ status: number; body: string }> {
  const payload = typeof content === 'string' ? content : JSON.stringify(content)
  const timestamp = Math.floor(clock.now().getTime() / 1000)
  const answer = await app.inject({
    method: 'POST',
    url: '/api/text-messages/reports',
    headers: signReport(payload, { timestamp, ...options }),
    payload,
  })
  return { status: answer.statusCode, body: answer.body }
}
