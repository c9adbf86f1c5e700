import type { CivilRegistry } from '../../ports/civil-registry.ts'
import type { QuestionCheck } from '../../ports/identity-check.ts'
import { makeQuestions } from './questions.ts'

export function createEmbeddedCheck(registry: CivilRegistry, secret: string): QuestionCheck {
  return {
    kind: 'embedded',
    ask: async (run, cardNumber) => {
      const facts = await registry.findHolderFacts(run, cardNumber)
      return facts === null ? null : makeQuestions(run, facts.own, facts.others, secret)
    },
  }
}
