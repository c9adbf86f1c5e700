/** Idle limits and the absolute limit of a session, in minutes. */
export const sessionLimits = { patientIdle: 30, staffIdle: 15, absolute: 12 * 60, warnBefore: 2 } as const
