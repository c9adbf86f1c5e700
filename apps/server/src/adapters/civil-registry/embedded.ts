import type { Day } from '@mi-portal/contract/values/dates'
import type { Database } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'
import type { CivilRegistry, IdentityFacts, RegisteredPerson } from '../../ports/civil-registry.ts'
import type { CardHash } from './card-hash.ts'

const byRun = statement<
  Omit<RegisteredPerson, 'deceased'> & { is_deceased: boolean; deceased_on: Day | null },
  { run: string }
>(
  'civilRegistry.byRun',
  'select run, names, last_name, second_name, date_birth, is_deceased, deceased_on from registry_people where run = :run',
)

const unrecordedDeaths = statement<{ run: string; person_id: number; deceased_on: Day | null }>(
  'civilRegistry.unrecordedDeaths',
  `select r.run, p.id as person_id, r.deceased_on from registry_people r
     join people p on p.document_type_id = 1 and p.document_number = r.run
   where r.is_deceased and not r.death_reported and p.deceased_at is null and p.rol = 'STANDART_ROLE' order by r.run limit 500`,
)

const markRecorded = statement<never, { run: string }>(
  'civilRegistry.markRecorded',
  'update registry_people set death_reported = true where run = :run',
)

const parents = statement<{ mother_run: string | null; father_run: string | null }, { run: string }>(
  'civilRegistry.parents',
  'select mother_run, father_run from registry_people where run = :run',
)

type FactsRow = {
  readonly last_name: string
  readonly second_name: string
  readonly date_birth: string
  readonly mother_name: string
  readonly father_name: string
  readonly marital_status: string
  readonly birth_commune: string | null
  readonly home_commune: string | null
}

/** The facts of the rows `r`. A parent without a name in the child's row may be a person of the registry. */
const facts = `r.last_name, r.second_name, r.date_birth, r.marital_status,
  coalesce(nullif(r.mother_name, ''), mother.names || ' ' || mother.lastname, '') as mother_name,
  coalesce(nullif(r.father_name, ''), father.names || ' ' || father.lastname, '') as father_name,
  birth.name as birth_commune, home.name as home_commune`
const factTables = `left join communes birth on birth.id = r.birth_commune_id left join communes home on home.id = r.home_commune_id
  left join registry_people mother on mother.run = r.mother_run left join registry_people father on father.run = r.father_run`

const ownFacts = statement<FactsRow & { card_hash: string | null }, { run: string }>(
  'civilRegistry.ownFacts',
  `select ${facts}, r.card_hash from registry_people r ${factTables} where r.run = :run`,
)

/** Of the 800 people nearest in age, first those of the same region. Relatives are left out: their data give the same answers. */
const strangers = statement<FactsRow, { run: string }>(
  'civilRegistry.strangers',
  `select ${facts} from registry_people own
     left join communes place on place.id = own.home_commune_id
     cross join lateral (
       (select * from registry_people later where (later.date_birth, later.run) > (own.date_birth, own.run)
        order by later.date_birth, later.run limit 400)
       union all
       (select * from registry_people earlier where (earlier.date_birth, earlier.run) < (own.date_birth, own.run)
        order by earlier.date_birth desc, earlier.run desc limit 400)
     ) r ${factTables}
   where own.run = :run
     and r.run is distinct from own.mother_run and r.run is distinct from own.father_run
     and (r.mother_run is null or (r.mother_run <> own.run and r.mother_run is distinct from own.mother_run))
     and (r.father_run is null or (r.father_run <> own.run and r.father_run is distinct from own.father_run))
   order by (home.region_id is distinct from place.region_id)::int + abs(r.date_birth - own.date_birth) / 3650.0, r.run
   limit 40`,
)

/** Returns the given names in a parent's full name. The surnames begin with one of the child's surnames, or are the last two words. */
function givenNames(parent: string, surnames: readonly string[]): string {
  const words = parent.trim().split(/\s+/)
  const from = words.findIndex((word, index) => index > 0 && surnames.includes(word))
  return words.slice(0, from > 0 ? from : Math.max(1, words.length - 2)).join(' ')
}

function toFacts(row: FactsRow): IdentityFacts {
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
      const [row] = await db.run(byRun, { run })
      if (row === undefined) return null
      const { is_deceased, deceased_on, ...person } = row
      return { ...person, deceased: is_deceased ? { on: deceased_on } : null }
    },
    parentsOf: async (run) => {
      const [row] = await db.run(parents, { run })
      return [row?.mother_run ?? null, row?.father_run ?? null].filter((parent) => parent !== null)
    },
    factsOfHolder: async (run, cardNumber) => {
      const [own] = await db.run(ownFacts, { run })
      if (own === undefined) return null
      if (own.card_hash === null || !cardHash.matches(own.card_hash, run, cardNumber)) return null
      return { own: toFacts(own), others: (await db.run(strangers, { run })).map(toFacts) }
    },
    listUnrecordedDeaths: async () =>
      (await db.run(unrecordedDeaths, [])).map(({ run, person_id, deceased_on }) => ({
        run,
        personId: person_id,
        on: deceased_on,
      })),
    markDeathRecorded: async (tx, run) => {
      await tx.run(markRecorded, { run })
    },
  }
}
