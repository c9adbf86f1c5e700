/** What tests of mail need: an outbox, a way to queue, and senders that are in a hurry. */
import { onTestFinished } from 'vitest'
import { smtpTransport } from '../../src/adapters/mail/smtp.ts'
import { mailDelivery } from '../../src/modules/mailing/mailing.jobs.ts'
import { mailingService } from '../../src/modules/mailing/mailing.service.ts'
import { mailingStore } from '../../src/modules/mailing/mailing.store.ts'
import type { Clock } from '../../src/platform/clock.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { createLogger } from '../../src/platform/logger.ts'
import type { House, MailTemplate } from '../../src/platform/mail-layout.ts'
import { mailSealer } from '../../src/platform/security/seal.ts'
import type { Secrets } from '../../src/platform/security/secrets.ts'
import type { MailTransport } from '../../src/ports/mail.ts'

const house: House = {
  product: 'Mi Portal',
  brand: 'Clínica Andes',
  supportEmail: 'contacto@clinica.example',
  supportPhone: '2 2362 5400',
  publicUrl: 'https://portal.clinica.example',
}

const from = 'portal@clinica.example'

export const greeting: MailTemplate<{ text: string }> = {
  name: 'test.greeting',
  subject: () => 'Saludo',
  body: ({ text }) => ({ heading: 'Saludo', blocks: [{ kind: 'paragraph', text }] }),
  unsubscribePath: () => '/recordatorios/una-clave',
}

type Pace = NonNullable<Parameters<typeof mailDelivery>[0]['pace']>

export const hurried: Pace = {
  poll: 40,
  lease: 30_000,
  beat: 200,
  markAgain: 30,
  patience: 3_000,
  pause: (tries) => Math.min(200, 20 * 2 ** tries),
}

/** Of a sender that is in a hurry to find out that nobody answers. */
const hurriedLine = { connect: 400, silence: 500, message: 1_500 }

export function openMail(db: Database, clock: Clock, lines?: string[], secrets: Secrets = ['x'.repeat(48)]) {
  const logger = lines ? createLogger('debug', { write: (line) => lines.push(line) }) : createLogger('silent')
  const store = mailingStore(db, mailSealer(secrets))
  const mail = mailingService({ store, clock, logger, house, from, nudge: () => {} })
  return {
    store,
    mail,
    /** Queues a greeting in a transaction of its own. */
    greet: (recipient: string, notAfter?: Date) =>
      db.transaction((tx) =>
        mail.queue(tx, greeting, {
          recipient,
          person_id: null,
          data: { text: `Hola, ${recipient}` },
          notAfter,
        }),
      ),
    /** A sender that works until the test ends. */
    deliver: (transport: MailTransport, pace: Pace = hurried) => {
      const delivery = mailDelivery({ store, transport, clock, logger, pace })
      delivery.start()
      onTestFinished(() => delivery.stop())
      return delivery
    },
    smtp: (url: string, patience = hurriedLine) =>
      smtpTransport({
        url,
        from: { name: house.brand, address: from },
        patience,
      }),
    /** State and tries of every message, in the order they were queued. */
    states: async () =>
      db.plain(
        'select state, attempts, message_id, body_text, unsubscribe_url, last_error from outbox order by id',
      ),
  }
}

export type TestMail = ReturnType<typeof openMail>
