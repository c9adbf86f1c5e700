/** Staff's decisions about accounts that wait for validation: taken once, told to the person by mail. */
import { Failure } from '@mi-portal/contract/failure'
import type { Patient } from '@mi-portal/contract/people'
import { documentType } from '@mi-portal/contract/values/document-number'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { PeopleService } from '../people/people.service.ts'
import type { PhotosService } from '../photos/photos.service.ts'
import type { SessionService } from '../session/session.service.ts'
import { validationApproved, validationDenied } from './users.mails.ts'
import { decided, isRepeated } from './users.rules.ts'
import type { UsersStore } from './users.store.ts'

type UsersParts = {
  readonly db: Database
  readonly store: UsersStore
  readonly people: PeopleService
  readonly sessions: SessionService
  readonly photos: PhotosService
  readonly audit: Audit
  readonly mail: MailQueue
  readonly clock: Clock
}

export function usersService({ db, store, people, sessions, photos, audit, mail, clock }: UsersParts) {
  async function decide(
    actor: Actor,
    id: number,
    approved: boolean,
    reason: string,
    origin: Origin,
  ): Promise<Patient> {
    const person = await people.byId(id)
    if (person === null || person.rol !== 'STANDART_ROLE') throw new Failure('notFound')
    const after = decided(approved, person.document_type_id)
    const taken = await db.transaction(async (tx) => {
      const now = clock.now()
      if (!(await store.decide(tx, id, after.status, after.status_passport, now))) return false
      await store.record(tx, { personId: id, by: actor.id, approved, reason, now })
      await photos.dropAfterDecision(tx, [person.image_store_passport, person.image_store_passport_patient])
      if (!approved) await sessions.endAll(tx, id, 'account-closed')
      await audit.add(tx, {
        actorId: actor.id,
        actorRole: actor.rol,
        action: approved ? 'users.confirm' : 'users.deny',
        patientId: id,
        origin,
        detail: {
          before: { status: person.status, status_passport: person.status_passport },
          after,
        },
      })
      if (person.email !== null) {
        const data = {
          first_name: person.first_name,
          passport: person.document_type_id === documentType.passport,
        }
        const letter = { recipient: person.email, person_id: id }
        if (approved) await mail.queue(tx, validationApproved, { ...letter, data })
        else await mail.queue(tx, validationDenied, { ...letter, data: { ...data, reason } })
      }
      return true
    })
    if (taken) mail.nudge()
    else await refuseUnlessRepeated(id, approved, actor.id, after.status)
    const now = await people.byId(id)
    if (now === null) throw new Failure('notFound')
    return people.present(now)
  }

  /** Who asks again for what they decided gets the same answer; everybody else learns that it is decided. */
  async function refuseUnlessRepeated(id: number, approved: boolean, actorId: number, status: number) {
    const person = await people.byId(id)
    const repeated = isRepeated(await store.lastDecision(id), approved, actorId)
    if (!repeated || person?.status !== status) throw new Failure('decidedAlready')
  }

  return {
    confirm: (actor: Actor, id: number, reason: string, origin: Origin) =>
      decide(actor, id, true, reason, origin),
    deny: (actor: Actor, id: number, reason: string, origin: Origin) =>
      decide(actor, id, false, reason, origin),
  }
}

export type UsersService = ReturnType<typeof usersService>
