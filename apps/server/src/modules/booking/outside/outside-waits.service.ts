/**
 * The waiting list of an outside service: everybody waits there in their own name, and the portal asks for what is offered
 * to them and tells who it is that waits.
 */
import {
  bookingEndpoints,
  type Offer,
  type Waiting,
  type WaitingDraft,
  waitingEndpoints,
} from '@mi-portal/contract/booking'
import { Failure } from '@mi-portal/contract/failure'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import type { MailQueue } from '../../../ports/mail.ts'
import type { OutsideScheduling, VisitingPatient } from '../../../ports/scheduling.ts'
import type { Reach } from '../../family/reach.ts'
import type { NotificationsService } from '../../notifications/notifications.service.ts'
import type { PeopleService } from '../../people/people.service.ts'
import { offerTeller, type WaitingService } from '../waiting/waiting.service.ts'
import type { OutsideBookingStore } from './outside-booking.store.ts'
import type { OutsideWait, OutsideWaitsStore } from './outside-waits.store.ts'

type OutsideWaitsParts = {
  readonly db: Database
  readonly store: OutsideWaitsStore
  readonly holds: Pick<OutsideBookingStore, 'keepHold'>
  readonly outside: OutsideScheduling
  readonly reach: Reach
  readonly people: PeopleService
  readonly notifications: NotificationsService
  readonly mail: MailQueue
  readonly clock: Clock
}

/** So many people's offers are asked for in a minute: with an offer living thirty, fifteen hundred hear of theirs in time. */
const askedAtOnce = 60

const isMissing = (error: unknown): error is Failure => error instanceof Failure && error.status === 404

/** Where the service has no such call, there is no waiting list. */
function noList(error: unknown): never {
  throw isMissing(error) ? new Failure('noWaitingList', { cause: error }) : error
}

function isWaitedFor(wait: OutsideWait, { slot }: Offer): boolean {
  return (
    wait.specialty === slot.specialty &&
    (wait.office_id === null || wait.office_id === slot.office_id) &&
    (wait.rut_professional === null || wait.rut_professional === slot.rut_professional)
  )
}

