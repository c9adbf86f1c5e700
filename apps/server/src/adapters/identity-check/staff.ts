import type { StaffCheck } from '../../ports/identity-check.ts'

/** No check of its own: a run starts pending, and the clinic's staff validate it. */
export const staffCheck: StaffCheck = { kind: 'staff' }
