/** Lists that change only with a new version of the portal: read once, then answered from memory. */
import { asc } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import {
  communes,
  displayDurations,
  examRelationshipTypes,
  forecasts,
  genders,
  nationalities,
  provinces,
  regions,
} from '../../platform/database/schema.ts'

/** Keeps what a loader gave; a failure is not kept. */
function remembered<T>(load: () => Promise<T>) {
  let kept: Promise<T> | null = null
  return (): Promise<T> => {
    kept ??= load().catch((error: unknown) => {
      kept = null
      throw error
    })
    return kept
  }
}

export function cataloguesStore(db: Database) {
  const regionsOnce = remembered(() =>
    db.orm.select({ id: regions.id, name: regions.name }).from(regions).orderBy(asc(regions.position)),
  )
  const provincesOnce = remembered(() => db.orm.select().from(provinces).orderBy(asc(provinces.name)))
  const communesOnce = remembered(() =>
    db.orm
      .select({ id: communes.id, name: communes.name, province_id: communes.province_id })
      .from(communes)
      .orderBy(asc(communes.name)),
  )
  return {
    genders: remembered(() => db.orm.select().from(genders).orderBy(asc(genders.id))),
    nationalities: remembered(() =>
      db.orm
        .select({ id: nationalities.id, name: nationalities.name })
        .from(nationalities)
        .orderBy(asc(nationalities.position)),
    ),
    forecasts: remembered(() =>
      db.orm
        .select({ id: forecasts.id, nombre: forecasts.nombre, status: forecasts.status })
        .from(forecasts)
        .orderBy(asc(forecasts.position)),
    ),
    displayDurations: remembered(async () =>
      (await db.orm.select().from(displayDurations).orderBy(asc(displayDurations.id))).map(
        ({ category_id, category_name, ...row }) => ({
          ...row,
          display_duration_exam_categories: { id: category_id, category_name },
        }),
      ),
    ),
    examRelationships: remembered(() =>
      db.orm.select().from(examRelationshipTypes).orderBy(asc(examRelationshipTypes.id)),
    ),
    regions: regionsOnce,
    provincesOf: async (regionId: number) =>
      (await provincesOnce())
        .filter((province) => province.region_id === regionId)
        .map(({ id, name }) => ({ id, name })),
    communesOf: async (provinceId: number) =>
      (await communesOnce())
        .filter((commune) => commune.province_id === provinceId)
        .map(({ id, name }) => ({ id, name })),
  }
}

export type CataloguesStore = ReturnType<typeof cataloguesStore>
