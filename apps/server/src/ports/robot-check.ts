import type { CheckedForm } from '@mi-portal/contract/robot-check'
import type { Queries } from '../platform/database/database.ts'

export type RobotCheck = {
  readonly challenge: (form: CheckedForm) => Promise<object>
  /** Returns whether a solution is correct, not expired and for this form. The transaction consumes it, so it is valid once. */
  readonly consume: (queries: Queries, form: CheckedForm, solution: string) => Promise<boolean>
  readonly purge: () => Promise<number>
}
