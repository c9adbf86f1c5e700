import type { Context } from '../../platform/context/context.ts'
import { eraseBodies, removeMessages } from './mailing.sql.ts'

const day = 24 * 3_600_000

export async function purgeMails({ db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>) {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * day)
  const { mailTextsDays, mailsDays } = config.keep
  return {
    emptied: (await db.run(eraseBodies, { before: daysAgo(mailTextsDays) })).length,
    removed: (await db.run(removeMessages, { before: daysAgo(mailsDays) })).length,
  }
}
