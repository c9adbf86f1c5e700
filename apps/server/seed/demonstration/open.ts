import type { Config } from '../../src/platform/config/config.ts'
import { ConfigError } from '../../src/platform/config/reader.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { attemptTwice } from '../../src/platform/errors/attempt-twice.ts'
import type { PeriodicJob } from '../../src/platform/jobs.ts'
import { describeError, type Logger } from '../../src/platform/logger.ts'
import { demonstrationAccounts, demonstrationPassword } from './accounts.ts'
import { fillInOwnProcess, freshenInOwnProcess } from './run-program.ts'
import { hasPeople, hasPublishedPasswords } from './state.ts'

export type DemonstrationAccount = {
  readonly document: string
  readonly who: string
  readonly rol: string
  /** Null if the password was printed at an earlier start: it is not stored and cannot be shown again. */
  readonly password: string | null
}

/**
 * Fills the demonstration clinic if it is empty. Returns its accounts and the job that keeps its data current, which a
 * demonstration with a clock of its own does not need.
 *
 * @throws {ConfigError} when a demonstration that others can reach has the published passwords
 */
export async function openDemonstration(
  db: Database,
  { demoPublic: isPublic, demoNow }: Pick<Config, 'demoPublic' | 'demoNow'>,
  logger: Logger,
) {
  const { passwords } = (await hasPeople(db))
    ? { passwords: [] }
    : await attemptTwice(fillInOwnProcess, (error) =>
        logger.warn(describeError(error), 'the demonstration could not be filled, and is filled once more'),
      )
  const randomPasswords = new Map(passwords)
  const isPublished = await hasPublishedPasswords(db)
  if (isPublic && isPublished)
    throw new ConfigError(
      'DEMO_PUBLIC=yes should begin with an empty database: the accounts in this one have the password of the README',
    )
  const accounts = demonstrationAccounts.map((account) => ({
    ...account,
    password: isPublished ? demonstrationPassword : (randomPasswords.get(account.key) ?? null),
  }))
  const freshen: PeriodicJob = { name: 'demonstration.freshen', cron: '7 * * * *', run: freshenInOwnProcess }
  return { accounts, jobs: demoNow === null ? [freshen] : [] }
}
