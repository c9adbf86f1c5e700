/**
 * An event of one domain to which other domains react, for example the closing of an account. The domain that announces the event
 * does not know which domains react.
 */
import type { Queries } from '../database/database.ts'

type Reaction<Fact> = (tx: Queries, fact: Fact) => Promise<void>

export type DomainEvent<Fact> = {
  /** Registers a reaction. It runs at every announcement, in the same transaction. */
  readonly on: (react: Reaction<Fact>) => void
  /**
   * Runs the reactions one after another, in the order in which they were registered. An error of a reaction rolls back the transaction.
   */
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
