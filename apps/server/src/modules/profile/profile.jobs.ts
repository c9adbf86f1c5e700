import type { Context } from '../../platform/context/context.ts'
import { deleteEmailChanges } from '../people/accounts/change-emails.ts'

const day = 24 * 3_600_000

export async function purgeEmailChanges({ db, clock, config }: Context) {
  const now = clock.now()
  // Until then a link is reported as expired instead of unknown.
  const gone = new Date(now.getTime() - config.keep.draftsDays * day)
  return deleteEmailChanges(db, now, gone)
}
