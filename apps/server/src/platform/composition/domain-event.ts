/** An event to which higher domains react, such as the closing of an account. The domain that announces it does not know them. */
import type { Queries } from '../database/database.ts'

type Reaction<Fact> = (tx: Queries, fact: Fact) => Promise<void>

export type DomainEvent<Fact> = {
  readonly on: (react: Reaction<Fact>) => void
  readonly announce: (tx: Queries, fact: Fact) => Promise<void>
}

export function createDomainEvent<Fact>(): DomainEvent<Fact> {
  const reactions: Reaction<Fact>[] = []
  return {
    on: (react) => {
      reactions.push(react)
    },
    announce: async (tx, fact) => {
      for (const react of reactions) await react(tx, fact)
    },
  }
}
