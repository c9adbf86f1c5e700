/** The demonstration's professionals, their weekly calendars at the clinic's sites, and the search for a free slot. */
import { addDays, type Day, toDay, toInstant, weekday } from '@mi-portal/contract/values/dates'
import type { ClinicLookup, Site } from './clinic-lookup.ts'
import { closingTime, isOpen } from './days.ts'
import { createDepartments } from './departments.ts'
import { givenNames, runFor, surname } from './names.ts'
import type { Plan } from './plan.ts'
import { addPortrait, noPhoto, type PhotoColumns } from './portraits.ts'
import { getTitle, listPosts, type Post } from './posts.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'

export type Professional = { readonly id: number; readonly rut: string; readonly name: string }

export type Schedule = {
  readonly professional_id: number
  readonly office_id: number
  readonly specialty_code: number
  readonly weekday: number
  readonly starts: string
  readonly ends: string
  readonly slot_minutes: number
  readonly room: string
  readonly modality: 'presencial' | 'telemedicina'
  readonly valid_from: Day
}

export type Clinic = {
  readonly professionals: readonly (Professional & PhotoColumns)[]
  readonly practices: readonly { readonly professional_id: number; readonly specialty_code: number }[]
  readonly schedules: readonly Schedule[]
}

/**
 * Creates all professionals, with calendars that start four years before `today`. Adds their runs to `runs`, and the portraits of those
 * with a post to the plan.
 */
export function createClinic(plan: Plan, lookup: ClinicLookup, today: Day, runs: Set<string>): Clinic {
  const valid_from = addDays(today, -4 * 366)
  const rooms = new Map<string, number>()
  const professionals: (Professional & PhotoColumns)[] = []
  const practices: { professional_id: number; specialty_code: number }[] = []
  const schedules: Schedule[] = []
  const named = new Set<string>()
  /** Adds a professional, born in one of the years, with a title for each gender. Returns their number. */
  function addProfessional(
    by: SeededRandom,
    titleFor: (gender: number) => string,
    born: readonly [from: number, to: number],
    photoFor: (id: number, gender: number) => PhotoColumns = () => noPhoto,
  ): number {
    const id = professionals.length + 1
    const gender = by.whole(1, 2)
    let name = ''
    do {
      name = `${titleFor(gender)} ${givenNames(by, gender).split(' ')[0]} ${surname(by)} ${surname(by)}`
    } while (named.has(name))
    named.add(name)
    professionals.push({ id, rut: runFor(by, by.whole(...born), runs), name, ...photoFor(id, gender) })
    return id
  }
  listPosts(lookup).forEach((post, index) => {
    const [mainCode] = post.codes
    if (mainCode === undefined) return
    const by = createSeededRandom(`professional:${index + 1}`)
    const main = lookup.specialtyOf(mainCode)
    const id = addProfessional(
      by,
      (gender) => getTitle(main, gender),
      [1958, 1993],
      (number, gender) => addPortrait(plan, number, gender, addDays(today, -1)),
    )
    for (const specialty_code of post.codes) practices.push({ professional_id: id, specialty_code })
    for (const block of weekOf(lookup, by, post, sitesOf(lookup, post, index))) {
      schedules.push({ ...block, professional_id: id, room: roomFor(block, rooms), valid_from })
    }
  })
  for (const department of createDepartments(lookup)) {
    const by = createSeededRandom(`desk:${professionals.length + 1}`)
    const id = addProfessional(by, () => department.title, [1965, 1996])
    practices.push({ professional_id: id, specialty_code: department.code })
    const [starts, last] = department.hours
    for (const weekday of department.weekdays) {
      const ends = weekday === 6 ? '13:00' : last
      const hours = whileOpen(lookup.siteOf(department.office), { weekday, starts, ends })
      if (hours === null) continue
      schedules.push({
        ...hours,
        professional_id: id,
        office_id: department.office,
        specialty_code: department.code,
        slot_minutes: department.minutes,
        room: department.room,
        modality: 'presencial',
        valid_from,
      })
    }
  }
  return { professionals, practices, schedules }
}

/**
 * Returns the sites at which a post attends. The posts take turns: one site each, then one post at every site that offers all
 * its specialties.
 */
function sitesOf(
  { clinic, sitesWith, specialtyOf }: ClinicLookup,
  post: Post,
  index: number,
): readonly Site[] {
  if (post.site !== undefined) return sitesWith([post.site])
  const common = clinic.sites.filter(({ code }) =>
    post.codes.every((specialty) => specialtyOf(specialty).sites.includes(code)),
  )
  const offering = common.length > 0 ? common : sitesWith(specialtyOf(post.codes[0] ?? 0).sites).slice(0, 1)
  const chosen = offering.length < 2 ? undefined : offering[index % (offering.length + 1)]
  return chosen === undefined ? offering : [chosen]
}

type Hours = Pick<Schedule, 'weekday' | 'starts' | 'ends'>

/** Returns the hours until the site closes; null where it is closed that day or closes before they begin. */
function whileOpen(site: Site | undefined, hours: Hours): Hours | null {
  const closes = site === undefined ? null : closingTime(site, hours.weekday)
  if (closes === null || closes <= hours.starts) return null
  return { ...hours, ends: hours.ends < closes ? hours.ends : closes }
}

