/** Removes the second factor and the passkeys of a person who lost them, once two members of staff agree. */
import { ApiError } from '@mi-portal/contract/api-error'
import type { DomainEvent } from '../../../platform/composition/domain-event.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Actor, Origin } from '../../../platform/http/actor.ts'
import type { ConfirmationsService, ConfirmedChange } from '../../confirmations/confirmations.service.ts'
import { mayAdminister } from '../../people/people.rules.ts'
import type { PeopleService } from '../../people/people.service.ts'
import type { SecondFactorService } from '../../session/second-factor/second-factor.service.ts'

type ResetsDependencies = {
  readonly db: Database
  readonly people: PeopleService
  readonly secondFactor: Pick<SecondFactorService, 'hasAny' | 'reset'>
  readonly confirmations: Pick<ConfirmationsService, 'request'>
  readonly changeConfirmed: DomainEvent<ConfirmedChange>
}

const noSecondFactor = () =>
  new ApiError('changedMeanwhile', { msg: 'Esta cuenta no tiene un segundo factor' })

export function createSecondFactorResetsService(dependencies: ResetsDependencies) {
  const { db, people, secondFactor, confirmations, changeConfirmed } = dependencies

  changeConfirmed.on(async (tx, { kind, subjectId }) => {
    if (kind !== 'second-factor-reset') return
    if (!(await secondFactor.reset(tx, subjectId, 'two-people'))) throw noSecondFactor()
  })

  return {
    /** Requests the removal of a second factor, which another member of staff has to confirm. */
    requestReset: async (actor: Actor, id: number, origin: Origin): Promise<void> => {
      const person = await people.byId(id)
      if (person === null) throw new ApiError('notFound')
      if (!mayAdminister(actor.rol, person.rol)) throw new ApiError('forbidden')
      if (!(await secondFactor.hasAny(id))) throw noSecondFactor()
      await db.transaction((tx) =>
        confirmations.request(tx, { kind: 'second-factor-reset', subjectId: id, actor, origin }),
      )
    },
  }
}

export type SecondFactorResetsService = ReturnType<typeof createSecondFactorResetsService>
