/** The departments of the demonstration that take images and samples, vaccinate and carry out procedures. */

import type { ClinicPackage } from '@mi-portal/contract/clinic/clinic-package'
import { foldText } from '@mi-portal/contract/fields/accents'
import type { ClinicLookup } from './clinic-lookup.ts'

export type Department = {
  readonly code: number
  /** The number of the site. */
  readonly office: number
  readonly title: string
  readonly minutes: number
  readonly hours: readonly [string, string]
  readonly room: string
  readonly weekdays: readonly number[]
}

const monToFri = [1, 2, 3, 4, 5]
const monToSat = [...monToFri, 6]

type Kind = Pick<Department, 'title' | 'minutes' | 'hours' | 'room' | 'weekdays'>

const technologist = { title: 'T.M.', weekdays: monToFri } as const
const samples = { ...technologist, hours: ['07:30', '11:30'], minutes: 10, weekdays: monToSat } as const

// By a word in the name of the exam specialty. `null`: the exams are made without an appointment, or not at present.
const imagingKinds: readonly (readonly [word: string, Kind | null])[] = [
  ['radiografia', null],
  ['pet', null],
  ['ecografia', { ...technologist, minutes: 20, hours: ['08:30', '17:30'], room: 'piso 1, ecografía 1' }],
  ['tomografia', { ...technologist, minutes: 30, hours: ['08:00', '18:00'], room: 'piso -1, escáner' }],
  ['resonancia', { ...technologist, minutes: 45, hours: ['08:00', '19:00'], room: 'piso -1, resonador' }],
  ['mamografia', { ...technologist, minutes: 20, hours: ['09:00', '17:00'], room: 'piso 1, mamografía' }],
  [
    'densitometria',
    { ...technologist, minutes: 20, hours: ['09:00', '14:00'], room: 'piso 1, densitometría' },
  ],
  ['nuclear', { ...technologist, minutes: 60, hours: ['08:00', '13:00'], room: 'piso -1, medicina nuclear' }],
]
const otherImaging: Kind = {
  ...technologist,
  minutes: 30,
  hours: ['09:00', '17:00'],
  room: 'piso 1, imágenes',
}

const otherKinds: Readonly<Record<string, Kind>> = {
  laboratorio: { ...samples, room: 'piso 1, toma de muestras' },
  vacunatorio: {
    title: 'Enf.',
    minutes: 15,
    hours: ['09:00', '17:00'],
    room: 'piso 1, vacunatorio',
    weekdays: monToFri,
  },
  banco_sangre: { ...technologist, minutes: 30, hours: ['08:30', '13:30'], room: 'piso 1, banco de sangre' },
}

type ExamSpecialty = ClinicPackage['examSpecialties'][number]

function kindOf({ name, service }: ExamSpecialty): Kind | null {
  const other = otherKinds[service]
  if (other) return other
  const words = foldText(name)
  const found = imagingKinds.find(([word]) => words.includes(word))
  return found === undefined ? otherImaging : found[1]
}

/** Returns the departments of a clinic: one at each site for each exam specialty and each category of procedures. */
export function createDepartments(lookup: ClinicLookup): readonly Department[] {
  const { clinic, sitesWith } = lookup
  const at = ({ code }: { readonly code: string }, rows: readonly ExamSpecialty[]) =>
    rows.filter(({ sites }) => sites.includes(code))
  const imaging = clinic.examSpecialties.filter(({ service }) => service === 'imagenologia')
  const others = clinic.examSpecialties.filter(({ service }) => service !== 'imagenologia')
  const rooms = new Map<string, number>()
  const numbered = (room: string, site: number): string => {
    const number = (rooms.get(`${site} ${room}`) ?? 0) + 1
    rooms.set(`${site} ${room}`, number)
    return `${room} ${number}`
  }
  const examDepartments = [
    ...clinic.sites.flatMap((site) => at(site, imaging).map((row) => [row, site] as const)),
    ...others.flatMap((row) => sitesWith(row.sites).map((site) => [row, site] as const)),
  ].flatMap(([row, site]): Department[] => {
    const kind = kindOf(row)
    if (kind === null) return []
    const room = row.service === 'laboratorio' ? numbered(kind.room, site.id) : kind.room
    return [{ ...kind, ...reservedTests(row), room, code: row.service_code, office: site.id }]
  })
  return [...examDepartments, ...clinic.sites.flatMap((site) => proceduresAt(clinic, site))]
}

/** Tests that the law keeps confidential take longer, because a professional explains them. */
function reservedTests({ name }: ExamSpecialty): Partial<Kind> {
  return foldText(name).includes('reserva')
    ? { minutes: 30, hours: ['07:30', '10:30'], weekdays: monToFri }
    : {}
}

function proceduresAt(clinic: ClinicPackage, site: ClinicPackage['sites'][number]): Department[] {
  return clinic.procedureCategories.flatMap((category, index): Department[] => {
    if (!category.sites.includes(site.code)) return []
    // A slot must be as long as the longest procedure that patients book themselves.
    const minutes = clinic.procedures
      .filter((row) => row.category_code === category.code && row.way_to_schedule === 'online')
      .map((procedure) => procedure.minutes)
    return [
      {
        code: category.service_code,
        office: site.id,
        title: index % 2 === 0 ? 'Enf.' : 'T.M.',
        minutes: Math.max(0, ...minutes) > 60 ? 120 : 60,
        hours: ['09:00', index % 2 === 0 ? '13:00' : '17:00'],
        room: `piso 1, procedimientos ${index + 1}`,
        weekdays: monToFri,
      },
    ]
  })
}
