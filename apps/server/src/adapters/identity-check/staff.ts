import type { StaffCheck } from '../../ports/identity-check.ts'

/** No automatic check: an account with a RUN starts as pending, and the clinic's staff validate it. */
export const createStaffCheck: StaffCheck = { kind: 'staff' }
