import { type Hold, slotEndpoints } from '@mi-portal/contract/booking/slots'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { ActorContext, Context } from '../../../platform/context/context.ts'
import { findRow } from '../../../platform/database/database.ts'
import { askService, isRejection } from './ask-service.ts'
import { deleteHold, findHold, insertHold, type RemoteHold, transferHold } from './remote-booking.sql.ts'

export async function holdRemoteSlot(ctx: ActorContext, slotId: number): Promise<Hold> {
  const { actor, db } = ctx
  const { data } = await askService(ctx, actor.id, slotEndpoints.hold, { body: { slot_id: slotId } })
  const stored = await findRow(db, insertHold, {
    person_id: actor.id,
    as_person_id: actor.id,
    slot_id: data.slot.id,
    modality: data.slot.modality,
    outside_hold_id: data.hold_id,
    expires_at: new Date(data.expires_at),
  })
  if (stored === null) throw new ApiError('slotTaken')
  return { ...data, hold_id: stored.id }
}

export async function requireHold({ actor, clock, db }: ActorContext, id: number): Promise<RemoteHold> {
  const held = await findRow(db, findHold, { id, person_id: actor.id })
  // If a booking got no response, only the service knows whether the hold was still valid.
  if (held === null || (held.asked === null && held.expires_at <= clock.now())) throw new ApiError('holdOver')
  return held
}

async function giveBack(ctx: Context, { as_person_id, outside_hold_id }: RemoteHold): Promise<void> {
  const sent = { params: { hold_id: outside_hold_id } }
  await askService(ctx, as_person_id, slotEndpoints.release, sent).catch((error: unknown) => {
    if (!isRejection(error)) throw error
  })
}

/** Returns the hold under the patient's name. A hold under another person's name is released and made again for the patient. */
export async function holdAs(ctx: Context, held: RemoteHold, patientId: number): Promise<RemoteHold> {
  if (held.as_person_id === patientId) return held
  await giveBack(ctx, held)
  const { data } = await askService(ctx, patientId, slotEndpoints.hold, { body: { slot_id: held.slot_id } })
  const again = {
    as_person_id: patientId,
    outside_hold_id: data.hold_id,
    expires_at: new Date(data.expires_at),
  }
  await ctx.db.run(transferHold, { id: held.id, ...again })
  return { ...held, ...again }
}

export async function releaseRemoteHold(ctx: ActorContext, id: number): Promise<void> {
  const held = await findRow(ctx.db, findHold, { id, person_id: ctx.actor.id })
  if (held === null || held.asked !== null) throw new ApiError('notFound')
  await giveBack(ctx, held)
  await ctx.db.run(deleteHold, { id })
}
