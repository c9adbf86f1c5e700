import { createHash } from 'node:crypto'
import {
  type ClinicPackage,
  getPartSchema,
  type PartName,
  parsePart,
  partNames,
} from '@mi-portal/contract/clinic/clinic-package'
import { comparePackages, type PartDifference } from '@mi-portal/contract/clinic/differences'
import * as z from 'zod/mini'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { addClinicTexts, findRewrittenTexts } from '../legal/store-clinic-texts.ts'
import { isContentOffered } from './approvals.rules.ts'
import { catalogueRows } from './catalogue-rows.ts'
import type { Publisher } from './clinic.sql.ts'
import * as clinicSql from './clinic.sql.ts'
import type { Contradiction } from './contradictions/contradiction.rules.ts'
import { findContradictions } from './contradictions/contradictions.rules.ts'
import { neutralClinic } from './neutral-clinic.ts'
import { renderLegalText } from './package/render-markdown.ts'
import { readStoredPackage } from './stored-package.ts'

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

export type PublishingParts = {
  readonly db: Database
  readonly clock: Clock
  /** Whether clinical content is offered without an approval. */
  readonly isDemonstration: boolean
}

export type ImageBytes = ReadonlyMap<string, Uint8Array>

async function fillTables({ clock, isDemonstration }: PublishingParts, tx: Queries, clinic: ClinicPackage) {
  const tables = catalogueRows(clinic).map((catalogue) => ({
    catalogue,
    isOffered:
      catalogue.content === undefined || isContentOffered(clinic, catalogue.content, isDemonstration),
  }))
  const hash = createHash('sha256').update(JSON.stringify(tables)).digest('hex')
  if ((await clinicSql.rowsHash(tx)) === hash) return
  const now = clock.now()
  for (const { catalogue, isOffered } of tables) await clinicSql.writeRows(tx, catalogue, isOffered, now)
  await clinicSql.rememberRows(tx, hash)
}

function newTexts(before: ClinicPackage | null, after: ClinicPackage) {
  const known = new Set(before?.legalTexts.map((text) => JSON.stringify(text)))
  return after.legalTexts
    .filter((text) => !known.has(JSON.stringify(text)))
    .map((text) => ({ ...text, html: renderLegalText(text) }))
}

function rejectRewrittenTexts(clinic: ClinicPackage, rewritten: readonly { key: string; version: string }[]) {
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

async function addImages(tx: Queries, { images }: ClinicPackage, imageBytes: ImageBytes): Promise<void> {
  const stored = await clinicSql.storedImages(tx)
  for (const { name, media_type, sha256 } of images) {
    if (stored.has(sha256)) continue
    const bytes = imageBytes.get(name)
    if (!bytes) throw new Error(`The bytes of the image ${name} are missing`)
    stored.add(sha256)
    await tx.run(clinicSql.addImage, { sha256, media_type, bytes })
  }
}

async function storeParts(
  parts: PublishingParts,
  tx: Queries,
  clinic: ClinicPackage,
  changed: readonly PartName[],
  images: ImageBytes,
  publisher: Publisher,
): Promise<void> {
  const now = parts.clock.now()
  await addImages(tx, clinic, images)
  for (const part of changed) await clinicSql.publish(tx, part, clinic[part], publisher, now)
  await fillTables(parts, tx, clinic)
  await tx.run(clinicSql.notify, {})
}

/**
 * Publishes the given parts; the others stay as they are. `images` has the bytes of the images that are new. Returns what changed:
 * no part is written if that is nothing. `also` runs in the same transaction.
 *
 * @throws {InvalidPackageError} when the resulting package is not valid
 */
export function publishPackage(
  parts: PublishingParts,
  given: Partial<ClinicPackage>,
  images: ImageBytes,
  publisher: Publisher,
  also: (tx: Queries) => Promise<void> = async () => {},
): Promise<readonly PartDifference[]> {
  return parts.db.transaction(async (tx) => {
    await tx.run(clinicSql.lock, {})
    await also(tx)
    const before = await readStoredPackage(tx)
    const after = checkedPackage({ ...(before ?? neutralClinic), ...given })
    const differences = comparePackages(before, after)
    if (before !== null && differences.length === 0) return differences
    // The first publication stores every part: what a clinic leaves empty is its own choice.
    const changed = before === null ? partNames : differences.map(({ part }) => part)
    await storeParts(parts, tx, after, changed, images, publisher)
    rejectRewrittenTexts(after, await addClinicTexts(tx, newTexts(before, after), parts.clock.now()))
    return differences
  })
}

export async function comparePublication(
  db: Database,
  given: Partial<ClinicPackage>,
): Promise<readonly PartDifference[]> {
  const before = await readStoredPackage(db)
  const after = checkedPackage({ ...(before ?? neutralClinic), ...given })
  rejectRewrittenTexts(after, await findRewrittenTexts(db, newTexts(before, after)))
  return comparePackages(before, after)
}

/** Fills the catalogue tables from the published package if another version of the product, or of its settings, derives other rows from it. */
export function refreshTables(parts: PublishingParts): Promise<void> {
  return parts.db.transaction(async (tx) => {
    await tx.run(clinicSql.lock, {})
    const clinic = await readStoredPackage(tx)
    if (clinic) await fillTables(parts, tx, clinic)
  })
}

function checkedPackage(clinic: Readonly<Record<PartName, unknown>>): ClinicPackage {
  const errors = partNames.flatMap((part) => invalidValues(part, clinic))
  if (errors.length > 0) throw new InvalidPackageError(errors)
  const parsed = Object.fromEntries(partNames.map((name) => [name, parsePart(name, clinic[name])]))
  const checked = { ...neutralClinic, ...parsed }
  const contradictions = findContradictions(checked)
  if (contradictions.length > 0) throw new InvalidPackageError(contradictions)
  return checked
}

function invalidValues(part: PartName, clinic: Readonly<Record<PartName, unknown>>): Contradiction[] {
  const { error } = z.safeParse(getPartSchema(part), clinic[part])
  return (error?.issues ?? []).map(({ path, message }) => ({
    part,
    path: path.map((step) => (typeof step === 'symbol' ? String(step) : step)),
    message: 'El valor no es válido',
    remedy: message,
  }))
}
