import type { Context } from '../../platform/context/context.ts'
import { purgeReplies } from './booking.sql.ts'
import { purgeHolds } from './embedded/holds.sql.ts'
import { getOldestValidAnswers } from './exam-booking/exam-booking.rules.ts'
import { purgeAnswers } from './questionnaires/questionnaires.sql.ts'

const repliesRetention = 24 * 3_600_000

export async function purgeBookings({ clock, db, ports }: Context) {
  const now = clock.now()
  const before = new Date(now.getTime() - repliesRetention)
  return {
    holds: (await db.run(purgeHolds, { now })).length,
    answers: (await db.run(purgeReplies, { before })).length,
    questionnaires: (await db.run(purgeAnswers, { before: getOldestValidAnswers(now) })).length,
    challenges: await ports.robotCheck.purge(),
  }
}
