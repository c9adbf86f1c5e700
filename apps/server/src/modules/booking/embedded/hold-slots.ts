import { bookingMinutes, type Hold } from '@mi-portal/contract/booking/slots'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { ActorContext } from '../../../platform/context/context.ts'
import { brokenConstraint } from '../../../platform/database/constraint-errors.ts'
import { findRow } from '../../../platform/database/database.ts'
import { addFreedTimes } from '../../appointments/write-appointments.ts'
import { mostHolds, presentSlot } from '../booking.rules.ts'
import { findOfficeId, findSlot, findSlotState } from './availability.sql.ts'
import { deleteHold, findOwnHold, insertHold, trimHolds } from './holds.sql.ts'

async function rejectOtherSite({ actor: { sites }, db }: ActorContext, slotId: number): Promise<void> {
  const slot = sites === null ? null : await findRow(db, findSlot, { id: slotId })
  const office = slot === null ? null : await findRow(db, findOfficeId, { office_id: slot.office_id })
  if (office !== null && sites?.includes(office.id) === false) throw new ApiError('notFound')
}

/** Returns null if the slot is held or taken, and for a slot that a concurrent change of the calendar has removed. */
async function storeHold({ actor, db }: ActorContext, slot_id: number, now: Date) {
  const expires_at = new Date(now.getTime() + bookingMinutes.hold * 60_000)
  try {
    return await findRow(db, insertHold, { slot_id, person_id: actor.id, now, expires_at })
  } catch (error) {
    if (brokenConstraint(error) === 'holds_slot_id_fkey') return null
    throw error
  }
}

export async function holdSlot(ctx: ActorContext, slotId: number): Promise<Hold> {
  const { actor, clock, db } = ctx
  await rejectOtherSite(ctx, slotId)
  const now = clock.now()
  const present = async ({ id, expires_at }: { id: number; expires_at: Date }) => {
    const slot = await findRow(db, findSlot, { id: slotId })
    // A concurrent change of the calendar has removed the slot and its hold.
    if (slot === null) throw new ApiError('slotTaken')
    return {
      hold_id: id,
      expires_at: expires_at.toISOString(),
      seconds: Math.max(0, Math.floor((expires_at.getTime() - now.getTime()) / 1000)),
      slot: presentSlot(slot),
    }
  }
  const findOwn = () => findRow(db, findOwnHold, { slot_id: slotId, person_id: actor.id, now })
  const own = await findOwn()
  if (own !== null) return present(own)
  const stored = await storeHold(ctx, slotId, now)
  if (stored !== null) {
    await db.run(trimHolds, { person_id: actor.id, remaining: mostHolds })
    return present(stored)
  }
  if ((await findRow(db, findSlotState, { id: slotId, now })) === null) throw new ApiError('notFound')
  // Of two concurrent requests of the same caller, the second finds the hold of the first.
  const first = await findOwn()
  if (first !== null) return present(first)
  throw new ApiError('slotTaken')
}

export async function releaseHold({ actor, clock, db }: ActorContext, holdId: number): Promise<void> {
  await db.transaction(async (tx) => {
    const released = await findRow(tx, deleteHold, { id: holdId, person_id: actor.id })
    if (released === null) throw new ApiError('notFound')
    // A slot whose offer is declined is offered to the next person on the waiting list.
    if (released.kind === 'offer') await addFreedTimes(tx, [released], clock.now())
  })
}
