/** Sends mail until it is killed, as a separate process of a test: `node mail-sender.ts DATABASE_URL SMTP_URL`. */
import { writeSync } from 'node:fs'
import { createSmtpTransport } from '../../src/adapters/mail/smtp.ts'
import { createMailDelivery } from '../../src/modules/mailing/mailing.jobs.ts'
import { createMailingStore } from '../../src/modules/mailing/mailing.store.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { openPostgres } from '../../src/platform/database/driver.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { mailSealer } from '../../src/platform/security/seal.ts'

const [database = '', smtp = ''] = process.argv.slice(2)
const db = openPostgres({
  url: database,
  connections: 4,
  connectionTimeout: 30_000,
  statementTimeout: 30_000,
})
createMailDelivery({
  store: createMailingStore(db, mailSealer(['x'.repeat(48)])),
  transport: createSmtpTransport({
    url: smtp,
    sender: () => ({ name: 'Clínica Andes', address: 'portal@clinica.example' }),
  }),
  clock: systemClock,
  logger: createLogger('silent'),
  timing: { poll: 50, lease: 1_500, heartbeat: 400, markAgain: 30, stopTimeout: 1_000, pause: () => 100 },
}).start()
writeSync(1, 'sending\n')
