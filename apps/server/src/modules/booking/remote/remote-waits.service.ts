/**
 * The waiting list of an external service. Each entry there is in the patient's name. The portal asks the service for offers and
 * notifies the person who added the entry.
 */

import { ApiError } from '@mi-portal/contract/api-error'
import { serviceEndpoints } from '@mi-portal/contract/booking/services'
import {
  type Offer,
  type Waiting,
  type WaitingDraft,
  waitingEndpoints,
} from '@mi-portal/contract/booking/waiting-list'
import type { Clock } from '../../../platform/clock.ts'
import type { Context } from '../../../platform/context/context.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import type { MailQueue } from '../../../ports/mail.ts'
import type { RemoteScheduling, VisitingPatient, WaitingList } from '../../../ports/scheduling.ts'
import { authorizeBooking } from '../../family/patient-access.ts'
import type { NotificationsService } from '../../notifications/notifications.service.ts'
import { findPerson } from '../../people/people.service.ts'
import { createOfferNotifier } from '../waiting/waiting.service.ts'
import * as remoteBookingSql from './remote-booking.sql.ts'
import type { RemoteWait } from './remote-waits.sql.ts'
import * as remoteWaitsSql from './remote-waits.sql.ts'

type RemoteWaitsDependencies = {
  readonly db: Database
  readonly service: RemoteScheduling

  readonly ctx: Context
  readonly notifications: NotificationsService
  readonly mail: MailQueue
  readonly clock: Clock
}

/**
 * The number of entries that are checked in a minute. An offer is valid for thirty minutes, so of 1,500 entries each is checked
 * in time.
 */
const askedAtOnce = 60

const isMissing = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 404

/** Throws `noWaitingList` if the service does not have the endpoint; rethrows any other error. */
function noList(error: unknown): never {
  throw isMissing(error) ? new ApiError('noWaitingList', { cause: error }) : error
}

function isWaitedFor(wait: RemoteWait, { slot }: Offer): boolean {
  return (
    wait.specialty === slot.specialty &&
    (wait.office_id === null || wait.office_id === slot.office_id) &&
    (wait.rut_professional === null || wait.rut_professional === slot.rut_professional)
  )
}

