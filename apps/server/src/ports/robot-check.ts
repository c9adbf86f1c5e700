import type { CheckedForm } from '@mi-portal/contract/robot-check'
import type { Queries } from '../platform/database/database.ts'

/** Tells people from programs, without asking anybody else. */
export type RobotCheck = {
  /** A challenge for a form, as the browser's part of the check reads it. */
  readonly challenge: (form: CheckedForm) => Promise<object>
  /** Whether a solution is right, fresh and of that form; it is used up by the transaction, and worth nothing after it. */
  readonly spend: (queries: Queries, form: CheckedForm, solution: string) => Promise<boolean>
  /** Forgets used challenges that have run out; gives back how many. */
  readonly purge: () => Promise<number>
}
