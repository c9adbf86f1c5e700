import { defineSql, type Row } from '../../platform/database/statement.ts'
import type { CivilRegistrySql } from './civil-registry.sql.generated.ts'

const sql = defineSql<CivilRegistrySql>('civilRegistry')

export type FactsRow = Row<typeof strangers>

export const byRun = sql('byRun')`
  select run, names, last_name, second_name, date_birth, is_deceased, deceased_on from registry_people where run = :run`

export const unrecordedDeaths = sql('unrecordedDeaths')`
  select r.run, p.id as person_id, r.deceased_on from registry_people r
    join people p on p.document_type_id = 1 and p.document_number = r.run
  where r.is_deceased and not r.death_reported and p.deceased_at is null and p.rol = 'STANDART_ROLE' order by r.run limit 500`

export const markRecorded = sql('markRecorded')`
  update registry_people set death_reported = true where run = :run`

export const parents = sql('parents')`select mother_run, father_run from registry_people where run = :run`

/** The facts of the rows `r`. A parent without a name in the child's row may be a person of the registry. */
const facts = `r.last_name as last_name!, r.second_name as second_name!, r.date_birth as date_birth!,
  r.marital_status as marital_status!,
  coalesce(nullif(r.mother_name, ''), mother.names || ' ' || mother.lastname, '') as mother_name!,
  coalesce(nullif(r.father_name, ''), father.names || ' ' || father.lastname, '') as father_name!,
  birth.name as birth_commune, home.name as home_commune`
const factTables = `left join communes birth on birth.id = r.birth_commune_id left join communes home on home.id = r.home_commune_id
  left join registry_people mother on mother.run = r.mother_run left join registry_people father on father.run = r.father_run`

export const ownFacts = sql('ownFacts')`
  select ${facts}, r.card_hash from registry_people r ${factTables} where r.run = :run`

/** Of the 800 people nearest in age, first those of the same region. Relatives are left out: their data give the same answers. */
export const strangers = sql('strangers')`
  select ${facts} from registry_people own
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
  limit 40`

export const communeName = sql('communeName')`select name from communes where cut = :cut`

// Always the same communes for a person, those of the same region first.
export const otherCommunes = sql('otherCommunes')`
  select c.name as name! from communes c left join communes own on own.cut = :cut
  where not (c.cut = any(:own::text[]))
  order by (c.region_id is distinct from own.region_id), md5(c.cut || :key) limit 40`
