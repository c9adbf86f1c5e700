/** Sends a test message past the outbox, so that its sender sees at once what the mail server answers. */
import { randomUUID } from 'node:crypto'
import { ApiError } from '@mi-portal/contract/api-error'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import { type Branding, renderMail } from '../../platform/mail-layout.ts'
import { limits, type RateLimiter } from '../../platform/security/rate-limiter.ts'
import type { MailOutcome, MailSender, MailTransport } from '../../ports/mail.ts'
import { testMessage } from './mailing.mails.ts'

type MailProbeDependencies = {
  /** Null without a mail server. */
  readonly transport: MailTransport | null
  readonly sender: () => MailSender
  /** Returns the e-mail address of an account; null if it has none. */
  readonly emailOf: (personId: number) => Promise<string | null>
  readonly rateLimiter: RateLimiter
  readonly audit: Audit
  readonly clock: Clock
  readonly branding: Branding
}

export function createMailProbeService(dependencies: MailProbeDependencies) {
  const { transport, sender, emailOf, rateLimiter, audit, clock, branding } = dependencies

  async function send(mailTransport: MailTransport, recipient: string): Promise<MailOutcome> {
    const { address } = sender()
    return mailTransport.send({
      messageId: `<${randomUUID()}@${address.slice(address.lastIndexOf('@') + 1)}>`,
      createdAt: clock.now(),
      recipient,
      ...renderMail(testMessage, {}, branding),
      calendar: null,
    })
  }

  return {
    /** Sends a test message to the caller's own address. Throws 429 above the limit of test mails of a day. */
    sendToSelf: async (actor: Actor, origin: Origin) => {
      const recipient = await emailOf(actor.id)
      if (recipient === null) throw new ApiError('invalid', { msg: 'Tu cuenta no tiene un e-mail' })
      if (transport === null) return { result: 'noServer' as const, recipient, reason: null }
      await rateLimiter.consumeEach([limits.testMail], String(actor.id))
      const outcome = await send(transport, recipient)
      await audit.record({
        actorId: actor.id,
        actorRole: actor.rol,
        action: 'mailing.test',
        patientId: null,
        object: testMessage.name,
        origin,
        detail: { result: outcome.result },
      })
      return {
        result: outcome.result,
        recipient,
        reason: outcome.result === 'sent' ? null : outcome.reason,
      }
    },
  }
}

export type MailProbeService = ReturnType<typeof createMailProbeService>
