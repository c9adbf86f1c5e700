/**
 * Protection measures of minors. While one is in force, no person becomes the minor's guardian in the portal. One member of staff sets it, and
 * two end it. The audit entry of setting it does not name the minor as its patient, because a guardian with the minor's account would read it.
 */

import { ApiError } from '@mi-portal/contract/api-error'
import type { Audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { DomainEvent } from '../../../platform/composition/domain-event.ts'
import type { Context } from '../../../platform/context/context.ts'
import type { ConfirmedChange } from '../../../platform/context/events.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Actor, Origin } from '../../../platform/http/actor.ts'
import { changedSinceRequest } from '../../confirmations/confirmations.rules.ts'
import { requestChange } from '../../confirmations/decide-changes.ts'
import { findPerson, isPersonMinor } from '../../people/people.service.ts'
import type { GuardianshipStore } from './guardianship.store.ts'

type ProtectionsDependencies = {
  readonly db: Database
  readonly store: GuardianshipStore
  readonly ctx: Context

  readonly changeConfirmed: DomainEvent<ConfirmedChange>
  readonly audit: Audit
  readonly clock: Clock
}

export function createProtectionsService(dependencies: ProtectionsDependencies) {
  const { db, store, ctx, changeConfirmed, audit, clock } = dependencies

  changeConfirmed.on(async (tx, { kind, subjectId }) => {
    if (kind !== 'protection-end') return
    if (!(await store.endProtection(tx, subjectId)))
      throw changedSinceRequest('La medida de protección ya terminó')
  })

  async function requireMinor(patientId: number): Promise<void> {
    const person = await findPerson(ctx, patientId)
    if (person === null || person.rol !== 'STANDART_ROLE' || person.deleted_at !== null)
      throw new ApiError('notFound')
    if (!isPersonMinor(ctx, person))
      throw new ApiError('notPossible', { msg: 'Una medida de protección es de una persona menor de edad' })
  }

  async function set(actor: Actor, patientId: number, origin: Origin): Promise<void> {
    await requireMinor(patientId)
    await db.transaction(async (tx) => {
      if (!(await store.protect(tx, patientId, actor.id, clock.now()))) return
      await audit.add(tx, {
        actorId: actor.id,
        actorRole: actor.rol,
        action: 'family.protect',
        patientId: null,
        object: `member=${patientId}`,
        origin,
      })
    })
  }

  async function requestEnd(actor: Actor, patientId: number, origin: Origin): Promise<void> {
    await db.transaction(async (tx) => {
      const protection = await store.protection(patientId, tx)
      if (protection === null) throw new ApiError('notFound')
      const changes = [{ field: 'guardian' as const, before: 'Medida de protección', after: null }]
      await requestChange(ctx, tx, {
        kind: 'protection-end',
        subjectId: patientId,
        changes,
        actor,
        origin,
      })
    })
  }

  return {
    /** Sets a protection measure at once, or requests that another member of staff ends it. */
    change: (actor: Actor, patientId: number, isProtected: boolean, origin: Origin): Promise<void> =>
      isProtected ? set(actor, patientId, origin) : requestEnd(actor, patientId, origin),
  }
}

export type ProtectionsService = ReturnType<typeof createProtectionsService>
