import { ApiError } from '@mi-portal/contract/calls/api-error'
import { clinicAdministrationEndpoints } from '@mi-portal/contract/clinic/administration'
import { partNames } from '@mi-portal/contract/clinic/clinic-package'
import { comparePackages } from '@mi-portal/contract/clinic/differences'
import type { Permission } from '@mi-portal/contract/permissions/permissions'
import type { ActorContext } from '../../../platform/context/context.ts'
import { operation } from '../../../platform/context/operation.ts'
import type { Queries } from '../../../platform/database/database.ts'
import { independenceError, isAlone } from '../../confirmations/independence/independence.rules.ts'
import { readStaff } from '../../confirmations/independence/read-staff.ts'
import { addsApproval } from '../approvals.rules.ts'
import { InvalidPackageError, publishPackage } from '../publish-package.ts'
import * as draftsSql from './drafts.sql.ts'
import { type Candidate, checkPackage, parseContents, readCandidate } from './read-drafts.ts'

const permission: Permission = 'clinic.edit'

export const listChanges = operation(clinicAdministrationEndpoints.changes, async (ctx) => {
  const { published, clinic } = await readCandidate(ctx)
  const changes = comparePackages(published, clinic).map(({ isReordered: _, ...change }) => change)
  return { changes, errors: await checkPackage(ctx, clinic) }
})

/** Throws if a draft approves clinical content, and the caller wrote it or is not independent of its author, unless the author is alone. */
async function requireSecondPerson(ctx: ActorContext, tx: Queries, { published, clinic, drafts }: Candidate) {
  const approving = drafts.filter(({ part }) => addsApproval(published, clinic, part))
  const authors = new Set(approving.flatMap(({ author_id }) => author_id ?? []))
  const staff = authors.size === 0 ? null : await readStaff(ctx, tx)
  for (const requesterId of authors) {
    if (staff === null || isAlone(staff, requesterId, permission)) continue
    if (requesterId === ctx.actor.id) throw new ApiError('approvalsNeedAnother')
    const change = { requesterId, subject: { id: 0, rol: 'ADMIN_ROLE' }, permission } as const
    const rejection = independenceError(staff, ctx.actor.id, change)
    if (rejection !== null) throw rejection
  }
}

export const publishDrafts = operation(
  clinicAdministrationEndpoints.publish,
  async (ctx, { body: { note } }) => {
    const { db, actor, audit, clock, config } = ctx
    const candidate = await readCandidate(ctx)
    const { clinic, drafts } = candidate
    const errors = await checkPackage(ctx, clinic)
    if (errors.length > 0) return { published: [], errors }
    const published = drafts.flatMap(({ part }) => partNames.filter((name) => name === part))
    const parts = { db, clock, isDemonstration: config.demo }
    const publisher = { author: actor.id, note: note ?? '' }
    try {
      await publishPackage(parts, parseContents(drafts), new Map(), publisher, async (tx) => {
        await requireSecondPerson(ctx, tx, candidate)
        // A draft that was changed meanwhile has another id: nothing is published that was not shown.
        const ids = drafts.map(({ id }) => id)
        if ((await draftsSql.removeById(tx, ids)) !== ids.length) throw new ApiError('changedMeanwhile')
        await audit.add(tx, 'clinic.publish', { object: `parts=${published.join(',')}` })
      })
    } catch (error) {
      if (!(error instanceof InvalidPackageError)) throw error
      return { published: [], errors: await checkPackage(ctx, clinic, error.errors) }
    }
    return { published, errors: [] }
  },
)
