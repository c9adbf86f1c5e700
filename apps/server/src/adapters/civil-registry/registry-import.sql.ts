import { defineSql } from '../../platform/database/statement.ts'
import type { RegistryImportSql } from './registry-import.sql.generated.ts'

const sql = defineSql<RegistryImportSql>('registryImport')

export const stored = sql('stored')`
  select r.run, r.card_hash, r.names, r.last_name, r.second_name, r.date_birth, r.mother_run, r.mother_name,
    r.father_run, r.father_name, r.marital_status, birth.cut as birth_commune, home.cut as home_commune,
    r.is_deceased, r.deceased_on
  from registry_people r left join communes birth on birth.id = r.birth_commune_id
    left join communes home on home.id = r.home_commune_id
  where r.run > :after order by r.run limit :count::int`

export const put = sql('put')`
  insert into registry_people (run, card_hash, names, last_name, second_name, date_birth, mother_run, mother_name, father_run,
    father_name, marital_status, birth_commune_id, home_commune_id, is_deceased, deceased_on)
  select p.run, p.card_hash, p.names, p.last_name, p.second_name, p.date_birth, p.mother_run, p.mother_name, p.father_run,
    p.father_name, p.marital_status, birth.id, home.id, p.is_deceased, p.deceased_on
  from json_to_recordset(:people::json) as p (run text, card_hash text, names text, last_name text, second_name text,
      date_birth date, mother_run text, mother_name text, father_run text, father_name text, marital_status text,
      birth_commune text, home_commune text, is_deceased boolean, deceased_on date)
    left join communes birth on birth.cut = p.birth_commune left join communes home on home.cut = p.home_commune
  on conflict (run) do update set card_hash = excluded.card_hash, names = excluded.names,
    last_name = excluded.last_name, second_name = excluded.second_name, date_birth = excluded.date_birth,
    mother_run = excluded.mother_run, mother_name = excluded.mother_name, father_run = excluded.father_run,
    father_name = excluded.father_name, marital_status = excluded.marital_status,
    birth_commune_id = excluded.birth_commune_id, home_commune_id = excluded.home_commune_id, is_deceased = excluded.is_deceased,
    deceased_on = excluded.deceased_on, death_reported = registry_people.death_reported and excluded.is_deceased`

export const remove = sql('remove')`delete from registry_people where run = any(:runs::text[])`

// Servers read the registry meanwhile, and a second import waits.
export const lockRegistry = sql('lock')`lock table registry_people in share row exclusive mode`

export const communes = sql('communes')`select cut from communes`