export function outsideWaitsService(parts: OutsideWaitsParts): WaitingService {
  const { db, store, holds, outside, reach, people, mail, clock } = parts
  const tellOffer = offerTeller(parts)

  async function visitor(id: number): Promise<VisitingPatient> {
    const person = await people.byId(id)
    if (person === null) throw new Failure('notFound')
    return person
  }

  async function waitsOf(patientId: number): Promise<readonly Waiting[]> {
    const patient = await visitor(patientId)
    // Whom the service does not know is told that, and not that there is no list.
    await outside.numberOf(patient)
    return (await outside.ask(patient, waitingEndpoints.waiting, {}).catch(noList)).data
  }

  const offersTo = async (patientId: number) =>
    (await outside.ask(await visitor(patientId), waitingEndpoints.offers, {}).catch(noList)).data

  /** Those of a patient's waits that the service still knows, with its own words; the others are forgotten. */
  async function stillOf(patientId: number, rows: readonly OutsideWait[]) {
    const told = new Map((await waitsOf(patientId)).map((one) => [one.id, one]))
    const known = rows.flatMap((row) => {
      const there = told.get(row.outside_id)
      return row.patient_id === patientId && there !== undefined ? [{ row, there }] : []
    })
    const gone = rows.filter((row) => row.patient_id === patientId && !told.has(row.outside_id))
    await store.drop(gone.map(({ id }) => id))
    return known
  }

  /** The person's waits of those whom they may still book for. */
  async function theirs(actor: Actor): Promise<readonly OutsideWait[]> {
    const rows = await store.ofPerson(actor.id)
    const rights = await Promise.all(rows.map((row) => reach.booking(actor.id, row.patient_id)))
    return rows.filter((_, index) => rights[index] !== null)
  }

  const patientsOf = (waits: readonly OutsideWait[]) => [
    ...new Set(waits.map(({ patient_id }) => patient_id)),
  ]

  const present = (there: Waiting, { id, patient_id, patient_full_name }: OutsideWait): Waiting => ({
    ...there,
    id,
    patient_id,
    patient_full_name,
  })

  async function list(actor: Actor): Promise<Waiting[]> {
    const rows = await theirs(actor)
    // Asked too by who waits for nothing: whether there is a list at all.
    const asked = rows.length === 0 ? [actor.id] : patientsOf(rows)
    const known = await Promise.all(asked.map((patientId) => stillOf(patientId, rows)))
    return known.flat().map(({ row, there }) => present(there, row))
  }

  async function endThere(wait: OutsideWait): Promise<void> {
    await outside
      .ask(await visitor(wait.patient_id), waitingEndpoints.stopWaiting, { params: { id: wait.outside_id } })
      .catch((error: unknown) => {
        // Ended there already.
        if (!isMissing(error)) throw error
      })
    await store.drop([wait.id])
  }

  async function siteOf(patientId: number, { slot }: Offer): Promise<string> {
    const { data } = await outside.ask(await visitor(patientId), bookingEndpoints.offices, {})
    return data.find(({ office_id }) => office_id === slot.office_id)?.name ?? ''
  }

  /** Tells who waits of an offer; false where they know of it. */
  async function tell(wait: OutsideWait, offer: Offer): Promise<boolean> {
    const person = await people.byId(wait.person_id)
    const place = await siteOf(wait.patient_id, offer)
    return db.transaction(async (tx) => {
      if (!(await store.tell(tx, wait.id, offer.hold_id))) return false
      await tellOffer(tx, wait.person_id, person, {
        starts_at: new Date(offer.slot.starts_at),
        doctor_name: offer.slot.doctor_name,
        place,
        until: new Date(offer.expires_at),
      })
      return true
    })
  }

  /** Asks what is offered to a patient and tells it; counts. */
  async function lookFor(patientId: number, waits: readonly OutsideWait[]): Promise<number> {
    let offered = 0
    const open: OutsideWait[] = []
    for (const { row } of await stillOf(patientId, waits)) {
      if ((await reach.booking(row.person_id, patientId)) === null) await endThere(row)
      else open.push(row)
    }
    if (open.length === 0) return 0
    for (const offer of await offersTo(patientId)) {
      const wait = open.find((one) => isWaitedFor(one, offer))
      if (wait && (await tell(wait, offer))) offered += 1
    }
    return offered
  }

  return {
    wait: async (actor: Actor, draft: WaitingDraft): Promise<Waiting> => {
      if ((await reach.booking(actor.id, draft.patient_id)) === null) throw new Failure('notFound')
      const patient = await visitor(draft.patient_id)
      // A refusal of what was asked is not a missing list: the list is asked for first.
      await waitsOf(patient.id)
      const body = { ...draft, patient_id: await outside.numberOf(patient) }
      const { data } = await outside.ask(patient, waitingEndpoints.wait, { body })
      const id = await store.keep(actor.id, patient.id, data, clock.now())
      if (id === null) throw new Failure('waitsAlready')
      const row = await store.one(id, actor.id)
      if (row === null) throw new Failure('notFound')
      return present(data, row)
    },
    list,
    stop: async (actor: Actor, id: number): Promise<void> => {
      const wait = await store.one(id, actor.id)
      if (wait === null) throw new Failure('notFound')
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
              const id = await holds.keepHold(actor.id, patientId, offer.slot.id, offer.hold_id, until)
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
      // Of one that is being booked the answer is still to come.
      return found
        .flat()
        .flatMap((offer) => (offer.hold_id === null ? [] : [{ ...offer, hold_id: offer.hold_id }]))
    },
    /** Looks for what was offered to who waits there, and tells them; counts. */
    offerFreed: async () => {
      const waits = await store.due(clock.now(), askedAtOnce)
      let offered = 0
      for (const patientId of patientsOf(waits)) {
        try {
          offered += await lookFor(
            patientId,
            waits.filter(({ patient_id }) => patient_id === patientId),
          )
        } catch (error) {
          if (!(error instanceof Failure)) throw error
          // While the service is down nobody else need be asked for; a refusal is one patient's.
          if (error.status >= 500) break
        }
      }
      if (offered > 0) mail.nudge()
      return { lapsed: 0, offered }
    },
  }
}
