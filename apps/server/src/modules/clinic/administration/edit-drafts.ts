import { ApiError } from '@mi-portal/contract/calls/api-error'
import { clinicAdministrationEndpoints } from '@mi-portal/contract/clinic/administration'
import {
  type ClinicPackage,
  getPartSchema,
  type PartName,
  parsePart,
  partNames,
} from '@mi-portal/contract/clinic/clinic-package'
import * as z from 'zod/mini'
import type { ActorContext } from '../../../platform/context/context.ts'
import { operation } from '../../../platform/context/operation.ts'
import { findRow } from '../../../platform/database/database.ts'
import { inWords, toFieldErrors } from '../../../platform/http/checks/input.ts'
import * as clinicSql from '../clinic.sql.ts'
import type { StoredPart } from './drafts.sql.ts'
import * as draftsSql from './drafts.sql.ts'
import { findPresent, joinDrafts } from './read-drafts.ts'

/** The stored state of a part on which an edit is based; null if nothing was stored. */
type BasedOn = { readonly part: PartName; readonly id: number | null }

function rejectStale(rows: readonly StoredPart[], basedOn: BasedOn): void {
  const present = findPresent(rows, basedOn.part)
  if ((present?.id ?? null) !== basedOn.id) throw new ApiError('changedMeanwhile')
}

// Both sides stand in the order of the schema.
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/**
 * Stores contents as drafts. A content that equals the published one needs no draft.
 *
 * @throws {ApiError} `changedMeanwhile` when `basedOn` is no longer the present state of its part
 */
export async function saveDrafts(
  { db, actor, audit, clock }: ActorContext,
  contents: Partial<ClinicPackage>,
  basedOn?: BasedOn,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run(clinicSql.lock, {})
    const rows = await tx.run(draftsSql.present, {})
    if (basedOn !== undefined) rejectStale(rows, basedOn)
    const { published, clinic } = joinDrafts(rows)
    const changed = partNames.filter(
      (part) => contents[part] !== undefined && !isSame(contents[part], clinic[part]),
    )
    for (const part of changed) {
      if (published !== null && isSame(contents[part], published[part])) await draftsSql.remove(tx, part)
      else await draftsSql.put(tx, part, contents[part], actor.id, clock.now())
      await audit.add(tx, 'clinic.saveDraft', { object: `part=${part}` })
    }
  })
}

export const saveDraft = operation(
  clinicAdministrationEndpoints.saveDraft,
  async (ctx, { params: { part }, body: draft }) => {
    const body = z.object({ content: getPartSchema(part) })
    const { error } = z.safeParse(body, { content: draft.content }, inWords)
    if (error) throw new ApiError('invalid', { fieldErrors: toFieldErrors(body, error.issues) })
    await saveDrafts(ctx, { [part]: parsePart(part, draft.content) }, { part, id: draft.based_on })
    return { errors: [] }
  },
)

export const discardDraft = operation(
  clinicAdministrationEndpoints.discardDraft,
  async ({ db, audit }, { params: { part } }) => {
    await db.transaction(async (tx) => {
      await tx.run(clinicSql.lock, {})
      if (await draftsSql.remove(tx, part))
        await audit.add(tx, 'clinic.discardDraft', { object: `part=${part}` })
    })
    return {}
  },
)

export const restoreVersion = operation(
  clinicAdministrationEndpoints.restore,
  async (ctx, { params: { part, version: id } }) => {
    const version = await findRow(ctx.db, draftsSql.version, { part, id })
    if (version === null) throw new ApiError('notFound')
    if (!z.safeParse(getPartSchema(part), version.content).success) throw new ApiError('oldClinicVersion')
    await saveDrafts(ctx, { [part]: parsePart(part, version.content) })
    return {}
  },
)
