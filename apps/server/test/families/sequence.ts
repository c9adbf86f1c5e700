/** Random families, and random sequences of calls and clock steps for them. */
import { relationships } from './relationships.ts'

export type FamilyPerson = {
  readonly index: number
  readonly birth: string | null
  /** Whether the account is enabled. The sequence enables and disables it. */
  open: boolean
}
export type Relation = { readonly id: number; readonly ofMinor: boolean; readonly guardian: boolean }

export type Step =
  | {
      readonly do: 'ask'
      readonly from: number
      readonly to: number
      readonly as: Relation
      readonly legal: boolean
    }
  | { readonly do: 'decide'; readonly tie: number; readonly who: number | 'staff'; readonly yes: boolean }
  | { readonly do: 'end'; readonly tie: number; readonly who: number | 'staff' }
  | { readonly do: 'judge'; readonly tie: number; readonly yes: boolean }
  | { readonly do: 'letBook'; readonly tie: number; readonly who: number; readonly yes: boolean }
  | { readonly do: 'account'; readonly of: number; readonly open: boolean }
  | { readonly do: 'clock' }

export type Family = {
  readonly people: readonly FamilyPerson[]
  readonly isParent: (parent: FamilyPerson, child: FamilyPerson) => boolean
  readonly start: number
  /** Each step is one second after the step before. */
  readonly steps: readonly { readonly at: number; readonly step: Step }[]
}

/** Returns a random number generator from 0 to 1 that a seed repeats (mulberry32). */
function stream(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

// Summer, winter, the days on which the clocks change, and the end of a February.
const starts = [
  '2026-11-26T15:00:00Z',
  '2027-09-04T20:00:00Z',
  '2027-04-03T12:00:00Z',
  '2026-02-27T12:00:00Z',
  '2028-02-28T23:00:00Z',
].map((moment) => Date.parse(moment))

// Seconds, hours, days, and one second less or more than a day.
const leaps = [1, 3_599, 3_600, 10_800, 86_399, 86_400, 86_401, 5 * 86_400].map((seconds) => seconds * 1000)

const day = 86_400_000

export function familyOf(seed: number): Family {
  const next = stream(seed)
  const upTo = (count: number) => Math.floor(next() * count)
  const one = <T>(list: readonly T[]): T => list[upTo(list.length)] as T
  const chance = (share: number) => next() < share
  const start = one(starts)

  /** Returns a birth date: an adult, a child, or within days of an age that matters. */
  const birth = (): string | null => {
    const kind = next()
    if (kind < 0.05) return null
    if (kind < 0.15) return one(['2008-02-29', '2012-02-29', '2010-02-28', '2009-09-05', '2013-09-05'])
    if (kind < 0.4) return `${1950 + upTo(50)}-0${1 + upTo(9)}-1${upTo(10)}`
    const around = new Date(start + (upTo(21) - 6) * day)
    const years = kind < 0.65 ? 18 : kind < 0.85 ? 14 : 3 + upTo(10)
    around.setUTCFullYear(around.getUTCFullYear() - years)
    return around.toISOString().slice(0, 10)
  }
  const people = Array.from(
    { length: 3 + upTo(3) },
    (_, index): FamilyPerson => ({
      index,
      birth: index === 0 ? '1985-03-03' : birth(),
      open: true,
    }),
  )
  const parents = new Set(
    people.flatMap((a) => people.filter(() => chance(0.4)).map((b) => `${a.index}>${b.index}`)),
  )

  let now = start
  let asked = 0
  let lastAsked = 0
  const someone = () => upTo(people.length)
  /** Mostly picks the person who was asked last, because answers of others are usually rejected. */
  const answering = () => (chance(0.6) ? lastAsked : someone())
  const tie = () => Math.max(0, asked - 1 - (chance(0.6) ? 0 : upTo(asked + 1)))
  const step = (): Step => {
    const kind = next()
    if (asked === 0 || kind < 0.25) {
      asked += 1
      lastAsked = someone()
      return {
        do: 'ask',
        from: chance(0.5) ? 0 : someone(),
        to: lastAsked,
        as: one(chance(0.5) ? relationships.filter((row) => row.guardian) : relationships),
        legal: chance(0.85),
      }
    }
    if (kind < 0.5)
      return { do: 'decide', tie: tie(), who: chance(0.3) ? 'staff' : answering(), yes: chance(0.8) }
    if (kind < 0.58) return { do: 'end', tie: tie(), who: chance(0.2) ? 'staff' : someone() }
    if (kind < 0.68) return { do: 'judge', tie: tie(), yes: chance(0.6) }
    if (kind < 0.74) return { do: 'letBook', tie: tie(), who: answering(), yes: chance(0.5) }
    if (kind < 0.8) return { do: 'account', of: someone(), open: chance(0.6) }
    now += one(leaps)
    return { do: 'clock' }
  }
  return {
    people,
    isParent: (parent, child) => parents.has(`${parent.index}>${child.index}`),
    start,
    steps: Array.from({ length: 5 + upTo(26) }, () => {
      now += 1000
      return { step: step(), at: now }
    }),
  }
}
