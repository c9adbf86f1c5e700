import { expect, test } from 'vitest'
import { familyModel } from '../../../test/families/model.ts'
import { familyOverHttp } from '../../../test/families/over-http.ts'
import { type Family, type FamilyPerson, familyOf, type Step } from '../../../test/families/sequence.ts'
import { shareFamily } from '../../../test/family.ts'

/** The same families in every run; set `FAMILY_SEED` to try others. The seed is part of the test titles. */
const seed = Number(process.env.FAMILY_SEED ?? 20_261_123)
const families = 16

type Subject = Pick<ReturnType<typeof familyModel>, 'ask' | 'decide' | 'end' | 'judge' | 'letBook'>
type Asked<T> = { readonly [K in keyof Subject]: (...given: Parameters<Subject[K]>) => T }

function take<T>(subject: Asked<T>, family: Family, step: Step): T | null {
  const person = (index: number) => family.people[index] as FamilyPerson
  const decider = (who: number | 'staff') => (who === 'staff' ? who : person(who))
  if (step.do === 'ask') return subject.ask(person(step.from), person(step.to), step.as, step.legal)
  if (step.do === 'decide') return subject.decide(step.tie, decider(step.who), step.yes)
  if (step.do === 'end') return subject.end(step.tie, decider(step.who))
  if (step.do === 'judge') return subject.judge(step.tie, step.yes)
  return step.do === 'letBook' ? subject.letBook(step.tie, person(step.who), step.yes) : null
}

/** Returns every ordered pair of people of a family. */
const pairsOf = ({ people }: Family) =>
  people.flatMap((a) => people.filter((b) => b !== a).map((b) => [a, b] as const))

/** Describes the steps before a difference, to be read in the failure. */
const story = (family: Family, upTo: number, which: number) =>
  `seed ${which}: ${JSON.stringify(family.people)} ${JSON.stringify(family.steps.slice(0, upTo + 1))}`

const shared = shareFamily()

test(`the HTTP interface agrees with the model in ${families} random families (FAMILY_SEED=${seed})`, {
  timeout: 240_000,
}, async () => {
  const portal = await shared()
  for (let which = seed; which < seed + families; which++) {
    const family = familyOf(which)
    const real = await familyOverHttp(portal, family)
    const model = familyModel(real.isParent)
    model.at(family.start)
    // Both sides number the ties alike: those that were created.
    for (const [index, { step, at }] of family.steps.entries()) {
      for (const part of [model, real]) part.at(at)
      const owner = step.do === 'account' ? family.people[step.of] : undefined
      if (step.do === 'account' && owner) {
        owner.open = step.open
        await real.account(owner)
      }
      const [expected, given] = [take(model, family, step), await take(real, family, step)]
      if (expected !== given) expect(`${given} ${story(family, index, which)}`).toBe(expected)
      const pairs = pairsOf(family)
      const looked = index === family.steps.length - 1 ? pairs : pairs.slice(index % 3, (index % 3) + 2)
      for (const [a, b] of looked) {
        // A person whose account is closed cannot send a request.
        const expected = a.open ? `${model.sees(a, b)} ${model.books(a, b)}` : 'nothing false'
        const done = `${await real.sees(a, b)} ${await real.books(a, b)}`
        if (expected !== done)
          expect(`${done} ${a.index}→${b.index} ${story(family, index, which)}`).toBe(expected)
      }
    }
  }
})
