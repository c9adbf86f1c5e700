/** Sends encrypted messages to browsers by Web Push (RFC 8030, 8291 and 8292). */
import webPush from 'web-push'
import { describeError, type Logger } from '../../platform/logger.ts'
import type { PushKeys, PushService, PushTarget } from '../../ports/push-service.ts'

const timeoutMs = 10_000

const storedSeconds = 24 * 3_600

export type WebPushSettings = {
  /** Hosts of push services; their subdomains are allowed too. */
  readonly hosts: readonly string[]
  readonly contact: () => string
  /** An origin that is allowed besides the hosts, without encryption; only tests have one. */
  readonly testOrigin?: string | undefined
}

export function createWebPush({ hosts, contact, testOrigin }: WebPushSettings, logger: Logger): PushService {
  function isAllowed(endpoint: string): boolean {
    if (!URL.canParse(endpoint)) return false
    const { protocol, hostname, port, username, password, origin } = new URL(endpoint)
    if (testOrigin !== undefined && origin === testOrigin) return true
    if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false
    return hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
  }

  function makeRequest(target: PushTarget, message: object, keys: PushKeys) {
    const { endpoint, p256dh, auth } = target
    return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
      vapidDetails: { subject: contact(), ...keys },
      TTL: storedSeconds,
      contentEncoding: webPush.supportedContentEncodings.AES_128_GCM,
    })
  }

  return {
    isAllowed,
    createKeys: () => webPush.generateVAPIDKeys(),
    send: async (target, message, keys) => {
      // The list of push services may have become shorter since the browser was accepted.
      if (!isAllowed(target.endpoint)) return 'gone'
      const { host } = new URL(target.endpoint)
      try {
        const { method, headers, body } = makeRequest(target, message, keys)
        const answer = await fetch(target.endpoint, {
          method,
          headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
          body: Uint8Array.from(body),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        })
        await answer.body?.cancel()
        if (answer.ok) return 'sent'
        if (answer.status === 404 || answer.status === 410) return 'gone'
        logger.warn(
          { host, status: answer.status },
          'a push service rejected a message: it is sent again later',
        )
        return 'failed'
      } catch (error) {
        logger.warn(
          { host, ...describeError(error) },
          'a push message could not be sent: check that the server reaches the push service',
        )
        return 'failed'
      }
    },
  }
}
