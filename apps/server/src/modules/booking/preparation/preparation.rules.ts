/** The hours of fasting for blood tests. Only the medical order says which of them applies. */
const laboratoryHours = [8, 12] as const

type FastingFacts = {
  /** The hours of fasting in the preparation instructions; null if the instructions name no hours. */
  readonly fasting_hours: number | null
  readonly unnamed_laboratory: boolean
  readonly age: number
  readonly paediatricAge: number
}

/** Returns none for a child: the instructions give hours by age, and fasting too long is harmful. */
export function fastingBefore(starts: Date, facts: FastingFacts): { hours: number; from: string }[] {
  if (facts.age < facts.paediatricAge) return []
  const named = facts.fasting_hours === null ? [] : [facts.fasting_hours]
  return (facts.unnamed_laboratory ? laboratoryHours : named).map((hours) => ({
    hours,
    from: new Date(starts.getTime() - hours * 3_600_000).toISOString(),
  }))
}
