/** The waiting list. A free slot is offered to the first matching person and held for thirty minutes, then to the next person. */

import { type OfficeCode, unknownOffice } from '@mi-portal/contract/booking/services'
import { bookingMinutes } from '@mi-portal/contract/booking/slots'
import type { Offer, Waiting, WaitingDraft } from '@mi-portal/contract/booking/waiting-list'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { toDay } from '@mi-portal/contract/values/dates'
import type { ActorContext, Context } from '../../../platform/context/context.ts'
import { brokenConstraint } from '../../../platform/database/constraint-errors.ts'
import { findRow } from '../../../platform/database/database.ts'
import type { Row } from '../../../platform/database/statement.ts'
import { addFreedTimes, claimFreedTime, removePastTimes } from '../../appointments/write-appointments.ts'
import { authorizeBooking } from '../../family/patient-access.ts'
import { findPerson } from '../../people/read-people.ts'
import { presentSlot } from '../booking.rules.ts'
import { findOfficeId } from '../embedded/availability.sql.ts'
import { notifyOffer } from './notify-offer.ts'
import * as sql from './waiting.sql.ts'

const mostWaits = 10

/** The professional and the site are null if any will do. */
type Wish = {
  readonly wire_code: string
  readonly office_id: OfficeCode | null
  readonly rut: string | null
}

async function rejectUnattended({ clock, db }: Context, wish: Wish): Promise<void> {
  const { wire_code, office_id, rut } = wish
  if ((await findRow(db, sql.findKnownService, { wire_code, rut })) === null) throw new ApiError('notFound')
  if (office_id !== null && (await findRow(db, findOfficeId, { office_id })) === null)
    throw new ApiError('invalid', { fieldErrors: [{ msg: unknownOffice, param: 'office_id' }] })
  if ((await findRow(db, sql.findAttendedService, { ...wish, today: toDay(clock.now()) })) === null)
    throw new ApiError('noProfessionalAttends', { param: 'office_id' })
}

export async function listWaits(ctx: ActorContext): Promise<Waiting[]> {
  const rows = await ctx.db.run(sql.listWaits, { person_id: ctx.actor.id })
  const rights = await Promise.all(rows.map((row) => authorizeBooking(ctx, ctx.actor.id, row.patient_id)))
  return rows
    .filter((_, index) => rights[index] !== null)
    .map(({ code, name, created_at, ...row }) => ({
      ...row,
      specialty: { code, name },
      created_at: created_at.toISOString(),
    }))
}

export async function addWait(ctx: ActorContext, draft: WaitingDraft): Promise<Waiting> {
  const { actor, clock, db } = ctx
  const { patient_id } = draft
  if ((await authorizeBooking(ctx, actor.id, patient_id)) === null) throw new ApiError('notFound')
  if ((draft.to ?? '9999-12-31') < (draft.from ?? toDay(clock.now())))
    throw new ApiError('invalid', { param: 'to', msg: 'Elige un período válido' })
  const wish = {
    wire_code: draft.specialty.toUpperCase(),
    office_id: draft.office_id ?? null,
    rut: draft.rut_professional ?? null,
  }
  await rejectUnattended(ctx, wish)
  const counted = await findRow(db, sql.countWaits, { person_id: actor.id })
  if ((counted?.count ?? 0) >= mostWaits) throw new ApiError('tooManyWaits')
  const added = await findRow(db, sql.insertWait, {
    ...wish,
    person_id: actor.id,
    patient_id,
    from_day: draft.from ?? null,
    to_day: draft.to ?? null,
    now: clock.now(),
    told_elsewhere: actor.visiting === true,
  })
  const isSame = (one: Waiting) =>
    one.patient_id === patient_id &&
    one.specialty.code === wish.wire_code &&
    one.office_id === wish.office_id &&
    one.rut_professional === wish.rut
  const own = (await listWaits(ctx)).find((one) => (added === null ? isSame(one) : one.id === added.id))
  // Another person already has an entry for the same patient and specialty.
  if (!own) throw new ApiError('waitsAlready')
  return own
}

export async function stopWait({ actor, clock, db }: ActorContext, id: number): Promise<void> {
  const ended = await findRow(db, sql.endOwnWait, { id, person_id: actor.id, now: clock.now() })
  if (ended === null) throw new ApiError('notFound')
}

export async function listOffers({ actor, clock, db }: ActorContext): Promise<Offer[]> {
  const rows = await db.run(sql.listOffers, { person_id: actor.id, now: clock.now() })
  return rows.map(({ hold_id, expires_at, patient_id, patient_full_name, ...slot }) => ({
    hold_id,
    expires_at: expires_at.toISOString(),
    patient_id,
    patient_full_name,
    slot: presentSlot(slot),
  }))
}

type Match = Row<typeof sql.listMatches>
type Found = { readonly [K in keyof Match]: NonNullable<Match[K]> }

function isFound(match: Match): match is Found {
  return match.slot_id !== null
}

async function offerSlot(ctx: Context, match: Found): Promise<boolean> {
  const { clock, db } = ctx
  const { person_id, patient_id, slot_id, waiting_id, starts_at, doctor_name, place_care: place } = match
  const person = await findPerson(ctx, person_id)
  const now = clock.now()
  const until = new Date(now.getTime() + bookingMinutes.offer * 60_000)
  try {
    return await db.transaction(async (tx) => {
      if (!(await claimFreedTime(tx, match.freed_id))) return false
      await tx.run(sql.insertOffer, { slot_id, waiting_id, person_id, patient_id, now, expires_at: until })
      if (!match.told_elsewhere)
        await notifyOffer(ctx, tx, person_id, person, { starts_at, doctor_name, place, until })
      return true
    })
  } catch (error) {
    // A concurrent request has held or offered the slot. The next run tries again.
    if (brokenConstraint(error) !== null) return false
    throw error
  }
}

export async function offerFreedSlots(ctx: Context) {
  const { clock, db } = ctx
  const now = clock.now()
  const lapsed = await db.transaction(async (tx) => {
    const times = await tx.run(sql.deleteExpiredOffers, { now })
    await addFreedTimes(tx, times, now)
    return times.length
  })
  await removePastTimes(db, now)
  let offered = 0
  const notified = new Set<number>()
  for (const match of await db.run(sql.listMatches, { now })) {
    if (!isFound(match)) await claimFreedTime(db, match.freed_id)
    // If several slots were released at once, each person is offered one. The others are handled in the next pass.
    else if (notified.has(match.waiting_id)) continue
    else if ((await authorizeBooking(ctx, match.person_id, match.patient_id)) === null)
      await db.run(sql.endWait, { id: match.waiting_id, now })
    else if (await offerSlot(ctx, match)) {
      notified.add(match.waiting_id)
      offered += 1
    }
  }
  return { lapsed, offered }
}
