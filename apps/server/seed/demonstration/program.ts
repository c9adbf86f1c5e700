/**
 * The process that fills the demonstration clinic, or keeps its data current, for a running server. Images, PDFs and password hashes
 * take more memory than the whole server, which would hold it for as long as it runs. The last argument is `fill` or `freshen`; the
 * result is sent to the server as a message.
 */
import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import { openCheckedFiles } from '../../src/adapters/choose.ts'
import { readLetterhead } from '../../src/modules/clinic/branding/read-letterhead.ts'
import { openPublishedClinic } from '../../src/modules/clinic/published-clinic.ts'
import { startClock } from '../../src/platform/clock.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import { readMigrations } from '../../src/platform/database/migrate.ts'
import { gatherStatistics, withDatabase } from '../../src/platform/database/open.ts'
import { explainFatalError, needsOperator } from '../../src/platform/errors/fatal-error.ts'
import { migrationsFolder } from '../../src/platform/installed.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { createPasswords } from '../../src/platform/security/passwords.ts'
import { passportSealer } from '../../src/platform/security/seal.ts'
import { demonstrationAccounts } from './accounts.ts'
import { type FillParts, fillDemonstration } from './fill.ts'
import { freshenDemonstration } from './freshen.ts'
import type { Failed, FillResult, FreshenResult } from './run-program.ts'

function randomPassword(): string {
  return randomBytes(12).toString('base64url')
}

async function run(task: string | undefined): Promise<FillResult | FreshenResult> {
  const config = readConfig()
  const files = await openCheckedFiles(config)
  const { secrets, logLevel } = config
  const logger = createLogger(logLevel)
  return withDatabase(config, readMigrations(migrationsFolder()), logger, async (db) => {
    const published = await openPublishedClinic({ db, logger, isDemonstration: true })
    const clock = startClock(config.demoNow)
    const letterhead = await readLetterhead(published)
    const clinic = published.current()
    const parts = { db, files, clock, clinic, letterhead, sealer: passportSealer(secrets) }
    if (task === 'freshen') {
      const { hours, exams } = await freshenDemonstration(parts)
      return { hours, exams: exams.length }
    }
    const passwords = new Map(demonstrationAccounts.map(({ key }) => [key, randomPassword()]))
    const passwordOf: NonNullable<FillParts['passwordOf']> = (key) =>
      (key === null ? undefined : passwords.get(key)) ?? randomPassword()
    const fillParts = { ...parts, secrets, hashPassword: createPasswords().hash }
    const isFilled = await fillDemonstration(config.demoPublic ? { ...fillParts, passwordOf } : fillParts)
    if (isFilled) await gatherStatistics(config)
    return { passwords: isFilled && config.demoPublic ? [...passwords] : [] }
  })
}

process.umask(0o077)
// The server ended: PostgreSQL rolls the transaction back.
process.on('disconnect', () => process.exit(1))
const result = await run(process.argv.at(-1)).catch((error: unknown): Failed => {
  const line = needsOperator(error) ? explainFatalError(error) : null
  return { failed: { line, stack: inspect(error, { depth: 5 }) } }
})
// A server reads the result as a message. Without one, the exit code tells whether it worked.
const end = () => process.exit('failed' in result ? 1 : 0)
if (process.send) process.send(result, end)
else end()
