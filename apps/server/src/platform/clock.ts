export type Clock = { readonly now: () => Date }

export const systemClock: Clock = { now: () => new Date() }

export function startClock(startsAt: Date | null): Clock {
  if (startsAt === null) return systemClock
  const offsetMs = startsAt.getTime() - systemClock.now().getTime()
  return { now: () => new Date(systemClock.now().getTime() + offsetMs) }
}
