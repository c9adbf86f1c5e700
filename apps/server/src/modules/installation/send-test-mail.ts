import { ApiError } from '@mi-portal/contract/calls/api-error'
import { installationEndpoints } from '@mi-portal/contract/installation'
import { operation } from '../../platform/context/operation.ts'
import { limits } from '../../platform/security/rate-limiter.ts'
import { sendTestMessage } from '../mailing/send-test-message.ts'
import { findPerson } from '../people/read-people.ts'

export const sendTestMail = operation(installationEndpoints.sendTestMail, async (ctx) => {
  const { actor, ports, rateLimiter } = ctx
  const recipient = (await findPerson(ctx, actor.id))?.email ?? null
  if (recipient === null) throw new ApiError('invalid', { msg: 'Tu cuenta no tiene un e-mail' })
  if (ports.mailTransport === null) return { result: 'noServer' as const, recipient, reason: null }
  await rateLimiter.consumeEach([limits.testMail], String(actor.id))
  const outcome = await sendTestMessage(ctx, ports.mailTransport, recipient)
  return { result: outcome.result, recipient, reason: outcome.result === 'sent' ? null : outcome.reason }
})
