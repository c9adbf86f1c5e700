/** The catalogues of every installation: from the files beside into their tables. */
import { createHash } from 'node:crypto'
import { neverShownTests } from '@mi-portal/contract/values/never-shown'
import type { Database, Queries } from '../src/platform/database/database.ts'
import { statement } from '../src/platform/database/statement.ts'
import {
  examRows,
  examSpecialtyRows,
  indicationRows,
  procedureCategoryRows,
  procedureRows,
  questionnaireRows,
  serviceRows,
} from './catalogues/booking-rows.ts'
import communes from './catalogues/communes.json' with { type: 'json' }
import forecasts from './catalogues/forecasts.json' with { type: 'json' }
import lists from './catalogues/lists.json' with { type: 'json' }
import nationalities from './catalogues/nationalities.json' with { type: 'json' }
import offices from './catalogues/offices.json' with { type: 'json' }
import provinces from './catalogues/provinces.json' with { type: 'json' }
import regions from './catalogues/regions.json' with { type: 'json' }
import reservedTests from './catalogues/reserved-tests.json' with { type: 'json' }
import specialties from './catalogues/specialties.json' with { type: 'json' }
import { declaration } from './legal/declaration.ts'
import { privacy } from './legal/privacy.ts'
import { terms } from './legal/terms.ts'
import { judgeStoredResults } from './stored-results.ts'

type Catalogue = {
  readonly table: string
  readonly key: string
  readonly columns: readonly string[]
  readonly rows: readonly object[]
}

/**
 * The legal texts of the demonstration.
 *
 * @internal Exported for the tests.
 */
export const legalTexts = [declaration, terms, privacy]

// Parents before children.
const catalogues: readonly Catalogue[] = [
  { table: 'regions', key: 'id', columns: ['name', 'position'], rows: regions },
  { table: 'provinces', key: 'id', columns: ['region_id', 'name'], rows: provinces },
  { table: 'communes', key: 'id', columns: ['province_id', 'region_id', 'cut', 'name'], rows: communes },
  {
    table: 'nationalities',
    key: 'id',
    columns: ['name', 'iso2', 'iso_num', 'position'],
    rows: nationalities,
  },
  {
    table: 'forecasts',
    key: 'id',
    columns: ['nombre', 'status', 'kind', 'minsal_eis_code', 'position'],
    rows: forecasts,
  },
  { table: 'genders', key: 'id', columns: ['name'], rows: lists.genders },
  {
    table: 'relationship_types',
    key: 'id',
    columns: ['name', 'position', 'member_may_be_minor', 'leader_is_guardian', 'inverse'],
    rows: lists.relationship_types,
  },
  { table: 'exam_relationship_types', key: 'id', columns: ['name'], rows: lists.exam_relationship_types },
  {
    table: 'document_kinds',
    key: 'id',
    columns: ['name', 'only_titular_or_rep'],
    rows: lists.document_kinds,
  },
  {
    table: 'intervention_types',
    key: 'id',
    columns: ['nombre', 'needs_operating_hours', 'needs_forecast', 'needs_order_file'],
    rows: lists.intervention_types,
  },
  { table: 'contact_reasons', key: 'id', columns: ['name'], rows: lists.contact_reasons },
  {
    table: 'display_durations',
    key: 'id',
    columns: ['category_id', 'category_name', 'name_exam', 'day_withdrawal_portal', 'day_withdrawal'],
    rows: lists.display_durations,
  },
  {
    table: 'alert_colors',
    key: 'id',
    columns: ['color', 'primary_code', 'secundary_code'],
    rows: lists.alert_colors,
  },
  {
    table: 'specialties',
    key: 'code',
    columns: [
      'name',
      'visit_minutes',
      'adult',
      'paediatric',
      'age_min',
      'age_max',
      'telemedicine',
      'reserved_group',
    ],
    rows: specialties,
  },
  { table: 'offices', key: 'id', columns: ['office_id', 'name', 'address', 'phone', 'entry'], rows: offices },
  {
    table: 'services',
    key: 'code',
    columns: ['wire_code', 'kind', 'name', 'reserved_group', 'adult', 'paediatric'],
    rows: serviceRows,
  },
  { table: 'indications', key: 'key', columns: ['title', 'html', 'fasting_hours'], rows: indicationRows },
  {
    table: 'exam_specialties',
    key: 'code',
    columns: ['service_code', 'name', 'service', 'types', 'office_ids', 'same_exams_as', 'position'],
    rows: examSpecialtyRows,
  },
  {
    table: 'bookable_exams',
    key: 'id',
    columns: [
      'specialty_code',
      'part',
      'text',
      'types',
      'encuesta_para_agendar',
      'questionnaire',
      'way_to_schedule',
      'contrast',
      'office_ids',
      'under_8_callcenter',
      'creatinine_70_plus',
      'indications_key',
      'reserved_group',
    ],
    rows: examRows,
  },
  {
    table: 'questionnaires',
    key: 'key',
    columns: ['title', 'intro', 'applies_to', 'questions', 'position'],
    rows: questionnaireRows,
  },
  {
    table: 'procedure_categories',
    key: 'code',
    columns: ['service_code', 'name', 'able_for_adults', 'able_for_children', 'office_ids', 'position'],
    rows: procedureCategoryRows,
  },
  {
    table: 'procedures',
    key: 'code',
    columns: [
      'category_code',
      'name',
      'able_for_adults',
      'able_for_children',
      'office_ids',
      'minutes',
      'sedation',
      'requires_order',
      'way_to_schedule',
      'indications_key',
      'position',
    ],
    rows: procedureRows,
  },
]

