/** A second implementation of the rules of a family group, independent of the first. Tests compare the two. */
import type { FamilyPerson, Relation } from './sequence.ts'

type Tie = {
  readonly from: FamilyPerson
  readonly to: FamilyPerson
  readonly as: Relation
  state: 'asked' | 'joined' | 'refused' | 'over'
  by: unknown
  proven: boolean
  denied: boolean
  books: boolean
  at: number
  /** From when on the proven guardian sees the record; infinity before that is known. */
  seesFrom: number
}

const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Santiago' })
const leap = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1

/** Returns the day on which a person reaches this age. */
function birthday(birth: string, age: number): string {
  const year = Number(birth.slice(0, 4)) + age
  return `${year}-${birth.endsWith('02-29') && !leap(year) ? '03-01' : birth.slice(5)}`
}

export function familyModel(isParent: (parent: FamilyPerson, child: FamilyPerson) => boolean) {
  const ties: Tie[] = []
  let now = 0
  const is = (who: FamilyPerson, age: number) =>
    who.birth === null || calendar.format(now) >= birthday(who.birth, age)
  const live = (tie: Tie) => tie.state === 'asked' || tie.state === 'joined'
  const joined = (a: FamilyPerson, b: FamilyPerson) =>
    ties.find(
      (tie) => tie.from === a && tie.to === b && tie.state === 'joined' && a.open && b.open && is(a, 18),
    )
  const cares = (tie: Tie | undefined) =>
    tie !== undefined &&
    !is(tie.to, 18) &&
    tie.as.guardian &&
    tie.proven &&
    !tie.denied &&
    tie.seesFrom <= now

  /** A guardian sees at once if the record has no other guardian; the others and an adolescent have three days to object. */
  const announce = (tie: Tie, accepter: unknown) => {
    if (!tie.as.guardian || !tie.proven || is(tie.to, 18) || tie.seesFrom < Infinity) return
    const others = ties.some(
      (one) =>
        one !== tie &&
        one.to === tie.to &&
        one.state === 'joined' &&
        cares(one) &&
        one.from.open &&
        is(one.from, 18),
    )
    const self = is(tie.to, 14) && tie.to.open && accepter !== tie.to
    tie.seesFrom = others || self ? now + 3 * 24 * 3_600_000 : now
  }

  return {
    at: (moment: number) => {
      now = moment
    },
    ask: (a: FamilyPerson, b: FamilyPerson, as: Relation, legal: boolean): number => {
      if (!a.open) return 401
      if (!is(a, 18)) return 403
      if (a === b || !b.open || (!is(b, 18) && !(as.ofMinor && legal))) return 400
      if (ties.some((tie) => live(tie) && [tie.from, tie.to].includes(a) && [tie.from, tie.to].includes(b)))
        return 400
      const own = ties.filter((tie) => tie.from === a && tie.to === b)
      if (own.some((tie) => tie.state === 'refused' && now - tie.at < 24 * 3_600_000)) return 400
      const denied = own.at(-1)?.denied ?? false
      const proven = as.guardian && !denied && isParent(a, b)
      ties.push({
        from: a,
        to: b,
        as,
        state: 'asked',
        by: null,
        proven,
        denied,
        books: false,
        at: now,
        seesFrom: Infinity,
      })
      return 200
    },
    decide: (n: number, who: FamilyPerson | 'staff', yes: boolean): number => {
      const tie = ties[n]
      if (who !== 'staff' && !who.open) return 401
      if (!tie || (who !== 'staff' && tie.to !== who)) return 404
      const state = yes ? 'joined' : 'refused'
      const by = who === 'staff' && yes ? 'a second member of staff' : who
      if (tie.state !== 'asked') return tie.state === state && tie.by === who ? 200 : 409
      Object.assign(tie, { state, by, at: now })
      if (yes) announce(tie, who)
      return 200
    },
    end: (n: number, who: FamilyPerson | 'staff'): number => {
      const tie = ties[n]
      if (who !== 'staff' && !who.open) return 401
      if (who !== 'staff' && !is(who, 18)) return 403
      if (!tie || !live(tie)) return 404
      if (who !== 'staff' && tie.from !== who && !(tie.to === who && tie.state === 'joined')) return 404
      tie.state = 'over'
      return 200
    },
    judge: (n: number, yes: boolean): number => {
      const tie = ties[n]
      if (!tie || !live(tie)) return 404
      if (!tie.as.guardian) return 400
      if (yes && tie.state === 'asked') return 409
      Object.assign(tie, { proven: yes, denied: !yes, ...(yes ? {} : { seesFrom: Infinity }) })
      if (yes) announce(tie, 'staff')
      return 200
    },
    letBook: (n: number, who: FamilyPerson, yes: boolean): number => {
      const tie = ties[n]
      if (!who.open) return 401
      if (!is(who, 18)) return 403
      if (!tie || tie.to !== who || tie.state !== 'joined') return 404
      tie.books = yes
      return 200
    },
    sees: (a: FamilyPerson, b: FamilyPerson) =>
      cares(joined(a, b)) ? (is(b, 14) ? 'part' : 'all') : 'nothing',
    books: (a: FamilyPerson, b: FamilyPerson) => {
      const tie = joined(a, b)
      return tie !== undefined && (cares(tie) || (is(b, 18) && tie.books))
    },
  }
}
