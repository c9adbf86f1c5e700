/** Fills the catalogues at the start: the national lists beside this file, and in the demonstration the clinic that is shipped. */
import { createHash } from 'node:crypto'
import { importShipped } from '../src/modules/clinic/import-shipped.ts'
import { refreshTables } from '../src/modules/clinic/publish-package.ts'
import { type Clock, systemClock } from '../src/platform/clock.ts'
import { writeCatalogueRows } from '../src/platform/database/catalogue-table.ts'
import type { Database } from '../src/platform/database/database.ts'
import { findInstallationValue, putInstallationValue } from '../src/platform/database/installation-values.ts'
import communes from './catalogues/communes.json' with { type: 'json' }
import lists from './catalogues/lists.json' with { type: 'json' }
import nationalities from './catalogues/nationalities.json' with { type: 'json' }
import provinces from './catalogues/provinces.json' with { type: 'json' }
import regions from './catalogues/regions.json' with { type: 'json' }

/** The national catalogues, parents before children. */
const nationalCatalogues = [
  { table: 'regions', key: 'id', rows: regions.map(({ id, name, position }) => ({ id, name, position })) },
  { table: 'provinces', key: 'id', rows: provinces },
  {
    table: 'communes',
    key: 'id',
    rows: communes.map(({ id, province_id, region_id, cut, name }) => ({
      id,
      province_id,
      region_id,
      cut,
      name,
    })),
  },
  {
    table: 'nationalities',
    key: 'id',
    rows: nationalities.map(({ id, name, iso2, iso3, iso_num, position }) => ({
      id,
      name,
      iso2,
      iso3,
      iso_num,
      position,
    })),
  },
  { table: 'genders', key: 'id', rows: lists.genders },
  { table: 'relationship_types', key: 'id', rows: lists.relationship_types },
  { table: 'exam_relationship_types', key: 'id', rows: lists.exam_relationship_types },
  { table: 'alert_colors', key: 'id', rows: lists.alert_colors },
] as const

/** The hash of the national rows that were written last is stored under this name. */
const hashName = 'catalogues'

/** Writes the national catalogues if they differ from those that were written before. */
async function fillNationalCatalogues(db: Database): Promise<void> {
  const hash = createHash('sha256').update(JSON.stringify(nationalCatalogues)).digest('hex')
  if ((await findInstallationValue(db, hashName)) === hash) return
  await db.transaction(async (tx) => {
    for (const catalogue of nationalCatalogues) await writeCatalogueRows(tx, catalogue, catalogue.rows)
    await putInstallationValue(tx, hashName, hash)
  })
}

type FillOptions = {
  readonly isDemonstration: boolean
  /** The shipped package that the demonstration shows. Default: the one in the database, or the usual one. */
  readonly demonstrationClinic?: string | undefined
  /** Default: the system's. */
  readonly clock?: Clock
}

/**
 * Brings the catalogue tables up to this version of the product: the national ones, and those of the published clinic. The demonstration
 * also imports its shipped package again when that changed.
 */
export async function fillCatalogues(
  db: Database,
  { isDemonstration, demonstrationClinic, clock = systemClock }: FillOptions,
): Promise<void> {
  await fillNationalCatalogues(db)
  const parts = { db, clock, isDemonstration }
  if (isDemonstration) await importShipped(parts, demonstrationClinic)
  await refreshTables(parts)
}
