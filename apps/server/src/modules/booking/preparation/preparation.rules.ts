/** From when on somebody eats nothing before an hour, pure. */

/** What an order for blood tests may ask for; which of them holds only the order says. */
const laboratoryHours = [8, 12] as const

type FastingFacts = {
  /** Of the indications; null where there is none. */
  readonly fasting_hours: number | null
  /** A laboratory hour for which no exam was named. */
  readonly unnamed_laboratory: boolean
  readonly age: number
  /** Below it the hours of adults do not hold. */
  readonly paediatricAge: number
}

/**
 * The hours of fasting that may hold, and from when. None for a child: the indications give hours by age, and too long
 * a fast does harm.
 */
export function fastingBefore(starts: Date, facts: FastingFacts): { hours: number; from: string }[] {
  if (facts.age < facts.paediatricAge) return []
  const named = facts.fasting_hours === null ? [] : [facts.fasting_hours]
  return (facts.unnamed_laboratory ? laboratoryHours : named).map((hours) => ({
    hours,
    from: new Date(starts.getTime() - hours * 3_600_000).toISOString(),
  }))
}
