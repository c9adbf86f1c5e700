/** National catalogues, which change only with a new version of the portal, are read once. Those of the clinic are read each time. */
import type { Database } from '../../platform/database/database.ts'
import { type Statement, statement } from '../../platform/database/statement.ts'

type Named = { readonly id: number; readonly name: string }

const genders = statement<Named>('catalogues.listGenders', 'select id, name from genders order by id')
const nationalities = statement<Named>(
  'catalogues.listNationalities',
  'select id, name from nationalities order by position',
)
const forecasts = statement<{ id: number; nombre: string; status: number }>(
  'catalogues.listForecasts',
  `select id, nombre, case when retired_at is null then status else 0 end as status from forecasts
   order by retired_at is not null, position`,
)
const regions = statement<Named>('catalogues.listRegions', 'select id, name from regions order by position')
const provinces = statement<Named & { region_id: number }>(
  'catalogues.listProvinces',
  'select id, name, region_id from provinces order by name',
)
const communes = statement<Named & { province_id: number }>(
  'catalogues.listCommunes',
  'select id, name, province_id from communes order by name',
)
const displayDurations = statement<{
  id: number
  category_id: number
  category_name: string
  name_exam: string
  day_withdrawal_portal: string
  day_withdrawal: string
}>(
  'catalogues.listDisplayDurations',
  `select id, category_id, category_name, name_exam, day_withdrawal_portal, day_withdrawal from display_durations
   where retired_at is null order by id`,
)
const examRelationships = statement<Named>(
  'catalogues.listExamRelationships',
  'select id, name from exam_relationship_types order by id',
)

/** Caches the result of a loader; a failure is not cached. */
function cacheResult<T>(load: () => Promise<T>) {
  let cached: Promise<T> | null = null
  return (): Promise<T> => {
    cached ??= load().catch((error: unknown) => {
      cached = null
      throw error
    })
    return cached
  }
}

export function createCataloguesStore(db: Database) {
  const rowsOnce = <Row>(all: Statement<Row>) => cacheResult(() => db.run(all, []))
  const allProvinces = rowsOnce(provinces)
  const allCommunes = rowsOnce(communes)
  return {
    genders: rowsOnce(genders),
    nationalities: rowsOnce(nationalities),
    forecasts: () => db.run(forecasts, []),
    displayDurations: async () =>
      (await db.run(displayDurations, [])).map(({ category_id, category_name, ...row }) => ({
        ...row,
        display_duration_exam_categories: { id: category_id, category_name },
      })),
    examRelationships: rowsOnce(examRelationships),
    regions: rowsOnce(regions),
    provincesOf: async (regionId: number) =>
      (await allProvinces())
        .filter((province) => province.region_id === regionId)
        .map(({ id, name }) => ({ id, name })),
    communesOf: async (provinceId: number) =>
      (await allCommunes())
        .filter((commune) => commune.province_id === provinceId)
        .map(({ id, name }) => ({ id, name })),
  }
}

export type CataloguesStore = ReturnType<typeof createCataloguesStore>