type Block = Omit<Schedule, 'professional_id' | 'room' | 'valid_from'>

const halves = [
  ['08:30', '13:00'],
  ['14:30', '19:00'],
] as const

/**
 * Returns three to five half days of a professional's week. They never overlap; the last is by video if
 * offered.
 */
function weekOf(
  { specialtyOf }: ClinicLookup,
  by: SeededRandom,
  { codes }: Post,
  sites: readonly Site[],
): Block[] {
  const [mainCode] = codes
  const [firstSite] = sites
  if (mainCode === undefined || firstSite === undefined) return []
  const free = [1, 2, 3, 4, 5].flatMap((day) => halves.map((half) => ({ day, half })))
  const blocks: Block[] = []
  const add = (site: Site, hours: Hours, block: Omit<Block, keyof Hours | 'office_id' | 'slot_minutes'>) => {
    const open = whileOpen(site, hours)
    if (open === null) return
    const slot_minutes = specialtyOf(block.specialty_code).visit_minutes
    blocks.push({ ...block, ...open, office_id: site.id, slot_minutes })
  }
  const count = by.whole(3, 5)
  for (let i = 0; i < count; i++) {
    const [at] = free.splice(by.whole(0, free.length - 1), 1)
    if (!at) break
    // The second half day goes to the second specialty, all others to the main one.
    const specialty_code = codes[i === 1 ? 1 : 0] ?? mainCode
    const video = i === count - 1 && i > 1 && specialtyOf(specialty_code).telemedicine
    const [starts, ends] = at.half
    add(
      sites[i % sites.length] ?? firstSite,
      { weekday: at.day, starts, ends },
      { specialty_code, modality: video ? 'telemedicina' : 'presencial' },
    )
  }
  if (by.happens(0.2))
    add(
      firstSite,
      { weekday: 6, starts: '09:00', ends: '13:00' },
      { specialty_code: mainCode, modality: 'presencial' },
    )
  return blocks
}

// Assigns a room. No room is given to two professionals at the same time.
function roomFor(block: Block, rooms: Map<string, number>): string {
  if (block.modality === 'telemedicina') return 'Telemedicina'
  const when = `${block.office_id}|${block.weekday}|${block.starts}`
  const count = rooms.get(when) ?? 0
  rooms.set(when, count + 1)
  const floor = 2 + Math.floor(count / 12)
  return `piso ${floor}, consulta ${floor}${String((count % 12) + 1).padStart(2, '0')}`
}

type FreeSlot = { readonly schedule: Schedule; readonly starts_at: Date; readonly ends_at: Date }

export type Wish = {
  readonly specialty_code: number
  /** The search starts on this day. It goes on to later days, or to earlier days when `step` is -1. */
  readonly day: Day
  readonly step: 1 | -1
  readonly modality?: 'presencial' | 'telemedicina'
}

/**
 * Creates the search for free slots. `taken` holds the booked appointments. A patient has at most one a day.
 */
export function createSchedule(schedules: readonly Schedule[], taken: Set<string>) {
  return {
    /** Takes the free slot nearest to the wish, within four months. Returns null if there is none. */
    take: (by: SeededRandom, wish: Wish, patient_id: number): FreeSlot | null => {
      const fitting = schedules.filter(
        (schedule) =>
          schedule.specialty_code === wish.specialty_code &&
          (wish.modality === undefined || schedule.modality === wish.modality),
      )
      for (let offset = 0; offset < 120; offset++) {
        const day = addDays(wish.day, offset * wish.step)
        if (!isOpen(day) || taken.has(`patient ${patient_id} ${day}`)) continue
        const hours = fitting
          .filter((schedule) => schedule.weekday === weekday(day))
          .flatMap((schedule) => hoursOf(schedule, day))
          .filter((appointment) => !taken.has(keyOf(appointment)))
        if (hours.length === 0) continue
        const appointment = by.pick(hours)
        taken.add(keyOf(appointment))
        taken.add(`patient ${patient_id} ${day}`)
        return appointment
      }
      return null
    },
  }
}

export type ClinicSchedule = ReturnType<typeof createSchedule>

/** Returns the keys of an appointment in `taken`: professional and start, and patient and day. */
export function takenBy(appointment: {
  professional_id: number
  patient_id: number
  starts_at: Date
}): string[] {
  return [
    `professional ${appointment.professional_id} ${appointment.starts_at.toISOString()}`,
    `patient ${appointment.patient_id} ${toDay(appointment.starts_at)}`,
  ]
}

function keyOf(appointment: FreeSlot): string {
  return `professional ${appointment.schedule.professional_id} ${appointment.starts_at.toISOString()}`
}

function hoursOf(schedule: Schedule, day: Day): FreeSlot[] {
  const hours: FreeSlot[] = []
  const end = minutesOf(schedule.ends)
  const length = schedule.slot_minutes
  for (let at = minutesOf(schedule.starts); at + length <= end; at += length) {
    const starts_at = toInstant(day, timeOf(at))
    hours.push({ schedule, starts_at, ends_at: new Date(starts_at.getTime() + length * 60_000) })
  }
  return hours
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

function timeOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}
