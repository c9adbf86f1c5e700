/** The clinic's calendars: whose hour is when, and which are free. */
import type { Queries } from '../platform/database/database.ts'

export type Scheduling = {
  /**
   * Gives an hour back that is booked and has not begun at `now`. False when it is not, also because somebody else
   * cancelled it at the same moment: of several at once one gets true.
   */
  readonly cancel: (tx: Queries, hourId: number, now: Date) => Promise<boolean>
}
