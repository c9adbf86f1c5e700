/** Defines the size of a filled clinic. The scale is its share of a million patients. */

export type FilledSize = {
  /** The share of the whole size, up to 1. */
  readonly scale: number
  readonly seed: number
  /** Midnight (UTC) of the current day in the clinic, in milliseconds. */
  readonly today: number
  readonly patients: number
  /** The number of staff. Their ids follow those of the patients; the first one is a super administrator. */
  readonly staff: number
  readonly professionals: number
  readonly appointments: number
  readonly exams: number
  readonly auditEvents: number
  readonly notifications: number
  /**
   * The number of measured patients, who come first. Each has ten upcoming and ten past appointments, eight
   * exams and eight notifications.
   */
  readonly measured: number
}

/** The number of half-hour slots in a professional’s day. */
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
/** One of ten appointments is upcoming. */
export const pastShare = 0.9
export const measuredVisits = 10
export const measuredExams = 8

const mostMeasured = 2_000

export function filledSize(scale: number, seed: number, today: number): FilledSize {
  if (!(scale > 0 && scale <= 1)) throw new Error('--scale takes a number above 0, at most 1')
  const of = (count: number, least: number) => Math.max(least, Math.round(count * scale))
  const professionals = of(whole.professionals, 1)
  // Each professional has as many appointments at every scale, so the clinic covers the same years.
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

/** Returns when the first slot begins, and how many slots each professional has. */
export function planCalendar(size: FilledSize): { from: number; slots: number } {
  const slots = size.appointments / size.professionals
  const days = Math.floor((slots * pastShare) / slotsPerDay)
  const weeks = Math.floor(days / 5)
  // The first day is a Monday, this many weeks before the current week.
  const monday = size.today - ((new Date(size.today).getUTCDay() + 6) % 7) * 86_400_000
  return { from: monday - weeks * 7 * 86_400_000, slots }
}