const loadedHash = statement<{ hash: string }>(
  'catalogues.loadedHash',
  `select value ->> 'hash' as hash from installation where key = 'catalogues'`,
)

const rememberHash = statement<never>(
  'catalogues.rememberHash',
  `insert into installation (key, value) values ('catalogues', jsonb_build_object('hash', $1::text))
   on conflict (key) do update set value = excluded.value`,
)

/**
 * People agreed to a text as it is: one that is there is never written over, and one that comes after another is in force
 * from the day on which it came here, not from that of its writing.
 */
const addTexts = statement<never>(
  'catalogues.legalTexts',
  `insert into legal_texts (id, kind, version, valid_from, text)
   select id, kind, version, case when exists (select from legal_texts o where o.kind = new.kind)
     then greatest(valid_from, (now() at time zone 'America/Santiago')::date) else valid_from end, text
   from json_populate_recordset(null::legal_texts, $1::json) new
   on conflict (id) do nothing`,
)

/**
 * Brings the catalogue tables up to the data of this version and gives back whether there was anything to do. Rows
 * that the data no longer has stay: records point at them. When the data was loaded before, it costs one read.
 */
export async function loadCatalogues(db: Database): Promise<boolean> {
  const hash = createHash('sha256')
    .update(JSON.stringify([catalogues, legalTexts, reservedTests, neverShownTests]))
    .digest('hex')
  const [loaded] = await db.run(loadedHash, [])
  if (loaded?.hash === hash) return false
  await judgeStoredResults(db)
  await db.transaction(async (tx) => {
    for (const catalogue of catalogues) await upsert(tx, catalogue)
    await tx.run(addTexts, [JSON.stringify(legalTexts)])
    await tx.run(rememberHash, [hash])
  })
  return true
}

async function upsert(tx: Queries, { table, key, columns, rows }: Catalogue): Promise<void> {
  const all = [key, ...columns].join(', ')
  const changes = columns.map((column) => `${column} = excluded.${column}`).join(', ')
  const text = `insert into ${table} (${all})
    select ${all} from json_populate_recordset(null::${table}, $1::json)
    on conflict (${key}) do update set ${changes}`
  await tx.run(statement<never>(`catalogues.${table}`, text), [JSON.stringify(rows)])
}
