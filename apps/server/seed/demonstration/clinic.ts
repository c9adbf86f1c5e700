/** The demonstration's professionals, their weekly calendars at both sites, and the search for a free slot. */
import type { ClinicPackage } from '@mi-portal/contract/clinic/clinic-package'
import { addDays, type Day, dayOf, momentOf, weekday } from '@mi-portal/contract/values/dates'
import { demonstrationPart } from '../demonstration-package.ts'
import { isOpen } from './days.ts'
import { givenNames, runFor, surname } from './names.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'

type Professional = { readonly id: number; readonly rut: string; readonly name: string }

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
  readonly professionals: readonly Professional[]
  readonly practices: readonly { readonly professional_id: number; readonly specialty_code: number }[]
  readonly schedules: readonly Schedule[]
}

export const officeNames: Readonly<Record<number, string>> = { 2: 'Providencia', 239: 'Maipú' }

// Specialty codes of each professional. The first code is the one they attend most.
const posts: readonly (readonly number[])[] = [
  [101],
  [101],
  [101, 103],
  [102],
  [102, 107],
  [104],
  [104],
  [104, 105],
  [106],
  [108],
  [108],
  [109],
  [110],
  [111],
  [112],
  [112, 113],
  [118],
  [119],
  [121],
  [122, 112],
  [123],
  [123],
  [124, 125],
  [125],
  [126],
  [127],
  [127],
  [128],
  [130],
  [130],
  [131, 130],
  [132, 130],
  [133, 131],
  [135],
  [137],
  [139],
  [140],
  [141, 156],
  [143],
  [145],
  [146],
  [146],
  [147],
  [148],
  [150],
  [150],
  [151],
  [152],
  [152],
  [153],
  [153],
  [154],
  [155],
  [156],
  [156],
  [156],
  [157],
  [158],
  [158],
  [160],
  [160],
  [161],
  [161],
  [162],
  [162],
  [163],
  [164],
  [166],
]

const otherTitles: Readonly<Record<number, readonly [woman: string, man: string]>> = {
  160: ['Klga.', 'Klgo.'],
  161: ['Nutr.', 'Nutr.'],
  162: ['Ps.', 'Ps.'],
  163: ['Flga.', 'Flgo.'],
  164: ['Mat.', 'Mat.'],
  166: ['Enf.', 'Enf.'],
}

type Specialty = ClinicPackage['specialties'][number]
const byCode = new Map<number, Specialty>(
  demonstrationPart('specialties').map((specialty) => [specialty.code, specialty]),
)

/** Returns the specialty with this code. Throws when the catalogue does not have it. */
export function specialtyOf(code: number): Specialty {
  const found = byCode.get(code)
  if (!found) throw new Error(`demonstration: there is no specialty ${code}`)
  return found
}

/**
 * Creates all professionals, with calendars that start four years before `today`. Adds their runs to `runs`.
 */
export function createClinic(today: Day, runs: Set<string>): Clinic {
  const valid_from = addDays(today, -4 * 366)
  const rooms = new Map<string, number>()
  const professionals: Professional[] = []
  const practices: { professional_id: number; specialty_code: number }[] = []
  const schedules: Schedule[] = []
  const named = new Set<string>()
  posts.forEach((codes, index) => {
    const id = index + 1
    const by = createSeededRandom(`professional:${id}`)
    const gender = by.whole(1, 2)
    const [mainCode = 101] = codes
    const title = (otherTitles[mainCode] ?? (['Dra.', 'Dr.'] as const))[gender === 1 ? 0 : 1]
    let name = ''
    do {
      name = `${title} ${givenNames(by, gender).split(' ')[0]} ${surname(by)} ${surname(by)}`
    } while (named.has(name))
    named.add(name)
    professionals.push({ id, rut: runFor(by, by.whole(1958, 1993), runs), name })
    for (const specialty_code of codes) practices.push({ professional_id: id, specialty_code })
    const offices = sitesOf(codes, index)
    for (const block of weekOf(by, codes, offices)) {
      schedules.push({ ...block, professional_id: id, room: roomFor(block, rooms), valid_from })
    }
  })
  for (const desk of desks) {
    const id = professionals.length + 1
    const by = createSeededRandom(`desk:${id}`)
    const gender = by.whole(1, 2)
    let name = ''
    do {
      name = `${desk.title} ${givenNames(by, gender).split(' ')[0]} ${surname(by)} ${surname(by)}`
    } while (named.has(name))
    named.add(name)
    professionals.push({ id, rut: runFor(by, by.whole(1965, 1996), runs), name })
    practices.push({ professional_id: id, specialty_code: desk.code })
    const [first, last] = desk.hours
    for (const weekday of desk.weekdays ?? [1, 2, 3, 4, 5])
      schedules.push({
        professional_id: id,
        office_id: desk.office,
        specialty_code: desk.code,
        weekday,
        starts: first,
        ends: weekday === 6 ? '13:00' : last,
        slot_minutes: desk.minutes,
        room: desk.room,
        modality: 'presencial',
        valid_from,
      })
  }
  return { professionals, practices, schedules }
}

