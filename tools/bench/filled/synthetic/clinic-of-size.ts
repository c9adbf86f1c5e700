/**
 * The data that the rows of all tables share: the size, the catalogues, the professionals and the choice of
 * patients.
 */
import { checkDigit } from '@mi-portal/contract/values/run'
import type { FilledSize } from '../size.ts'
import { createSeededRandom } from './seeded-random.ts'
import { mensNames, surnames, womensNames } from './spellings.ts'

/** The catalogue entries that the rows refer to, read from the database. */
export type Catalogues = {
  readonly communes: readonly number[]
  readonly forecasts: readonly number[]
  readonly nationalities: readonly number[]
  readonly offices: readonly { readonly id: number; readonly name: string }[]
  readonly specialties: readonly { readonly code: number; readonly name: string }[]
  readonly passwordHash: string
}

type Professional = {
  readonly rut: string
  readonly name: string
  readonly code: number
  readonly specialty: string
}

export const dayMs = 86_400_000
/** The null value in the text format of COPY. */
export const none = '\\N'

/** Returns a function that formats timestamps like `2026-11-26 12:30:00+00`. It caches the text of each day. */
function momentsOf() {
  const days = new Map<number, string>()
  const two = (value: number) => String(value).padStart(2, '0')
  const minutes = Array.from(
    { length: 1440 },
    (_, minute) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`,
  )
  const seconds = Array.from({ length: 60 }, (_, second) => `:${two(second)}+00`)
  return (at: number): string => {
    const day = Math.floor(at / dayMs)
    const second = Math.floor((at - day * dayMs) / 1000)
    let text = days.get(day)
    if (text === undefined) {
      text = `${new Date(day * dayMs).toISOString().slice(0, 10)} `
      days.set(day, text)
    }
    return text + minutes[Math.floor(second / 60)] + seconds[second % 60]
  }
}

export function createProfessionals(size: FilledSize, catalogues: Catalogues): Professional[] {
  const chances = createSeededRandom(size.seed, 90)
  return Array.from({ length: size.professionals }, (_, index) => {
    const chance = chances.at(index)
    const woman = chance.share() < 0.6
    const name = `${chance.likely(woman ? womensNames : mensNames)} ${chance.likely(surnames)} ${chance.likely(surnames)}`
    const specialty = catalogues.specialties[index % catalogues.specialties.length]
    const body = `1${String(index).padStart(7, '0')}`
    return {
      rut: `${body}${checkDigit(body)}`,
      name: `${woman ? 'Dra.' : 'Dr.'} ${name}`,
      code: specialty?.code ?? 1,
      specialty: specialty?.name ?? 'Medicina general',
    }
  })
}

export function planClinic(size: FilledSize, catalogues: Catalogues) {
  const others = size.patients - size.measured
  /** Returns a patient for a random number from 0 to 1. Some patients come often, most of them seldom. */
  const patientAt = (at: number) => size.measured + 1 + Math.floor(others * (0.3 * at + 0.7 * at * at))
  return {
    size,
    catalogues,
    moment: momentsOf(),
    /** Midday of the current day in the clinic. */
    now: size.today + dayMs / 2,
    professionals: createProfessionals(size, catalogues),
    patientAt,
    /** Returns a patient from one of `parts` disjoint groups of patients. */
    patientOf: (part: number, parts: number, share: number) => {
      const [first, next] = [patientAt(part / parts), patientAt((part + 1) / parts)]
      return first + Math.floor(share * (next - first))
    },
    /**
     * Returns a function that numbers the rows of the measured patients, `each` rows for each of them. It
     * returns -1 for a row of another patient.
     */
    turns: (rows: number, each: number) => {
      const all = size.measured * each
      const every = Math.floor(rows / Math.max(1, all))
      return (row: number) => (row % every === 0 && row / every < all ? row / every : -1)
    },
  }
}

export type Clinic = ReturnType<typeof planClinic>
