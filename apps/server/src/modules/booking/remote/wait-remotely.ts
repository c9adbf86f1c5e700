/** Entries of the external waiting list are in the patient's name. The portal notifies the person who added one of offers. */

import { serviceEndpoints } from '@mi-portal/contract/booking/services'
import {
  type Offer,
  type Waiting,
  type WaitingDraft,
  waitingEndpoints,
} from '@mi-portal/contract/booking/waiting-list'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { ActorContext, Context } from '../../../platform/context/context.ts'
import { findRow } from '../../../platform/database/database.ts'
import { authorizeBooking } from '../../family/patient-access.ts'
import { findPerson } from '../../people/read-people.ts'
import { notifyOffer } from '../waiting/notify-offer.ts'
import { askService, readPatientNumber } from './ask-service.ts'
import { insertHold } from './remote-booking.sql.ts'
import type { RemoteWait } from './remote-waits.sql.ts'
import * as sql from './remote-waits.sql.ts'

/** Entries checked in a minute. An offer is valid for thirty minutes, so each of 1,500 entries is checked in time. */
const askedAtOnce = 60

const isMissing = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 404

/** Throws `noWaitingList` if the service does not have the endpoint; rethrows any other error. */
function rejectMissing(error: unknown): never {
  throw isMissing(error) ? new ApiError('noWaitingList', { cause: error }) : error
}

function isWaitedFor(wait: RemoteWait, { slot }: Offer): boolean {
  return (
    wait.specialty === slot.specialty &&
    (wait.office_id === null || wait.office_id === slot.office_id) &&
    (wait.rut_professional === null || wait.rut_professional === slot.rut_professional)
  )
}

async function readWaits(ctx: Context, patientId: number): Promise<readonly Waiting[]> {
  // Asked first, so that a patient unknown to the service gets that error, and not that there is no waiting list.
  await readPatientNumber(ctx, patientId)
  return (await askService(ctx, patientId, waitingEndpoints.waiting, {}).catch(rejectMissing)).data
}

const readOffers = async (ctx: Context, patientId: number): Promise<readonly Offer[]> =>
  (await askService(ctx, patientId, waitingEndpoints.offers, {}).catch(rejectMissing)).data

/** Returns a patient's entries that the service still has, with the service's data. The others are deleted. */
async function findCurrentEntries(ctx: Context, patientId: number, rows: readonly RemoteWait[]) {
  const current = new Map((await readWaits(ctx, patientId)).map((one) => [one.id, one]))
  const own = rows.filter((row) => row.patient_id === patientId)
  const ids = own.filter(({ outside_id }) => !current.has(outside_id)).map(({ id }) => id)
  if (ids.length > 0) await ctx.db.run(sql.deleteWaits, { ids })
  return own.flatMap((row) => {
    const there = current.get(row.outside_id)
    return there === undefined ? [] : [{ row, there }]
  })
}

async function readOwnWaits(ctx: ActorContext): Promise<readonly RemoteWait[]> {
  const { actor, db } = ctx
  const rows = await db.run(sql.listOwnWaits, { person_id: actor.id })
  const rights = await Promise.all(rows.map((row) => authorizeBooking(ctx, actor.id, row.patient_id)))
  return rows.filter((_, index) => rights[index] !== null)
}

const listPatients = (waits: readonly RemoteWait[]) => [...new Set(waits.map(({ patient_id }) => patient_id))]

const presentWait = (there: Waiting, { id, patient_id, patient_full_name }: RemoteWait): Waiting => ({
  ...there,
  id,
  patient_id,
  patient_full_name,
})

export async function listRemoteWaits(ctx: ActorContext): Promise<Waiting[]> {
  const rows = await readOwnWaits(ctx)
  // Without entries the service is asked about the caller, to find out whether it has a waiting list at all.
  const asked = rows.length === 0 ? [ctx.actor.id] : listPatients(rows)
  const known = await Promise.all(asked.map((patientId) => findCurrentEntries(ctx, patientId, rows)))
  return known.flat().map(({ row, there }) => presentWait(there, row))
}

export async function addRemoteWait(ctx: ActorContext, draft: WaitingDraft): Promise<Waiting> {
  const { actor, clock, db } = ctx
  const { patient_id } = draft
  if ((await authorizeBooking(ctx, actor.id, patient_id)) === null) throw new ApiError('notFound')
  // The list is read first, because a 404 for the new entry would not mean that there is no list.
  await readWaits(ctx, patient_id)
  const body = { ...draft, patient_id: await readPatientNumber(ctx, patient_id) }
  const { data } = await askService(ctx, patient_id, waitingEndpoints.wait, { body })
  const { specialty, office_id, rut_professional } = data
  const added = await findRow(db, sql.insertWait, {
    person_id: actor.id,
    patient_id,
    outside_id: data.id,
    specialty: specialty.code,
    specialty_name: specialty.name,
    office_id,
    rut_professional,
    now: clock.now(),
  })
  if (added === null) throw new ApiError('waitsAlready')
  const row = await findRow(db, sql.findOwnWait, { id: added.id, person_id: actor.id })
  if (row === null) throw new ApiError('notFound')
  return presentWait(data, row)
}

