/** Holds a free slot of the portal's own calendars for a caller, for the minutes in which they book it. */

import { ApiError } from '@mi-portal/contract/api-error'
import { bookingMinutes, type Hold } from '@mi-portal/contract/booking/slots'
import type { Clock } from '../../../platform/clock.ts'
import { brokenConstraint } from '../../../platform/database/constraint-errors.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { AppointmentRecords } from '../../appointments/appointment-records.service.ts'
import { mostHolds, presentSlot } from '../booking.rules.ts'
import type { Caller } from '../booking-access.service.ts'
import * as availabilitySql from './availability.sql.ts'
import * as holdsSql from './holds.sql.ts'

type HoldsDependencies = {
  readonly db: Database
  readonly appointmentRecords: AppointmentRecords
  readonly clock: Clock
}

export function createHoldsService({ db, appointmentRecords, clock }: HoldsDependencies) {
  async function storeHold(slotId: number, personId: number, now: Date, until: Date) {
    try {
      return await holdsSql.hold(db, slotId, personId, now, until)
    } catch (error) {
      // A concurrent change of the calendar has removed the slot.
      if (brokenConstraint(error) === 'holds_slot_id_fkey') return null
      throw error
    }
  }

  /** Throws 404 for a slot at a site that is not among those of the member of staff. */
  async function judgeSite({ sites }: Caller['actor'], slotId: number): Promise<void> {
    const slot = sites === null ? null : await availabilitySql.slot(db, slotId)
    const office = slot === null ? null : await availabilitySql.officeId(db, slot.office_id)
    if (office !== null && sites?.includes(office) === false) throw new ApiError('notFound')
  }

  async function hold({ actor }: Caller, slotId: number): Promise<Hold> {
    await judgeSite(actor, slotId)
    const now = clock.now()
    const until = new Date(now.getTime() + bookingMinutes.hold * 60_000)
    const present = async (hold: { id: number; expires_at: Date }) => {
      const slot = await availabilitySql.slot(db, slotId)
      // A concurrent change of the calendar has removed the slot and its hold.
      if (slot === null) throw new ApiError('slotTaken')
      return {
        hold_id: hold.id,
        expires_at: hold.expires_at.toISOString(),
        seconds: Math.max(0, Math.floor((hold.expires_at.getTime() - now.getTime()) / 1000)),
        slot: presentSlot(slot),
      }
    }
    const own = await holdsSql.heldBy(db, slotId, actor.id, now)
    if (own !== null) return present(own)
    const made = await storeHold(slotId, actor.id, now, until)
    if (made !== null) {
      await holdsSql.trimHolds(db, actor.id, mostHolds)
      return present(made)
    }
    if ((await availabilitySql.slotState(db, slotId, now)) === null) throw new ApiError('notFound')
    // Of two concurrent requests of the same caller, the second finds the hold of the first.
    const hold = await holdsSql.heldBy(db, slotId, actor.id, now)
    if (hold !== null) return present(hold)
    throw new ApiError('slotTaken')
  }

  return {
    /** Holds a slot. A repeated request returns the same hold. Throws 404 for an unknown slot, 409 if it is held or taken. */
    hold,
    release: async ({ actor }: Caller, holdId: number): Promise<void> => {
      await db.transaction(async (tx) => {
        const released = await holdsSql.release(tx, holdId, actor.id)
        if (released === null) throw new ApiError('notFound')
        // A slot whose offer is declined is offered to the next person on the waiting list.
        if (released.kind === 'offer') await appointmentRecords.freedTimes.add(tx, [released], clock.now())
      })
    },
  }
}
