/** Sends mail until it is killed: a process of its own for the drill. Its arguments: the database, the mail server. */
import { writeSync } from 'node:fs'
import { smtpTransport } from '../../src/adapters/mail/smtp.ts'
import { mailDelivery } from '../../src/modules/mailing/mailing.jobs.ts'
import { mailingStore } from '../../src/modules/mailing/mailing.store.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { openPostgres, overEmbedded } from '../../src/platform/database/driver.ts'
import { openEmbedded } from '../../src/platform/database/embedded.ts'
import { createLogger } from '../../src/platform/logger.ts'

const [database = '', smtp = ''] = process.argv.slice(2)
const db = database.startsWith('postgres')
  ? openPostgres({ url: database, connections: 4 })
  : overEmbedded(await openEmbedded(database))
mailDelivery({
  store: mailingStore(db),
  transport: smtpTransport({ url: smtp, from: { name: 'Clínica Andes', address: 'portal@clinica.example' } }),
  clock: systemClock,
  logger: createLogger('silent'),
  pace: { poll: 50, lease: 1_500, beat: 400, markAgain: 30, patience: 1_000, pause: () => 100 },
}).start()
writeSync(1, 'sending\n')