export function createRemoteWaitsService(dependencies: RemoteWaitsDependencies): WaitingList {
  const { db, service, ctx, mail, clock } = dependencies
  const sendOffer = createOfferNotifier(dependencies)

  async function visitor(id: number): Promise<VisitingPatient> {
    const person = await findPerson(ctx, id)
    if (person === null) throw new ApiError('notFound')
    return person
  }

  async function waitsOf(patientId: number): Promise<readonly Waiting[]> {
    const patient = await visitor(patientId)
    // Asked first, so that a patient unknown to the service gets that error, and not that there is no waiting list.
    await service.getPatientNumber(patient)
    return (await service.ask(patient, waitingEndpoints.waiting, {}).catch(noList)).data
  }

  const offersTo = async (patientId: number) =>
    (await service.ask(await visitor(patientId), waitingEndpoints.offers, {}).catch(noList)).data

  /** Returns a patient's entries that the service still has, with the service's data. The others are deleted. */
  async function findCurrentEntries(patientId: number, rows: readonly RemoteWait[]) {
    const current = new Map((await waitsOf(patientId)).map((one) => [one.id, one]))
    const known = rows.flatMap((row) => {
      const there = current.get(row.outside_id)
      return row.patient_id === patientId && there !== undefined ? [{ row, there }] : []
    })
    const gone = rows.filter((row) => row.patient_id === patientId && !current.has(row.outside_id))
    await remoteWaitsSql.deleteMissing(
      db,
      gone.map(({ id }) => id),
    )
    return known
  }

  /** Returns the person's entries for patients for whom they may still book. */
  async function theirs(actor: Actor): Promise<readonly RemoteWait[]> {
    const rows = await remoteWaitsSql.ofPerson(db, actor.id)
    const rights = await Promise.all(rows.map((row) => authorizeBooking(ctx, actor.id, row.patient_id)))
    return rows.filter((_, index) => rights[index] !== null)
  }

  const patientsOf = (waits: readonly RemoteWait[]) => [...new Set(waits.map(({ patient_id }) => patient_id))]

  const present = (there: Waiting, { id, patient_id, patient_full_name }: RemoteWait): Waiting => ({
    ...there,
    id,
    patient_id,
    patient_full_name,
  })

  async function list(actor: Actor): Promise<Waiting[]> {
    const rows = await theirs(actor)
    // Without entries the service is asked about the caller, to find out whether it has a waiting list at all.
    const asked = rows.length === 0 ? [actor.id] : patientsOf(rows)
    const known = await Promise.all(asked.map((patientId) => findCurrentEntries(patientId, rows)))
    return known.flat().map(({ row, there }) => present(there, row))
  }

  async function endThere(wait: RemoteWait): Promise<void> {
    await service
      .ask(await visitor(wait.patient_id), waitingEndpoints.stopWaiting, { params: { id: wait.outside_id } })
      .catch((error: unknown) => {
        // The entry has already ended in the service.
        if (!isMissing(error)) throw error
      })
    await remoteWaitsSql.deleteMissing(db, [wait.id])
  }

  async function siteOf(patientId: number, { slot }: Offer): Promise<string> {
    const { data } = await service.ask(await visitor(patientId), serviceEndpoints.offices, {})
    return data.find(({ office_id }) => office_id === slot.office_id)?.name ?? ''
  }

  /** Notifies the waiting person of an offer. Returns false if they already know of it. */
  async function notifyOffer(wait: RemoteWait, offer: Offer): Promise<boolean> {
    const person = await findPerson(ctx, wait.person_id)
    const place = await siteOf(wait.patient_id, offer)
    return db.transaction(async (tx) => {
      if (!(await remoteWaitsSql.recordOffer(tx, wait.id, offer.hold_id))) return false
      await sendOffer(tx, wait.person_id, person, {
        starts_at: new Date(offer.slot.starts_at),
        doctor_name: offer.slot.doctor_name,
        place,
        until: new Date(offer.expires_at),
      })
      return true
    })
  }

  /** Asks for offers to a patient and notifies of them. Returns the number of new offers. */
  async function lookFor(patientId: number, waits: readonly RemoteWait[]): Promise<number> {
    let offered = 0
    const open: RemoteWait[] = []
    for (const { row } of await findCurrentEntries(patientId, waits)) {
      if ((await authorizeBooking(ctx, row.person_id, patientId)) === null) await endThere(row)
      else open.push(row)
    }
    if (open.length === 0) return 0
    for (const offer of await offersTo(patientId)) {
      const wait = open.find((one) => isWaitedFor(one, offer))
      if (wait && (await notifyOffer(wait, offer))) offered += 1
    }
    return offered
  }

  return {
    wait: async (actor: Actor, draft: WaitingDraft): Promise<Waiting> => {
      if ((await authorizeBooking(ctx, actor.id, draft.patient_id)) === null) throw new ApiError('notFound')
      const patient = await visitor(draft.patient_id)
      // The list is read first, because a 404 for the new entry would not mean that there is no list.
      await waitsOf(patient.id)
      const body = { ...draft, patient_id: await service.getPatientNumber(patient) }
      const { data } = await service.ask(patient, waitingEndpoints.wait, { body })
      const id = await remoteWaitsSql.insert(db, actor.id, patient.id, data, clock.now())
      if (id === null) throw new ApiError('waitsAlready')
      const row = await remoteWaitsSql.one(db, id, actor.id)
      if (row === null) throw new ApiError('notFound')
      return present(data, row)
    },
    list,
    stop: async (actor: Actor, id: number): Promise<void> => {
      const wait = await remoteWaitsSql.one(db, id, actor.id)
      if (wait === null) throw new ApiError('notFound')
      await endThere(wait)
    },
    offers: async (actor: Actor): Promise<Offer[]> => {
      const rows = await theirs(actor)
      const found = await Promise.all(
        patientsOf(rows).map(async (patientId) => {
          const own = rows.filter(({ patient_id }) => patient_id === patientId)
          const offers = (await offersTo(patientId)).filter((offer) =>
            own.some((wait) => isWaitedFor(wait, offer)),
          )
          return Promise.all(
            offers.map(async (offer) => {
              const until = new Date(offer.expires_at)
              const id = await remoteBookingSql.storeHold(
                db,
                actor.id,
                patientId,
                offer.slot,
                offer.hold_id,
                until,
              )
              return {
                ...offer,
                hold_id: id,
                patient_id: patientId,
                patient_full_name: own[0]?.patient_full_name ?? '',
              }
            }),
          )
        }),
      )
      // Offers whose booking is in progress have no hold here and are left out.
      return found
        .flat()
        .flatMap((offer) => (offer.hold_id === null ? [] : [{ ...offer, hold_id: offer.hold_id }]))
    },
    /** Asks for offers to the waiting persons, notifies them and returns the counts. */
    offerFreed: async () => {
      const waits = await remoteWaitsSql.due(db, clock.now(), askedAtOnce)
      let offered = 0
      for (const patientId of patientsOf(waits)) {
        try {
          offered += await lookFor(
            patientId,
            waits.filter(({ patient_id }) => patient_id === patientId),
          )
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          // If the service is down, the run ends. Any other error concerns only one patient.
          if (error.status >= 500) break
        }
      }
      if (offered > 0) mail.trigger()
      return { lapsed: 0, offered }
    },
  }
}
