/** Helpers for tests of mail: an outbox, a way to queue messages, and senders with short timeouts. */
import { onTestFinished } from 'vitest'
import { createSmtpTransport } from '../../src/adapters/mail/smtp.ts'
import { createMailQueue } from '../../src/modules/mailing/queue-messages.ts'
import { createOutboxQueue } from '../../src/modules/mailing/send-messages.ts'
import type { Clock } from '../../src/platform/clock.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { createLogger } from '../../src/platform/logger.ts'
import type { MailTemplate } from '../../src/platform/mail-layout.ts'
import type { Secrets } from '../../src/platform/security/secrets.ts'
import type { MailTransport } from '../../src/ports/mail.ts'
import { testBranding } from './branding.ts'

const sender = () => ({ name: testBranding.brand, address: 'portal@clinica.example' })

export const greeting: MailTemplate<{ text: string }> = {
  name: 'test.greeting',
  clinical: false,
  subject: 'Saludo',
  blocks: ({ text }) => [text],
  unsubscribePath: () => '/recordatorios/una-clave',
}

type Pace = NonNullable<Parameters<typeof createOutboxQueue>[0]['timing']>

export const hurried: Pace = { poll: 40, lease: 30_000, heartbeat: 200, persist: 30, stop: 3_000 }

const shortPause = (failedAttempts: number) => Math.min(200, 20 * 2 ** failedAttempts)

/** Short timeouts, so that the sender soon notices a server that does not answer. */
const shortTimeouts = { connect: 400, silence: 500, message: 1_500 }

export function openMail(db: Database, clock: Clock, lines?: string[], secrets: Secrets = ['x'.repeat(48)]) {
  const logger = lines ? createLogger('debug', { write: (line) => lines.push(line) }) : createLogger('silent')
  const config = { secrets, ages: { reserve: 14, paediatric: 15, consent: 16, adult: 18 } }
  const parts = { db, clock, logger, config }
  const shown = { branding: testBranding, sender, hasServer: true, trigger: () => {} }
  const mail = createMailQueue({ ...parts, ...shown })
  return {
    mail,
    greet: (recipient: string, notAfter?: Date) =>
      db.transaction((tx) =>
        mail.queue(tx, greeting, {
          recipient,
          person_id: null,
          data: { text: `Hola, ${recipient}` },
          notAfter,
        }),
      ),
    /** Starts a sender that works until the test ends. */
    deliver: (transport: MailTransport, timing: Pace = hurried, pause = shortPause) => {
      const delivery = createOutboxQueue({
        ...parts,
        ...{ transport, timing, pause },
        findCalendar: async () => null,
        isNotificationPending: async () => true,
      })
      delivery.start()
      onTestFinished(() => delivery.stop())
      return delivery
    },
    smtp: (url: string, timeouts = shortTimeouts) =>
      createSmtpTransport({
        url,
        sender,
        timeouts,
      }),
    /** Returns state and number of attempts of every message, in the order they were queued. */
    states: async () =>
      db.plain(
        'select state, attempts, message_id, body_text, unsubscribe_url, last_error from outbox order by id',
      ),
  }
}

export type TestMail = ReturnType<typeof openMail>
