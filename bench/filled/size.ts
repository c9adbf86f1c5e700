/** How large a filled clinic is, at a share of the whole: a million patients. */

export type FilledSize = {
  /** 1 for the whole. */
  readonly scale: number
  readonly seed: number
  /** Midnight (UTC) of the day that the clinic stands at, in milliseconds. */
  readonly today: number
  readonly patients: number
  /** After the patients; the first of them is a super administrator. */
  readonly staff: number
  readonly professionals: number
  readonly appointments: number
  readonly exams: number
  readonly auditEvents: number
  readonly notifications: number
  /** The first patients, each with ten hours to come, ten past, eight exams and eight notifications. */
  readonly measured: number
}

/** Half hours of one professional's day. */
export const slotsPerDay = 24
const whole = {
  patients: 1_000_000,
  staff: 400,
  professionals: 500,
  appointments: 10_000_000,
  exams: 5_000_000,
  auditEvents: 20_000_000,
  notifications: 1_000_000,
}
/** One of ten hours is still to come. */
export const pastShare = 0.9
export const measuredVisits = 10
export const measuredExams = 8

const mostMeasured = 2_000

export function filledSize(scale: number, seed: number, today: number): FilledSize {
  if (!(scale > 0 && scale <= 1)) throw new Error('--scale takes a number above 0, at most 1')
  const of = (count: number, least: number) => Math.max(least, Math.round(count * scale))
  const professionals = of(whole.professionals, 1)
  // Each professional has the same hours at every scale: the clinic's years are the same.
  const appointments = professionals * (whole.appointments / whole.professionals)
  const toCome = appointments * (1 - pastShare)
  return {
    scale,
    seed,
    today,
    patients: of(whole.patients, 1_000),
    staff: of(whole.staff, 2),
    professionals,
    appointments,
    exams: of(whole.exams, 1_000),
    auditEvents: of(whole.auditEvents, 1_000),
    notifications: of(whole.notifications, 1_000),
    measured: Math.min(
      mostMeasured,
      Math.floor((toCome * 0.4) / measuredVisits),
      Math.floor((of(whole.exams, 1_000) * 0.4) / measuredExams),
      Math.floor((of(whole.notifications, 1_000) * 0.4) / measuredExams),
    ),
  }
}

/** When the first half hour begins, and how many each professional has. */
export function calendarOf(size: FilledSize): { from: number; slots: number } {
  const slots = size.appointments / size.professionals
  const days = Math.floor((slots * pastShare) / slotsPerDay)
  const weeks = Math.floor(days / 5)
  // A Monday, so many weeks before this week's.
  const monday = size.today - ((new Date(size.today).getUTCDay() + 6) % 7) * 86_400_000
  return { from: monday - weeks * 7 * 86_400_000, slots }
}
