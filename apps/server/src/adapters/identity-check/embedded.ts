/** The portal's own identity check, with questions about a person's data in the embedded civil registry. */
import { timingSafeEqual } from 'node:crypto'
import type { Database } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'
import { hashToken } from '../../platform/security/tokens.ts'
import type { QuestionCheck } from '../../ports/identity-check.ts'
import { makeQuestions, type RegistryFacts } from './questions.ts'

const facts = `r.lastname, r.date_birth, r.mother_name, r.father_name, r.marital_status,
  birth.name as birth_commune, home.name as home_commune`
const communes = `join communes birth on birth.id = r.birth_commune_id join communes home on home.id = r.home_commune_id`

const ownFacts = statement<RegistryFacts & { card_number: string }, { run: string }>(
  'identityCheck.ownFacts',
  `select ${facts}, r.card_number from registry_people r ${communes} where r.run = :run`,
)

/**
 * Finds people for wrong answers, first those of about the same age and the same region. Relatives are left out, because their
 * data give the same answers.
 */
const strangers = statement<RegistryFacts, { run: string }>(
  'identityCheck.strangers',
  `select ${facts} from registry_people own
     join communes place on place.id = own.home_commune_id
     cross join registry_people r ${communes}
   where own.run = :run and r.run <> own.run
     and r.run is distinct from own.mother_run and r.run is distinct from own.father_run
     and (r.mother_run is null or (r.mother_run <> own.run and r.mother_run is distinct from own.mother_run))
     and (r.father_run is null or (r.father_run <> own.run and r.father_run is distinct from own.father_run))
   order by (home.region_id <> place.region_id)::int + abs(r.date_birth - own.date_birth) / 3650.0, r.run
   limit 40`,
)

// Compares hashes in constant time, so that the duration does not reveal how much of the number was right.
function sameCard(a: string, b: string): boolean {
  return timingSafeEqual(hashToken(a.toUpperCase()), hashToken(b.toUpperCase()))
}

export function createEmbeddedCheck(db: Database, secret: string): QuestionCheck {
  return {
    kind: 'embedded',
    ask: async (run, cardNumber) => {
      const [own] = await db.run(ownFacts, { run })
      if (own === undefined || !sameCard(own.card_number, cardNumber)) return null
      return makeQuestions(run, own, await db.run(strangers, { run }), secret)
    },
  }
}
