/** Writes the catalogues of every installation into their tables: the national lists beside this file, and the clinic package. */
import { createHash } from 'node:crypto'
import { neverShownTests } from '@mi-portal/contract/results/never-shown'
import {
  hashPackageFiles,
  readPackageFolder,
  shippedPackage,
} from '../src/modules/clinic/package/package-files.service.ts'
import type { Database, Queries } from '../src/platform/database/database.ts'
import { statement } from '../src/platform/database/statement.ts'
import type { clinicRows } from './catalogues/clinic-rows.ts'
import communes from './catalogues/communes.json' with { type: 'json' }
import lists from './catalogues/lists.json' with { type: 'json' }
import nationalities from './catalogues/nationalities.json' with { type: 'json' }
import provinces from './catalogues/provinces.json' with { type: 'json' }
import regions from './catalogues/regions.json' with { type: 'json' }

type Catalogue = {
  readonly table: string
  readonly key: string
  readonly columns: readonly string[]
  readonly rows: readonly object[]
}

/** Returns the catalogues with their rows, parents before children. */
function cataloguesOf(clinic: ReturnType<typeof clinicRows>): readonly Catalogue[] {
  return [
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
      rows: clinic.forecasts,
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
      rows: clinic.documentKinds,
    },
    {
      table: 'intervention_types',
      key: 'id',
      columns: ['nombre', 'needs_operating_hours', 'needs_forecast', 'needs_order_file'],
      rows: clinic.interventionTypes,
    },
    { table: 'contact_reasons', key: 'id', columns: ['name'], rows: clinic.contactReasons },
    {
      table: 'display_durations',
      key: 'id',
      columns: ['category_id', 'category_name', 'name_exam', 'day_withdrawal_portal', 'day_withdrawal'],
      rows: clinic.displayDurations,
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
      rows: clinic.specialties,
    },
    {
      table: 'offices',
      key: 'id',
      columns: ['office_id', 'name', 'address', 'phone', 'entry'],
      rows: clinic.offices,
    },
    {
      table: 'services',
      key: 'code',
      columns: ['wire_code', 'kind', 'name', 'reserved_group', 'adult', 'paediatric'],
      rows: clinic.services,
    },
    {
      table: 'indications',
      key: 'key',
      columns: ['title', 'html', 'fasting_hours'],
      rows: clinic.indications,
    },
    {
      table: 'exam_specialties',
      key: 'code',
      columns: ['service_code', 'name', 'service', 'types', 'office_ids', 'same_exams_as', 'position'],
      rows: clinic.examSpecialties,
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
      rows: clinic.exams,
    },
    {
      table: 'questionnaires',
      key: 'key',
      columns: ['title', 'intro', 'applies_to', 'questions', 'position'],
      rows: clinic.questionnaires,
    },
    {
      table: 'procedure_categories',
      key: 'code',
      columns: ['service_code', 'name', 'able_for_adults', 'able_for_children', 'office_ids', 'position'],
      rows: clinic.procedureCategories,
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
      rows: clinic.procedures,
    },
  ]
}

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

/** Is increased when the code below writes other rows of the same data, so that every server writes them again. */
const rowsRevision = 1

/** What is written is the same for every database of this process. */
let packageRows: ReturnType<typeof readPackageRows> | null = null

async function readPackageRows() {
  const [{ readDemonstrationPackage }, { clinicRows }, { legalTextRows }] = await Promise.all([
    import('./demonstration-package.ts'),
    import('./catalogues/clinic-rows.ts'),
    import('./legal-texts.ts'),
  ])
  const clinic = await readDemonstrationPackage()
  return { catalogues: cataloguesOf(clinicRows(clinic)), legalTexts: legalTextRows(clinic.legalTexts) }
}

/**
 * Brings the catalogue tables up to the data of this version and returns whether there was anything to do. Rows that the data no longer
 * has stay: records point at them. The files of the clinic package are parsed only when they differ from those that were loaded before.
 */
export async function loadCatalogues(db: Database): Promise<boolean> {
  const packageHash = hashPackageFiles(readPackageFolder(shippedPackage('demonstration')))
  const national = [regions, provinces, communes, nationalities, lists]
  const hash = createHash('sha256')
    .update(JSON.stringify([rowsRevision, packageHash, national, neverShownTests]))
    .digest('hex')
  const [loaded] = await db.run(loadedHash, [])
  if (loaded?.hash === hash) return false
  packageRows ??= readPackageRows()
  const { catalogues, legalTexts } = await packageRows
  const { judgeStoredResults } = await import('./stored-results.ts')
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
