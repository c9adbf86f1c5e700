/**
 * «Solo yo»: a patient keeps single exams and appointments from the people who see the record through the family. The mark makes an
 * item reserved, so every reader leaves it out as it leaves out what the law reserves. What was written for other people before
 * (notifications, e-mails, copies of the data) is withdrawn in the same transaction.
 */
import { ApiError } from '@mi-portal/contract/calls/api-error'
import {
  bookedByOther,
  type MarkLack,
  ownMailboxNeeded,
  privateItemEndpoints,
} from '@mi-portal/contract/private-items'
import { toDay } from '@mi-portal/contract/values/dates'
import type { ActorContext } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { findRow, type Queries } from '../../platform/database/database.ts'
import type { MarkOutcome } from '../../ports/clinical-archive.ts'
import type { AboutItem } from '../../ports/mail.ts'
import { findPerson, isGuardianMailbox } from '../people/read-people.ts'
import { maySetMark } from './private-items.rules.ts'
import { findDelegation } from './private-items.sql.ts'

/**
 * Returns whether the caller may set the mark, and what the account of an adolescent lacks for it. A session of an account that was opened for
 * a child ends at the age of reserve, so only the mailbox may not be their own.
 */
async function findOptions(ctx: ActorContext): Promise<{ may_mark: boolean; lacks: MarkLack | null }> {
  const { db, actor, ages, clock } = ctx
  const now = clock.now()
  const [person, delegation] = await Promise.all([
    findPerson(ctx, actor.id),
    findRow(db, findDelegation, { person_id: actor.id, now }),
  ])
  const marker = person && { date_birth: person.date_birth, hasDelegate: delegation !== null }
  if (marker === null || !maySetMark(marker, toDay(now), ages)) return { may_mark: false, lacks: null }
  if (!actor.isMinor) return { may_mark: true, lacks: null }
  const email = person?.email ?? null
  const isOwn = email !== null && !(await isGuardianMailbox(ctx, actor.id, email))
  return isOwn ? { may_mark: true, lacks: null } : { may_mark: false, lacks: 'own_mailbox' }
}

export const readMarkOptions = operation(privateItemEndpoints.options, findOptions)

async function requireMayMark(ctx: ActorContext, isPrivate: boolean): Promise<void> {
  if (!isPrivate) return
  const { may_mark, lacks } = await findOptions(ctx)
  if (lacks !== null) throw new ApiError('notPossible', { msg: ownMailboxNeeded })
  if (!may_mark) throw new ApiError('forbidden')
}

async function storeMark(
  { db, events }: ActorContext,
  item: AboutItem,
  isPrivate: boolean,
  set: (tx: Queries) => Promise<MarkOutcome>,
): Promise<{ is_private: boolean }> {
  await db.transaction(async (tx) => {
    const outcome = await set(tx)
    if (outcome === 'absent') throw new ApiError('notFound')
    if (outcome === 'bookedByOther') throw new ApiError('notPossible', { msg: bookedByOther })
    if (isPrivate) await events.itemKeptPrivate.announce(tx, item)
  })
  return { is_private: isPrivate }
}

export const markExam = operation(
  privateItemEndpoints.markExam,
  async (ctx, { body: { attention_id: id, type, is_private } }) => {
    const { actor, clock, ports } = ctx
    await requireMayMark(ctx, is_private)
    const own = { patientId: actor.id, withoutReserved: false }
    if ((await ports.archive.exam(own, id, type)) === null) throw new ApiError('notFound')
    const item = { patient_id: actor.id, exam_id: id, id_appointment: null }
    return storeMark(ctx, item, is_private, (tx) =>
      ports.privateItems.setExam(tx, { id, patient_id: actor.id }, is_private, clock.now()),
    )
  },
)

export const markAppointment = operation(
  privateItemEndpoints.markAppointment,
  async (ctx, { body: { id_appointment: id, is_private } }) => {
    const { actor, clock, ports } = ctx
    await requireMayMark(ctx, is_private)
    const item = { patient_id: actor.id, exam_id: null, id_appointment: id }
    const marked = { id, patient_id: actor.id }
    return storeMark(ctx, item, is_private, async (tx) => {
      const now = clock.now()
      const outcome = await ports.setOwnAppointment(tx, marked, is_private, now)
      return outcome === 'absent'
        ? ports.privateItems.setExternalAppointment(tx, marked, is_private, now)
        : outcome
    })
  },
)
