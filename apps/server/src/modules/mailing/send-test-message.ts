import type { CallContext } from '../../platform/context/context.ts'
import { renderMail } from '../../platform/mail-layout.ts'
import type { MailOutcome, MailTransport } from '../../ports/mail.ts'
import { testMessage } from './mailing.mails.ts'
import { createMessageId } from './queue-messages.ts'

/** Sends a test message past the outbox, so that its sender sees at once what the mail server answers. */
export async function sendTestMessage(
  { clock, branding, settings, audit }: CallContext,
  transport: MailTransport,
  recipient: string,
): Promise<MailOutcome> {
  const outcome = await transport.send({
    messageId: createMessageId(settings.sender()),
    createdAt: clock.now(),
    recipient,
    ...renderMail(testMessage, {}, branding),
    calendar: null,
  })
  await audit.record('mailing.test', { object: testMessage.name, detail: { result: outcome.result } })
  return outcome
}
