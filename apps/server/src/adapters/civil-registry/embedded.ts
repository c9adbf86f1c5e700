import type { Database } from '../../platform/database/database.ts'
import type { CivilRegistry, IdentityFacts } from '../../ports/civil-registry.ts'
import type { CardHash } from './card-hash.ts'
import * as civilRegistrySql from './civil-registry.sql.ts'

/** Returns the given names in a parent's full name. The surnames begin with one of the child's surnames, or are the last two words. */
function givenNames(parent: string, surnames: readonly string[]): string {
  const words = parent.trim().split(/\s+/)
  const from = words.findIndex((word, index) => index > 0 && surnames.includes(word))
  return words.slice(0, from > 0 ? from : Math.max(1, words.length - 2)).join(' ')
}

function toFacts(row: civilRegistrySql.FactsRow): IdentityFacts {
  const surnames = `${row.last_name} ${row.second_name}`.trim().split(/\s+/)
  return {
    date_birth: row.date_birth,
    mother_given_names: givenNames(row.mother_name, surnames),
    father_given_names: givenNames(row.father_name, surnames),
    marital_status: row.marital_status,
    birth_commune: row.birth_commune ?? '',
    home_commune: row.home_commune ?? '',
  }
}

export function createEmbeddedRegistry(db: Database, cardHash: CardHash): CivilRegistry {
  return {
    person: async (run) => {
      const [row] = await db.run(civilRegistrySql.byRun, { run })
      if (row === undefined) return null
      const { is_deceased, deceased_on, ...person } = row
      return { ...person, deceased: is_deceased ? { on: deceased_on } : null }
    },
    findParents: async (run) => {
      const [row] = await db.run(civilRegistrySql.parents, { run })
      return [row?.mother_run ?? null, row?.father_run ?? null].filter((parent) => parent !== null)
    },
    findHolderFacts: async (run, cardNumber) => {
      const [own] = await db.run(civilRegistrySql.ownFacts, { run })
      if (own === undefined) return null
      if (own.card_hash === null || !cardHash.matches(own.card_hash, run, cardNumber)) return null
      return { own: toFacts(own), others: (await db.run(civilRegistrySql.strangers, { run })).map(toFacts) }
    },
    listUnrecordedDeaths: async () =>
      (await db.run(civilRegistrySql.unrecordedDeaths, {})).map(({ run, person_id, deceased_on }) => ({
        run,
        personId: person_id,
        on: deceased_on,
      })),
    markDeathRecorded: async (tx, run) => {
      await tx.run(civilRegistrySql.markRecorded, { run })
    },
  }
}
