/**
 * The time of the journeys. They happen on the same day whenever they run: a Tuesday that is no holiday, far from the end of a year and
 * from a change of clocks. The portal's clock and the browser's begin then, and run on.
 */

/** Time at which the clinic of the journeys is filled, before they begin. */
export const fillTime = new Date('2026-11-24T10:00:00-03:00')
const beginning = new Date('2026-11-24T10:30:00-03:00')

/** Holds the real time at which the journeys of this run began, for all processes of the run. */
const variable = 'MI_PORTAL_JOURNEYS_BEGAN'
process.env[variable] ??= String(Date.now())

/** Milliseconds from the real time to the time of the journeys. */
export const clockOffsetMs = beginning.getTime() - Number(process.env[variable])

/** Returns the present time of the journeys. */
export const now = () => new Date(Date.now() + clockOffsetMs)

/** Runs in the page, so it uses nothing of this module: adds the milliseconds to the page's clock. */
export function shiftClock(offsetMs: number): void {
  const SystemDate = Date
  const read = () => SystemDate.now() + offsetMs
  globalThis.Date = new Proxy(SystemDate, {
    construct: (target, given, called) =>
      Reflect.construct(target, given.length > 0 ? given : [read()], called),
    apply: (target) => new target(read()).toString(),
    get: (target, name) => (name === 'now' ? read : Reflect.get(target, name)),
  })
}