type Department = {
  readonly code: number
  readonly office: number
  readonly title: string
  readonly minutes: number
  readonly hours: readonly [string, string]
  readonly room: string
  readonly weekdays?: readonly number[]
}

const monToSat = [1, 2, 3, 4, 5, 6]

/** The departments that take images and samples, vaccinate and carry out procedures. */
const desks: readonly Department[] = [
  ...[2, 239].flatMap((office): Department[] => [
    { code: 602, office, title: 'T.M.', minutes: 20, hours: ['08:30', '17:30'], room: 'piso 1, ecografía 1' },
    { code: 603, office, title: 'T.M.', minutes: 30, hours: ['08:00', '18:00'], room: 'piso -1, escáner' },
    { code: 604, office, title: 'T.M.', minutes: 45, hours: ['08:00', '19:00'], room: 'piso -1, resonador' },
    { code: 605, office, title: 'T.M.', minutes: 20, hours: ['09:00', '17:00'], room: 'piso 1, mamografía' },
    {
      code: 606,
      office,
      title: 'T.M.',
      minutes: 20,
      hours: ['09:00', '14:00'],
      room: 'piso 1, densitometría',
    },
  ]),
  {
    code: 607,
    office: 2,
    title: 'T.M.',
    minutes: 60,
    hours: ['08:00', '13:00'],
    room: 'piso -1, medicina nuclear',
  },
  {
    code: 362,
    office: 2,
    title: 'T.M.',
    minutes: 10,
    hours: ['07:30', '11:30'],
    room: 'piso 1, toma de muestras 1',
    weekdays: monToSat,
  },
  {
    code: 363,
    office: 2,
    title: 'T.M.',
    minutes: 10,
    hours: ['07:30', '11:30'],
    room: 'piso 1, toma de muestras 2',
    weekdays: monToSat,
  },
  {
    code: 364,
    office: 2,
    title: 'T.M.',
    minutes: 30,
    hours: ['07:30', '10:30'],
    room: 'piso 1, toma de muestras 3',
  },
  {
    code: 570,
    office: 239,
    title: 'T.M.',
    minutes: 10,
    hours: ['07:30', '11:30'],
    room: 'piso 1, toma de muestras 1',
    weekdays: monToSat,
  },
  {
    code: 359,
    office: 2,
    title: 'Enf.',
    minutes: 15,
    hours: ['09:00', '17:00'],
    room: 'piso 1, vacunatorio',
  },
  {
    code: 573,
    office: 2,
    title: 'T.M.',
    minutes: 30,
    hours: ['08:30', '13:30'],
    room: 'piso 1, banco de sangre',
  },
  ...[2, 239].flatMap((office) =>
    Array.from({ length: 10 }, (_, index): Department => {
      // The digestive and neurological kinds (the third and the fourth) have procedures of up to two hours.
      const minutes = index === 2 || index === 3 ? 120 : 60
      const hours = ['09:00', index % 2 === 0 ? '13:00' : '17:00'] as const
      const room = `piso 1, procedimientos ${index + 1}`
      return { code: 701 + index, office, title: index % 2 === 0 ? 'Enf.' : 'T.M.', minutes, hours, room }
    }),
  ),
]

function sitesOf(codes: readonly number[], index: number): readonly number[] {
  const maipu = codes.every((code) => specialtyOf(code).sites.includes('MAIPU'))
  if (!maipu) return [2]
  return ([[2], [239], [2, 239]] as const)[index % 3] ?? [2]
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
function weekOf(by: SeededRandom, codes: readonly number[], offices: readonly number[]): Block[] {
  const [mainCode = 101] = codes
  const free = [1, 2, 3, 4, 5].flatMap((day) => halves.map((half) => ({ day, half })))
  const blocks: Block[] = []
  const count = by.whole(3, 5)
  for (let i = 0; i < count; i++) {
    const [at] = free.splice(by.whole(0, free.length - 1), 1)
    if (!at) break
    // The second half day goes to the second specialty, all others to the main one.
    const specialty_code = codes[i === 1 ? 1 : 0] ?? mainCode
    const specialty = specialtyOf(specialty_code)
    const video = i === count - 1 && i > 1 && specialty.telemedicine
    blocks.push({
      office_id: offices[i % offices.length] ?? 2,
      specialty_code,
      weekday: at.day,
      starts: at.half[0],
      ends: at.half[1],
      slot_minutes: specialty.visit_minutes,
      modality: video ? 'telemedicina' : 'presencial',
    })
  }
  if (by.happens(0.2)) {
    const slot_minutes = specialtyOf(mainCode).visit_minutes
    const rest = { specialty_code: mainCode, slot_minutes, modality: 'presencial' } as const
    blocks.push({ ...rest, office_id: offices[0] ?? 2, weekday: 6, starts: '09:00', ends: '13:00' })
  }
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
    `patient ${appointment.patient_id} ${dayOf(appointment.starts_at)}`,
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
    const starts_at = momentOf(day, timeOf(at))
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
