/** Removes the second factor and the passkeys of a person who lost them, once two members of staff agree. */

import { ApiError } from '@mi-portal/contract/api-error'
import type { DomainEvent } from '../../../platform/composition/domain-event.ts'
import type { Context } from '../../../platform/context/context.ts'
import type { ConfirmedChange } from '../../../platform/context/events.ts'
import type { Database, Queries } from '../../../platform/database/database.ts'
import type { Actor, Origin } from '../../../platform/http/actor.ts'
import { mayAdminister } from '../../people/people.rules.ts'
import { findPerson } from '../../people/people.service.ts'
import type { RecordAccessService } from '../../record-access/record-access.service.ts'
import { hasAnySecondFactor, resetSecondFactor } from '../../session/second-factor/change-second-factor.ts'

type ResetsDependencies = {
  readonly db: Database
  readonly ctx: Context

  readonly recordAccess: RecordAccessService
  readonly changeConfirmed: DomainEvent<ConfirmedChange>
}

const noSecondFactor = () =>
  new ApiError('changedMeanwhile', { msg: 'Esta cuenta no tiene un segundo factor' })

export function createSecondFactorResetsService(dependencies: ResetsDependencies) {
  const { db, ctx, recordAccess, changeConfirmed } = dependencies

  async function removeFactor(tx: Queries, personId: number): Promise<void> {
    if (!(await resetSecondFactor(ctx, tx, personId, 'two-people'))) throw noSecondFactor()
  }

  changeConfirmed.on(async (tx, { kind, subjectId }) => {
    if (kind !== 'second-factor-reset') return
    await removeFactor(tx, subjectId)
  })

  return {
    /** Requests the removal of a second factor, which another member of staff has to confirm. */
    requestReset: async (actor: Actor, id: number, origin: Origin): Promise<void> => {
      const person = await findPerson(ctx, id)
      if (person === null) throw new ApiError('notFound')
      if (!mayAdminister(actor.rol, person.rol)) throw new ApiError('forbidden')
      if (!(await hasAnySecondFactor(ctx, id))) throw noSecondFactor()
      const request = { kind: 'second-factor-reset', subjectId: id, actor, origin } as const
      const proof = { kind: 'staff', hasRecord: await recordAccess.hasRecord(person), request } as const
      await db.transaction((tx) => recordAccess.bindAccess(tx, proof, () => removeFactor(tx, id)))
    },
  }
}

export type SecondFactorResetsService = ReturnType<typeof createSecondFactorResetsService>
