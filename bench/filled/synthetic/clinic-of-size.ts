/** What the rows of all tables hang on: the clinic's size, its catalogues and who comes how often. */
import { checkDigit } from '@mi-portal/contract/values/run'
import type { FilledSize } from '../size.ts'
import { createSeededRandom } from './seeded-random.ts'
import { mensNames, surnames, womensNames } from './spellings.ts'

/** What the rows point at, read from the database's catalogues. */
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
/** How COPY spells null. */
export const none = '\\N'

/** `2026-11-26 12:30:00+00`, from parts that are spelled once. */
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

export function professionalsOf(size: FilledSize, catalogues: Catalogues): Professional[] {
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

export function clinicOf(size: FilledSize, catalogues: Catalogues) {
  const others = size.patients - size.measured
  /** Some patients come often and most of them seldom: `at` runs from 0 up to 1. */
  const patientAt = (at: number) => size.measured + 1 + Math.floor(others * (0.3 * at + 0.7 * at * at))
  return {
    size,
    catalogues,
    moment: momentsOf(),
    /** Midday of the day that the clinic stands at. */
    now: size.today + dayMs / 2,
    professionals: professionalsOf(size, catalogues),
    patientAt,
    /** A patient of one of so many parts that have nobody in common. */
    patientOf: (part: number, parts: number, share: number) => {
      const [first, next] = [patientAt(part / parts), patientAt((part + 1) / parts)]
      return first + Math.floor(share * (next - first))
    },
    /** Which of the rows that somebody who is measured has, `each` of them, the row is; -1 for anybody else's. */
    turns: (rows: number, each: number) => {
      const all = size.measured * each
      const every = Math.floor(rows / Math.max(1, all))
      return (row: number) => (row % every === 0 && row / every < all ? row / every : -1)
    },
  }
}

export type Clinic = ReturnType<typeof clinicOf>
