const hour = 3_600_000

/**
 * `waitHours`: after this time the access of a new guardian begins without an objection or agreement. `objectionDays`: after the announcement,
 * the others can object as long, also once the access has begun.
 */
const announcementLimits = { waitHours: 72, objectionDays: 30 } as const

export function accessBegins(now: Date): Date {
  return new Date(now.getTime() + announcementLimits.waitHours * hour)
}

export function objectableSince(now: Date): Date {
  return new Date(now.getTime() - announcementLimits.objectionDays * 24 * hour)
}
