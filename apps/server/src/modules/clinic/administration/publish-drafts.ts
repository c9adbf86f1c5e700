import { ApiError } from '@mi-portal/contract/api-error'
import { clinicAdministrationEndpoints } from '@mi-portal/contract/clinic/administration'
import { partNames } from '@mi-portal/contract/clinic/clinic-package'
import { comparePackages } from '@mi-portal/contract/clinic/differences'
import { operation } from '../../../platform/context/operation.ts'
import type { Queries } from '../../../platform/database/database.ts'
import { InvalidPackageError, publishPackage } from '../publish-package.ts'
import type { StoredPart } from './drafts.sql.ts'
import * as draftsSql from './drafts.sql.ts'
import { checkPackage, parseContents, readCandidate } from './read-drafts.ts'

export const listChanges = operation(clinicAdministrationEndpoints.changes, async (ctx) => {
  const { published, clinic } = await readCandidate(ctx)
  const changes = comparePackages(published, clinic).map(({ isReordered: _, ...change }) => change)
  const { errors } = await checkPackage(ctx, clinic)
  return { changes, errors }
})

/** Throws if the caller wrote the draft of the clinical approvals and another super administrator could publish it. */
async function requireSecondPerson(
  tx: Queries,
  drafts: readonly StoredPart[],
  actorId: number,
): Promise<void> {
  if (!drafts.some(({ part, author_id }) => part === 'approvals' && author_id === actorId)) return
  if ((await tx.run(draftsSql.anotherPublisher, { id: actorId })).length > 0)
    throw new ApiError('approvalsNeedAnother')
}

/** Publishes all drafts at once. Returns the parts, or the errors that prevented the publication. */
export const publishDrafts = operation(
  clinicAdministrationEndpoints.publish,
  async (ctx, { body: { note } }) => {
    const { db, actor, audit, clock, config } = ctx
    const { clinic, drafts } = await readCandidate(ctx)
    const { errors, locate } = await checkPackage(ctx, clinic)
    if (errors.length > 0) return { published: [], errors }
    const published = drafts.flatMap(({ part }) => partNames.filter((name) => name === part))
    const parts = { db, clock, isDemonstration: config.demo }
    const publisher = { author: actor.id, note: note ?? '' }
    try {
      await publishPackage(parts, parseContents(drafts), new Map(), publisher, async (tx) => {
        await requireSecondPerson(tx, drafts, actor.id)
        // A draft that was changed meanwhile has another id: nothing is published that was not shown.
        const ids = drafts.map(({ id }) => id)
        if ((await draftsSql.removeById(tx, ids)) !== ids.length) throw new ApiError('changedMeanwhile')
        await audit.add(tx, 'clinic.publish', { object: `parts=${published.join(',')}` })
      })
    } catch (error) {
      if (!(error instanceof InvalidPackageError)) throw error
      return { published: [], errors: error.errors.map(locate) }
    }
    return { published, errors: [] }
  },
)
