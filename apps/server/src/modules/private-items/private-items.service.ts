/**
 * «Solo yo»: a patient keeps single exams and appointments from the people who see the record through the family. The mark makes an
 * item reserved, so every reader leaves it out as it leaves out what the law reserves. What was written for other people before
 * (notifications, e-mails, copies of the data) is withdrawn in the same transaction.
 */

import { ApiError } from '@mi-portal/contract/api-error'
import type { ExamType } from '@mi-portal/contract/exams'
import { bookedByOther, type MarkLack, ownMailboxNeeded } from '@mi-portal/contract/private-items'
import type { Ages } from '@mi-portal/contract/values/ages'
import { dayOf } from '@mi-portal/contract/values/dates'
import type { Clock } from '../../platform/clock.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { ClinicalArchive, MarkOutcome, PrivateItems, SetPrivate } from '../../ports/clinical-archive.ts'
import type { AboutItem, MailQueue } from '../../ports/mail.ts'
import type { NotificationsService } from '../notifications/notifications.service.ts'
import { findPerson, isGuardianMailbox } from '../people/people.service.ts'
import { maySetMark } from './private-items.rules.ts'
import * as privateItemsSql from './private-items.sql.ts'

export type PrivateItemsDependencies = {
  readonly db: Database
  readonly archive: Pick<ClinicalArchive, 'exam'>
  /** Marks exams, and the appointments of an external archive. */
  readonly privateItems: PrivateItems
  /** Marks the appointments that the portal stores. */
  readonly setOwnAppointment: SetPrivate
  readonly ctx: Context
  readonly notifications: Pick<NotificationsService, 'withdrawCounts'>
  readonly mail: Pick<MailQueue, 'withdrawAbout'>
  /** Withdraws the copies of a patient's data that other people requested. */
  readonly withdrawCopies: (tx: Queries, patientId: number) => Promise<void>
  readonly clock: Clock
  readonly ages: Ages
}

export function createPrivateItemsService(dependencies: PrivateItemsDependencies) {
  const { db, archive, privateItems, setOwnAppointment, ctx, notifications, mail } = dependencies
  const { withdrawCopies, clock, ages } = dependencies

  /**
   * Returns whether a person may set the mark, and what the account of an adolescent lacks for it. A session of an account that was opened for
   * a child ends at the age of reserve, so only the mailbox may not be their own.
   */
  async function readOptions(actor: Actor): Promise<{ may_mark: boolean; lacks: MarkLack | null }> {
    const now = clock.now()
    const [person, hasDelegate] = await Promise.all([
      findPerson(ctx, actor.id),
      privateItemsSql.hasDelegate(db, actor.id, now),
    ])
    if (person === null || !maySetMark({ date_birth: person.date_birth, hasDelegate }, dayOf(now), ages))
      return { may_mark: false, lacks: null }
    if (!actor.isMinor) return { may_mark: true, lacks: null }
    const isOwn = person.email !== null && !(await isGuardianMailbox(ctx, actor.id, person.email))
    return isOwn ? { may_mark: true, lacks: null } : { may_mark: false, lacks: 'own_mailbox' }
  }

  async function requireMayMark(actor: Actor, isPrivate: boolean): Promise<void> {
    if (!isPrivate) return
    const { may_mark, lacks } = await readOptions(actor)
    if (lacks !== null) throw new ApiError('notPossible', { msg: ownMailboxNeeded })
    if (!may_mark) throw new ApiError('forbidden')
  }

  /** Withdraws what other people were to receive about an item that is private now. */
  async function withdraw(tx: Queries, item: AboutItem): Promise<void> {
    await mail.withdrawAbout(tx, item)
    await notifications.withdrawCounts(tx, item)
    await withdrawCopies(tx, item.patient_id)
  }

  async function storeMark(
    item: AboutItem,
    isPrivate: boolean,
    set: (tx: Queries) => Promise<MarkOutcome>,
  ): Promise<{ is_private: boolean }> {
    await db.transaction(async (tx) => {
      const outcome = await set(tx)
      if (outcome === 'absent') throw new ApiError('notFound')
      if (outcome === 'bookedByOther') throw new ApiError('notPossible', { msg: bookedByOther })
      if (isPrivate) await withdraw(tx, item)
    })
    return { is_private: isPrivate }
  }

  return {
    readOptions,

    /** Sets or removes the mark of an exam. Throws 403 if the caller may not set it, 404 if it is no exam of theirs. */
    markExam: async (
      actor: Actor,
      { id, type }: { readonly id: number; readonly type: ExamType },
      isPrivate: boolean,
    ) => {
      await requireMayMark(actor, isPrivate)
      const own = { patientId: actor.id, withoutReserved: false }
      if ((await archive.exam(own, id, type)) === null) throw new ApiError('notFound')
      const item = { patient_id: actor.id, exam_id: id, id_appointment: null }
      return storeMark(item, isPrivate, (tx) =>
        privateItems.setExam(tx, { id, patient_id: actor.id }, isPrivate, clock.now()),
      )
    },

    /**
     * Sets or removes the mark of an appointment. Throws 403 if the caller may not set it, 404 if it is no appointment of theirs, and
     * 409 if a member of the family booked it.
     */
    markAppointment: async (actor: Actor, id: number, isPrivate: boolean) => {
      await requireMayMark(actor, isPrivate)
      const item = { patient_id: actor.id, exam_id: null, id_appointment: id }
      const marked = { id, patient_id: actor.id }
      return storeMark(item, isPrivate, async (tx) => {
        const now = clock.now()
        const outcome = await setOwnAppointment(tx, marked, isPrivate, now)
        return outcome === 'absent'
          ? privateItems.setExternalAppointment(tx, marked, isPrivate, now)
          : outcome
      })
    },
  }
}

export type PrivateItemsService = ReturnType<typeof createPrivateItemsService>
