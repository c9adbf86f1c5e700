import {
  type ClinicPackage,
  type PartName,
  parsePart,
  partNames,
} from '@mi-portal/contract/clinic/clinic-package'
import { toDay } from '@mi-portal/contract/values/dates'
import type { Context } from '../../../platform/context/context.ts'
import type { Contradiction } from '../contradictions/contradiction.rules.ts'
import { neutralClinic } from '../neutral-clinic.ts'
import { findPackageErrors } from '../package/read-upload.ts'
import { writePackage } from '../package/write-package.ts'
import { readStoredImages } from '../stored-package.ts'
import type { StoredPart } from './drafts.sql.ts'
import * as draftsSql from './drafts.sql.ts'

export type Candidate = {
  readonly published: ClinicPackage | null
  readonly clinic: ClinicPackage
  readonly drafts: readonly StoredPart[]
}

export function parseContents(rows: readonly StoredPart[]): Partial<ClinicPackage> {
  return Object.fromEntries(
    partNames.flatMap((name) => {
      const row = rows.find(({ part }) => part === name)
      return row === undefined ? [] : [[name, parsePart(name, row.content)] as const]
    }),
  )
}

export function joinDrafts(rows: readonly StoredPart[]): Candidate {
  const published = rows.filter(({ state }) => state === 'published')
  const own = rows.filter(({ state }) => state === 'draft')
  return {
    published: published.length === 0 ? null : { ...neutralClinic, ...parseContents(published) },
    clinic: { ...neutralClinic, ...parseContents(published), ...parseContents(own) },
    drafts: own,
  }
}

export const readCandidate = async ({ db }: Context): Promise<Candidate> =>
  joinDrafts(await db.run(draftsSql.present, {}))

export function findPresent(rows: readonly StoredPart[], part: PartName): StoredPart | undefined {
  const own = rows.filter((row) => row.part === part)
  return own.find(({ state }) => state === 'draft') ?? own[0]
}

export const writeStoredPackage = async ({ db }: Context, clinic: ClinicPackage) =>
  writePackage(clinic, await readStoredImages(db, clinic))

/** Returns the errors of a package, and of what was found elsewhere, each with its file and line. */
export const checkPackage = async (
  { db, clock }: Context,
  clinic: ClinicPackage,
  found: readonly Contradiction[] = [],
) =>
  findPackageErrors({
    clinic,
    found,
    today: toDay(clock.now()),
    images: await readStoredImages(db, clinic),
  })
