/** The types of the statements in civil-registry.sql.ts, which `npm run sql` generates. */
export type CivilRegistrySql = {
  byRun: { row: { run: string; names: string; last_name: string; second_name: string; date_birth: string; is_deceased: boolean; deceased_on: string | null }; given: { run: string } }
  unrecordedDeaths: { row: { run: string; person_id: number; deceased_on: string | null }; given: Record<never, never> }
  markRecorded: { row: never; given: { run: string } }
  parents: { row: { mother_run: string | null; father_run: string | null }; given: { run: string } }
  ownFacts: { row: { last_name: string; second_name: string; date_birth: string; marital_status: string; mother_name: string; father_name: string; birth_commune: string | null; home_commune: string | null; card_hash: string | null }; given: { run: string } }
  strangers: { row: { last_name: string; second_name: string; date_birth: string; marital_status: string; mother_name: string; father_name: string; birth_commune: string | null; home_commune: string | null }; given: { run: string } }
  communeName: { row: { name: string }; given: { cut: string } }
  otherCommunes: { row: { name: string }; given: { cut: string; own: readonly string[]; key: string } }
}
