/** Exceptions to the demonstration's weekly calendars: blocked and extra hours, and a holiday of the clinic. */
import { addDays, type Day, toDay, toInstant, weekday } from '@mi-portal/contract/values/dates'
import type { Clinic, Schedule } from './clinic.ts'
import type { ClinicLookup } from './clinic-lookup.ts'
import { closingTime, isOpen } from './days.ts'

type Taken = { readonly professional_id: number | null; readonly starts_at: Date }

/** Returns the first fitting day from `from` on. One year is searched, because calendars repeat every week. */
function firstDay(from: Day, fits: (day: Day) => boolean): Day {
  for (let offset = 0; offset < 366; offset++) {
    const day = addDays(from, offset)
    if (fits(day)) return day
  }
  throw new Error('demonstration: no day fits')
}

/**
 * Creates the exceptions. No appointment is lost: each exception falls on a day without booked appointments.
 */
export function createDeviations(lookup: ClinicLookup, clinic: Clinic, taken: readonly Taken[], now: Date) {
  const today = toDay(now)
  const busy = new Set(
    taken.map(({ professional_id, starts_at }) => `${professional_id} ${toDay(starts_at)}`),
  )
  const busyDays = new Set(taken.map(({ starts_at }) => toDay(starts_at)))
  const week = (id: number): readonly Schedule[] =>
    clinic.schedules.filter(({ professional_id }) => professional_id === id)
  const attends = (id: number, day: Day) =>
    isOpen(day) && week(id).some((block) => block.weekday === weekday(day))
  const isQuiet = (id: number, day: Day) => !busy.has(`${id} ${day}`)
  const block = (id: number, from: Date, to: Date, reason: string) => ({
    professional_id: id,
    kind: 'block',
    starts_at: from,
    ends_at: to,
    reason,
    created_at: now,
  })

  const congress = firstDay(addDays(today, 3), (day) => attends(1, day) && isQuiet(1, day))
  const meeting = firstDay(addDays(today, 1), (day) => attends(2, day) && isQuiet(2, day))
  const hours = week(2).find((one) => one.weekday === weekday(meeting))
  const saturday = firstDay(
    addDays(today, 4),
    (day) => weekday(day) === 6 && isOpen(day) && !attends(4, day) && isQuiet(4, day),
  )
  const usual = week(4)[0]
  const site = usual && lookup.siteOf(usual.office_id)
  const closes = site && closingTime(site, 6)
  const holiday = firstDay(
    addDays(today, 30),
    (day) => isOpen(day) && weekday(day) >= 1 && weekday(day) <= 4 && !busyDays.has(day),
  )
  return {
    blocks: [
      block(
        1,
        toInstant(congress, '00:00'),
        toInstant(addDays(congress, 1), '00:00'),
        'Congreso de la especialidad',
      ),
      block(
        2,
        toInstant(meeting, hours?.starts ?? '08:30'),
        new Date(toInstant(meeting, hours?.starts ?? '08:30').getTime() + 90 * 60_000),
        'Reunión clínica',
      ),
    ],
    openings:
      usual && closes
        ? [
            {
              professional_id: 4,
              kind: 'open',
              starts_at: toInstant(saturday, closes < '17:00' ? '10:00' : '15:00'),
              ends_at: toInstant(saturday, closes < '17:00' ? '12:00' : '17:00'),
              reason: '',
              office_id: usual.office_id,
              specialty_code: usual.specialty_code,
              slot_minutes: usual.slot_minutes,
              room: 'piso 2, consulta 220',
              modality: 'presencial',
              created_at: now,
            },
          ]
        : [],
    holidays: [{ day: holiday, name: 'Aniversario de la clínica', source: 'staff', added_at: now }],
  }
}
