/** Publishes parts of the clinic package: checks the whole package that results, stores it and fills the catalogue tables from it. */
import { createHash } from 'node:crypto'
import {
  type ClinicPackage,
  type PartName,
  parsePart,
  partNames,
  schemaOf,
} from '@mi-portal/contract/clinic/clinic-package'
import { type Contradiction, findContradictions } from '@mi-portal/contract/clinic/contradictions'
import { comparePackages, type PartDifference } from '@mi-portal/contract/clinic/differences'
import * as z from 'zod/mini'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { ClinicTextsService } from '../legal/clinic-texts.service.ts'
import { catalogueRows } from './catalogue-rows.service.ts'
import type { ClinicStore, Publisher } from './clinic.store.ts'
import { neutralClinic } from './neutral-clinic.service.ts'
import { renderLegalText } from './package/render-markdown.service.ts'
import { readStoredPackage } from './stored-package.service.ts'

/**
 * The package that would result is not valid. Nothing was published.
 */
export class InvalidPackageError extends Error {
  override name = 'InvalidPackageError'
  readonly errors: readonly Contradiction[]

  constructor(errors: readonly Contradiction[]) {
    super(
      errors
        .map(({ part, path, message, remedy }) => `${[part, ...path].join('.')}: ${message} (${remedy})`)
        .join('\n'),
    )
    this.errors = errors
  }
}

type PublishingDependencies = {
  readonly db: Database
  readonly store: ClinicStore
  readonly legalTexts: ClinicTextsService
  readonly clock: Clock
  /** Whether clinical content is offered without an approval. */
  readonly isDemonstration: boolean
}

export type PublishingService = ReturnType<typeof createPublishingService>

/** The bytes of the images of a package by their names. */
export type ImageBytes = ReadonlyMap<string, Uint8Array>

export function createPublishingService(dependencies: PublishingDependencies) {
  const { db, store, legalTexts, clock, isDemonstration } = dependencies

  /** Fills the catalogue tables, unless they were filled with the same rows before. */
  async function fillTables(tx: Queries, clinic: ClinicPackage): Promise<void> {
    const tables = catalogueRows(clinic).map((catalogue) => ({
      catalogue,
      isOffered:
        isDemonstration ||
        catalogue.content === undefined ||
        clinic.approvals[catalogue.content] !== undefined,
    }))
    const hash = createHash('sha256').update(JSON.stringify(tables)).digest('hex')
    if ((await store.rowsHash(tx)) === hash) return
    const now = clock.now()
    for (const { catalogue, isOffered } of tables) await store.writeRows(tx, catalogue, isOffered, now)
    await store.rememberRows(tx, hash)
  }

  async function addLegalTexts(tx: Queries, clinic: ClinicPackage): Promise<void> {
    const rewritten = await legalTexts.add(
      tx,
      clinic.legalTexts.map((text) => ({ ...text, html: renderLegalText(text) })),
    )
    const contradictions = rewritten.map(
      ({ key, version }): Contradiction => ({
        part: 'legalTexts',
        path: [clinic.legalTexts.findIndex((text) => text.key === key), 'version'],
        message: `La versión «${version}» ya se publicó con otro texto`,
        remedy: 'Escribe otra versión: un texto que alguien pudo aceptar no cambia',
      }),
    )
    if (contradictions.length > 0) throw new InvalidPackageError(contradictions)
  }

  async function addImages(tx: Queries, { images }: ClinicPackage, bytesOf: ImageBytes): Promise<void> {
    const stored = await store.storedImages(tx)
    for (const { name, media_type, sha256 } of images) {
      if (stored.has(sha256)) continue
      const bytes = bytesOf.get(name)
      if (!bytes) throw new Error(`The bytes of the image ${name} are missing`)
      stored.add(sha256)
      await store.addImage(tx, { sha256, media_type, bytes })
    }
  }

  return {
    /**
     * Publishes the given parts; the others stay as they are. `images` has the bytes of the images that are new. Returns what changed:
     * no part is written if that is nothing. `also` runs in the same transaction.
     *
     * @throws {InvalidPackageError} when the resulting package is not valid
     */
    publish: (
      given: Partial<ClinicPackage>,
      images: ImageBytes,
      publisher: Publisher,
      also: (tx: Queries) => Promise<void> = async () => {},
    ): Promise<readonly PartDifference[]> =>
      db.transaction(async (tx) => {
        await store.lock(tx)
        await also(tx)
        const before = await readStoredPackage(store, tx)
        const after = checkedPackage({ ...(before ?? neutralClinic), ...given })
        const differences = comparePackages(before, after)
        // The first publication stores every part: what a clinic leaves empty is its own choice.
        const changed = before === null ? partNames : differences.map(({ part }) => part)
        if (changed.length === 0) return differences
        const now = clock.now()
        await addImages(tx, after, images)
        for (const part of changed) await store.publish(tx, part, after[part], publisher, now)
        await addLegalTexts(tx, after)
        await fillTables(tx, after)
        await store.notify(tx)
        return differences
      }),

    /**
     * Returns what a publication of the given parts would change, and publishes nothing.
     *
     * @throws {InvalidPackageError} when the resulting package is not valid
     */
    preview: async (given: Partial<ClinicPackage>): Promise<readonly PartDifference[]> => {
      const before = await readStoredPackage(store)
      return comparePackages(before, checkedPackage({ ...(before ?? neutralClinic), ...given }))
    },

    /** Returns the published package; null before the first publication. */
    read: () => readStoredPackage(store),

    /**
     * Fills the catalogue tables from the published package if another version of the product, or of its settings, derives other rows
     * from it.
     */
    refreshTables: (): Promise<void> =>
      db.transaction(async (tx) => {
        await store.lock(tx)
        const clinic = await readStoredPackage(store, tx)
        if (clinic) await fillTables(tx, clinic)
      }),
  }
}

/** Checks every part and what joins them. Returns the package with the fields in the order of the schemas. */
function checkedPackage(clinic: ClinicPackage): ClinicPackage {
  const errors = partNames.flatMap((part) => invalidValues(part, clinic))
  if (errors.length > 0) throw new InvalidPackageError(errors)
  const parsed = Object.fromEntries(partNames.map((name) => [name, parsePart(name, clinic[name])]))
  const checked = { ...clinic, ...parsed }
  const contradictions = findContradictions(checked)
  if (contradictions.length > 0) throw new InvalidPackageError(contradictions)
  return checked
}

function invalidValues(part: PartName, clinic: ClinicPackage): Contradiction[] {
  const { error } = z.safeParse(schemaOf(part), clinic[part])
  return (error?.issues ?? []).map(({ path, message }) => ({
    part,
    path: path.map((step) => (typeof step === 'symbol' ? String(step) : step)),
    message: 'El valor no es válido',
    remedy: message,
  }))
}
