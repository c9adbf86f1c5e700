import { createHmac } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { AuditStream } from '../../ports/audit-stream.ts'

const timeoutMs = 10_000

/** Signs `timestamp.body`, so that the receiver can reject a captured request that is sent again later. */
function sign(secret: string, timestamp: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`
}

export function createWebhookStream(url: URL, secret: string, clock: Clock): AuditStream {
  return {
    destination: `${url.origin}${url.pathname}`,
    send: async (entries) => {
      const body = JSON.stringify({ entries })
      const timestamp = String(Math.floor(clock.now().getTime() / 1000))
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-audit-timestamp': timestamp,
          'x-audit-signature': sign(secret, timestamp, body),
        },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`audit stream: the receiver answered ${answer.status}`)
    },
  }
}
