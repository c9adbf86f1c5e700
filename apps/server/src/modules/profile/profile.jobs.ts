import type { Context } from '../../platform/context/context.ts'
import { accounts } from '../people/accounts/accounts.service.ts'

const day = 24 * 3_600_000

export async function purgeEmailChanges({ db, clock, config }: Context) {
  const now = clock.now()
  // Until then a link is reported as expired instead of unknown.
  const gone = new Date(now.getTime() - config.keep.draftsDays * day)
  return { ...(await accounts.purgeEmailChanges(db, now, gone)) }
}
