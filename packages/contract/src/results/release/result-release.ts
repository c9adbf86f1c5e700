/** When the result of an exam becomes visible in the portal. This is the only rule that decides it. */
import { foldText } from '../../fields/accents.ts'
import { addDays, type Day, longMonths, toDay } from '../../values/dates.ts'

/**
 * The most days after its arrival that a result stays held. The law gives a person an answer to a request for a copy within 30 days, so
 * no rule of a clinic keeps a result for longer.
 */
export const mostHeldDays = 30

/** The tag with which a FHIR server says of a report (`meta.tag`) that its result was released. */
const releaseTag = { system: 'urn:mi-portal:result-release', code: 'released' } as const

export function hasReleaseTag(
  tags: readonly { readonly system?: string | undefined; readonly code?: string | undefined }[] | undefined,
): boolean {
  return (tags ?? []).some(({ system, code }) => system === releaseTag.system && code === releaseTag.code)
}

/** The kinds of rules of a clinic. `when_released` waits for the system that sent the result, or else for {@link mostHeldDays}. */
export const releaseKinds = ['immediately', 'after_days', 'when_released'] as const

/** One rule of a clinic package. The first rule that fits an exam decides. */
export type ReleaseRule = {
  readonly type: 'laboratory' | 'imaging'
  readonly name_contains?: string | undefined
  readonly shown: (typeof releaseKinds)[number]
  readonly days?: number | undefined
  readonly since: Day
}

export type ReleasableExam = {
  readonly type: 'laboratory' | 'imaging'
  readonly type_exam: string
  readonly taken_at: Date
  readonly available_at: Date
  readonly is_released: boolean
  /** Whether the patient chose to see the result with the physician, and no visit has ended since it arrived. */
  readonly waits_for_visit?: boolean
}

export const holdCauses = ['days', 'release', 'choice'] as const

/** Why a result is not visible yet. From `until` on it is visible in any case. */
export type ResultHold = {
  /**
   * `days` and `release`: the clinic's rule; with `release` the result can be released earlier, for instance after the visit to the
   * physician. `choice`: the patient chose to see it with the physician, and can see it at any time.
   */
  readonly cause: (typeof holdCauses)[number]
  readonly until: Day
}

function isRuleFor(rule: ReleaseRule, exam: Pick<ReleasableExam, 'type' | 'type_exam'>): boolean {
  if (rule.type !== exam.type) return false
  return rule.name_contains === undefined || foldText(exam.type_exam).includes(foldText(rule.name_contains))
}

export function findResultHold(
  rules: readonly ReleaseRule[],
  exam: ReleasableExam,
  now: Date,
): ResultHold | null {
  if (exam.is_released) return null
  const untilDay = (days: number) => addDays(toDay(exam.available_at), Math.min(days, mostHeldDays))
  const rule = rules.find((one) => isRuleFor(one, exam))
  const isHeld = rule !== undefined && rule.shown !== 'immediately' && toDay(exam.taken_at) >= rule.since
  const byRule = isHeld ? untilDay(rule.shown === 'after_days' ? (rule.days ?? 0) : mostHeldDays) : null
  if (isHeld && byRule !== null && toDay(now) < byRule)
    return { cause: rule.shown === 'after_days' ? 'days' : 'release', until: byRule }
  const byChoice = untilDay(mostHeldDays)
  return exam.waits_for_visit === true && toDay(now) < byChoice ? { cause: 'choice', until: byChoice } : null
}

/** Returns the words beside an exam whose result is held. They say nothing about the result. */
export function describeHold({ cause, until }: ResultHold): string {
  const day = showDayOfMonth(until)
  if (cause === 'days') return `Disponible desde el ${day}`
  return cause === 'release'
    ? `Tu médico te lo mostrará en tu control. Si no, estará aquí desde el ${day}`
    : `Elegiste verlo con tu médico. Si no, estará aquí desde el ${day}`
}

/** Formats `2026-12-03` as `3 de diciembre`. */
function showDayOfMonth(day: Day): string {
  return `${Number(day.slice(8, 10))} de ${longMonths[Number(day.slice(5, 7)) - 1] ?? ''}`
}
