/**
 * Limits of a session, in minutes: `…Idle` without a call, `absolute` from the sign-in, and `confirmed` from the sign-in or a
 * later confirmation until an endpoint with `stepUp` needs a new one.
 */
export const sessionLimits = {
  patientIdle: 30,
  staffIdle: 15,
  absolute: 12 * 60,
  warnBefore: 2,
  confirmed: 15,
} as const