async function endWait(ctx: Context, { id, patient_id, outside_id }: RemoteWait): Promise<void> {
  const sent = { params: { id: outside_id } }
  await askService(ctx, patient_id, waitingEndpoints.stopWaiting, sent).catch((error: unknown) => {
    // The entry has already ended in the service.
    if (!isMissing(error)) throw error
  })
  await ctx.db.run(sql.deleteWaits, { ids: [id] })
}

export async function stopRemoteWait(ctx: ActorContext, id: number): Promise<void> {
  const wait = await findRow(ctx.db, sql.findOwnWait, { id, person_id: ctx.actor.id })
  if (wait === null) throw new ApiError('notFound')
  await endWait(ctx, wait)
}

/** Returns an offer with the number of its hold here. Returns none if the booking of the offer is in progress. */
async function holdOffer(ctx: ActorContext, offer: Offer, wait: RemoteWait): Promise<Offer[]> {
  const { patient_id, patient_full_name } = wait
  const stored = await findRow(ctx.db, insertHold, {
    person_id: ctx.actor.id,
    as_person_id: patient_id,
    slot_id: offer.slot.id,
    modality: offer.slot.modality,
    outside_hold_id: offer.hold_id,
    expires_at: new Date(offer.expires_at),
  })
  return stored === null ? [] : [{ ...offer, hold_id: stored.id, patient_id, patient_full_name }]
}

export async function listRemoteOffers(ctx: ActorContext): Promise<Offer[]> {
  const rows = await readOwnWaits(ctx)
  const found = await Promise.all(
    listPatients(rows).map(async (patientId) => {
      const own = rows.filter(({ patient_id }) => patient_id === patientId)
      const offers = (await readOffers(ctx, patientId)).flatMap((offer) => {
        const wait = own.find((one) => isWaitedFor(one, offer))
        return wait === undefined ? [] : [{ offer, wait }]
      })
      return Promise.all(offers.map(({ offer, wait }) => holdOffer(ctx, offer, wait)))
    }),
  )
  return found.flat(2)
}

async function readSite(ctx: Context, patientId: number, { slot }: Offer): Promise<string> {
  const { data } = await askService(ctx, patientId, serviceEndpoints.offices, {})
  return data.find(({ office_id }) => office_id === slot.office_id)?.name ?? ''
}

async function reportOffer(ctx: Context, wait: RemoteWait, offer: Offer): Promise<boolean> {
  const { id, person_id, patient_id } = wait
  const person = await findPerson(ctx, person_id)
  const place = await readSite(ctx, patient_id, offer)
  return ctx.db.transaction(async (tx) => {
    if ((await findRow(tx, sql.storeOffer, { id, told_hold_id: offer.hold_id })) === null) return false
    await notifyOffer(ctx, tx, person_id, person, {
      starts_at: new Date(offer.slot.starts_at),
      doctor_name: offer.slot.doctor_name,
      place,
      until: new Date(offer.expires_at),
    })
    return true
  })
}

async function reportOffers(ctx: Context, patientId: number, waits: readonly RemoteWait[]): Promise<number> {
  let offered = 0
  const open: RemoteWait[] = []
  for (const { row } of await findCurrentEntries(ctx, patientId, waits)) {
    if ((await authorizeBooking(ctx, row.person_id, patientId)) === null) await endWait(ctx, row)
    else open.push(row)
  }
  if (open.length === 0) return 0
  for (const offer of await readOffers(ctx, patientId)) {
    const wait = open.find((one) => isWaitedFor(one, offer))
    if (wait && (await reportOffer(ctx, wait, offer))) offered += 1
  }
  return offered
}

export async function reportRemoteOffers(ctx: Context) {
  const waits = await ctx.db.run(sql.claimDueWaits, { now: ctx.clock.now(), limit_rows: askedAtOnce })
  let offered = 0
  for (const patientId of listPatients(waits)) {
    try {
      offered += await reportOffers(ctx, patientId, waits)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // If the service is down, the run ends. Any other error concerns only one patient.
      if (error.status >= 500) break
    }
  }
  return { lapsed: 0, offered }
}
