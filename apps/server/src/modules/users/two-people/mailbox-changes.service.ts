/**
 * Replaces the mailbox of an account. A reader of the mailbox can recover the account, so one member of staff requests another mailbox
 * and a second one confirms it.
 */

import * as z from 'zod/mini'
import type { Audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { DomainEvent } from '../../../platform/composition/domain-event.ts'
import type { Context } from '../../../platform/context/context.ts'
import type { ConfirmedChange } from '../../../platform/context/events.ts'
import type { Queries } from '../../../platform/database/database.ts'
import type { Actor, Origin } from '../../../platform/http/actor.ts'
import { changedSinceRequest } from '../../confirmations/confirmations.rules.ts'
import { accounts } from '../../people/accounts/accounts.service.ts'
import { recoveryHeldUntil } from '../../people/email.rules.ts'
import type { Person } from '../../people/people.service.ts'
import { findPerson, isGuardianMailbox } from '../../people/people.service.ts'
import type { AccessProof, RecordAccessService } from '../../record-access/record-access.service.ts'
import { lockSessions, voidTemporaryKeys } from '../../session/use-sessions.ts'
import type { ChangeNotifier } from '../change-notifier.service.ts'
import { isOtherMailbox, traceOf } from '../users.rules.ts'

type MailboxChangesDependencies = {
  readonly ctx: Context

  readonly recordAccess: RecordAccessService
  readonly changeConfirmed: DomainEvent<ConfirmedChange>
  readonly notifyChanges: ChangeNotifier
  readonly audit: Audit
  readonly clock: Clock
}

const emailChange = z.object({ before: z.nullable(z.string()), after: z.string() })

/** Who replaces a mailbox; of a confirmed change also the member of staff that requested it. */
type Act = Pick<ConfirmedChange, 'actor' | 'origin'> & {
  readonly requester: ConfirmedChange['requester'] | null
}

export function createMailboxChangesService(dependencies: MailboxChangesDependencies) {
  const { ctx, recordAccess, changeConfirmed, notifyChanges, audit, clock } = dependencies

  /** Writes the new address, voids what was mailed to the former one, and notifies both. */
  async function replaceMailbox(
    tx: Queries,
    person: Person,
    email: string,
    { actor, requester, origin }: Act,
  ): Promise<void> {
    const now = clock.now()
    const after = { email, recovery_held_until: recoveryHeldUntil(now) }
    if (!(await accounts.replaceEmail(tx, person.id, person.email, after, now)))
      throw changedSinceRequest('El e-mail de esta persona cambió desde que se pidió')
    await voidTemporaryKeys(tx, person.id)
    const { changed, ...sides } = traceOf(person, { ...person, email })
    await audit.add(tx, {
      actorId: actor.id,
      actorRole: actor.rol,
      action: 'users.edit',
      patientId: person.id,
      origin,
      detail: {
        changed,
        ...sides,
        ...(requester === null ? {} : { requested_by: requester.id, requested_by_name: requester.name }),
      },
    })
    await notifyChanges(tx, person, { ...person, email }, { password: false, pictures: [] })
  }

  changeConfirmed.on(async (tx, { kind, subjectId, payload, ...act }) => {
    if (kind !== 'email-change') return
    const { before, after } = emailChange.parse(payload)
    await lockSessions(tx, subjectId)
    const person = await findPerson(ctx, subjectId)
    if (person === null || person.email !== before)
      throw changedSinceRequest('El e-mail de esta persona cambió desde que se pidió')
    if (await isGuardianMailbox(ctx, subjectId, after))
      throw changedSinceRequest('El e-mail es de quien representa a esta persona')
    await replaceMailbox(tx, person, after, act)
  })

  return {
    /**
     * Returns what proves another mailbox that an edit enters: the own session, or the judgement of one member of staff. Null if the
     * mailbox stays, or if there is no account: the address of a record recovers nothing.
     */
    prove: async (
      actor: Actor,
      person: Person,
      email: string,
      origin: Origin,
    ): Promise<AccessProof | null> => {
      if (person.without_account || !isOtherMailbox(person.email, email)) return null
      if (actor.id === person.id) return { kind: 'own-session' }
      const request = {
        kind: 'email-change',
        subjectId: person.id,
        payload: { before: person.email, after: email } satisfies z.output<typeof emailChange>,
        changes: [{ field: 'email', before: person.email, after: email }],
        actor,
        origin,
      } as const
      return { kind: 'staff', hasRecord: await recordAccess.hasRecord(person), request }
    },

    /** Replaces the mailbox or requests it, in the transaction that stores the rest of an edit. Returns what waits. */
    replace: async (
      tx: Queries,
      proof: AccessProof | null,
      person: Person,
      email: string,
      actor: Actor,
      origin: Origin,
    ): Promise<'email-change'[]> => {
      if (proof === null) return []
      const write = () => replaceMailbox(tx, person, email, { actor, requester: null, origin })
      return (await recordAccess.bindAccess(tx, proof, write)) ? [] : ['email-change']
    },
  }
}

export type MailboxChangesService = ReturnType<typeof createMailboxChangesService>
