/** The waiting list. A free slot is offered to the first matching person and held for thirty minutes, then to the next person. */

import { ApiError } from '@mi-portal/contract/api-error'
import { type OfficeCode, unknownOffice } from '@mi-portal/contract/booking/services'
import { bookingMinutes } from '@mi-portal/contract/booking/slots'
import type { Waiting, WaitingDraft } from '@mi-portal/contract/booking/waiting-list'
import { dayOf, santiago } from '@mi-portal/contract/values/dates'
import type { Clock } from '../../../platform/clock.ts'
import type { Context } from '../../../platform/context/context.ts'
import { brokenConstraint } from '../../../platform/database/constraint-errors.ts'
import type { Database, Queries } from '../../../platform/database/database.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import type { MailQueue } from '../../../ports/mail.ts'
import type { WaitingList } from '../../../ports/scheduling.ts'
import type { AppointmentRecords } from '../../appointments/appointment-records.service.ts'
import { authorizeBooking } from '../../family/patient-access.ts'
import type { NotificationsService } from '../../notifications/notifications.service.ts'
import type { Person } from '../../people/people.service.ts'
import { findPerson } from '../../people/people.service.ts'
import { slotOfferedMail } from './waiting.mails.ts'
import * as waitingSql from './waiting.sql.ts'

type WaitingDependencies = {
  readonly db: Database
  readonly freedTimes: AppointmentRecords['freedTimes']

  readonly ctx: Context
  readonly notifications: NotificationsService
  readonly mail: MailQueue
  readonly clock: Clock
}

const mostWaits = 10

type Row = Awaited<ReturnType<typeof waitingSql.list>>[number]

type HeldOffer = {
  readonly starts_at: Date
  readonly doctor_name: string
  readonly place: string
  /** The instant until which the slot is held. */
  readonly until: Date
}

/** Returns a function that notifies a waiting person, by mail and in the portal, of a slot that is held for them. */
export function createOfferNotifier({ notifications }: Pick<WaitingDependencies, 'notifications'>) {
  return async (tx: Queries, personId: number, person: Person | null, offer: HeldOffer): Promise<void> => {
    const { doctor_name, place } = offer
    const until = santiago(offer.until).time
    const { day, time: hour } = santiago(offer.starts_at)
    const notice = {
      person_id: personId,
      type: 'appointments',
      text: `Se liberó una hora como la que esperas. La guardamos para ti hasta las ${until}.`,
      isUrgent: true,
    } as const
    await notifications.notifyWithMail(tx, notice, slotOfferedMail, () =>
      person?.email
        ? {
            recipient: person.email,
            notAfter: offer.until,
            data: { first_name: person.greeting_name, day, hour, doctor_name, place, until },
          }
        : null,
    )
  }
}

function present({ code, name, created_at, ...row }: Row): Waiting {
  return { ...row, specialty: { code, name }, created_at: created_at.toISOString() }
}

type Match = Awaited<ReturnType<typeof waitingSql.matches>>[number]
type Found = { readonly [K in keyof Match]: NonNullable<Match[K]> }

function isFound(match: Match): match is Found {
  return match.slot_id !== null
}

export function createWaitingService(dependencies: WaitingDependencies): WaitingList {
  const { db, freedTimes, ctx, mail, clock } = dependencies
  const sendOffer = createOfferNotifier(dependencies)

  async function demandRight(actor: Actor, patientId: number): Promise<void> {
    if ((await authorizeBooking(ctx, actor.id, patientId)) === null) throw new ApiError('notFound')
  }

  /** Rejects an entry for an unknown specialty, or for one that no professional offers at the site. */
  async function demandAttended(code: string, office: OfficeCode | null, rut: string | null): Promise<void> {
    if (!(await waitingSql.isKnown(db, code, rut))) throw new ApiError('notFound')
    if (office !== null && !(await waitingSql.isOffice(db, office)))
      throw new ApiError('invalid', { fieldErrors: [{ msg: unknownOffice, param: 'office_id' }] })
    if (!(await waitingSql.isAttended(db, code, office, rut, dayOf(clock.now()))))
      throw new ApiError('noProfessionalAttends', { param: 'office_id' })
  }

  async function listOf(actor: Actor) {
    const rows = await waitingSql.list(db, actor.id)
    const rights = await Promise.all(rows.map((row) => authorizeBooking(ctx, actor.id, row.patient_id)))
    return rows.filter((_, index) => rights[index] !== null).map(present)
  }

  /** Releases the times of expired offers. Returns their number. */
  function releaseExpired(now: Date): Promise<number> {
    return db.transaction(async (tx) => {
      const times = await waitingSql.removeExpiredOffers(tx, now)
      await freedTimes.add(tx, times, now)
      return times.length
    })
  }

  /** Offers a released slot. Returns false if another server was faster. */
  async function offer(match: Found): Promise<boolean> {
    const person = await findPerson(ctx, match.person_id)
    const now = clock.now()
    const until = new Date(now.getTime() + bookingMinutes.offer * 60_000)
    try {
      return await db.transaction(async (tx) => {
        if (!(await freedTimes.claim(tx, match.freed_id))) return false
        const waiting = { id: match.waiting_id, person_id: match.person_id, patient_id: match.patient_id }
        await waitingSql.offer(tx, match.slot_id, waiting, now, until)
        if (match.told_elsewhere) return true
        const { starts_at, doctor_name, place_care: place } = match
        await sendOffer(tx, match.person_id, person, { starts_at, doctor_name, place, until })
        return true
      })
    } catch (error) {
      // A concurrent request has held or offered the slot. The next run tries again.
      if (brokenConstraint(error) !== null) return false
      throw error
    }
  }

  return {
    wait: async (actor: Actor, draft: WaitingDraft): Promise<Waiting> => {
      await demandRight(actor, draft.patient_id)
      const rut = draft.rut_professional ?? null
      const code = draft.specialty.toUpperCase()
      if ((draft.to ?? '9999-12-31') < (draft.from ?? dayOf(clock.now())))
        throw new ApiError('invalid', { param: 'to', msg: 'Elige un período válido' })
      await demandAttended(code, draft.office_id ?? null, rut)
      if ((await waitingSql.count(db, actor.id)) >= mostWaits) throw new ApiError('tooManyWaits')
      const wish = {
        code,
        office: draft.office_id ?? null,
        rut,
        from: draft.from ?? null,
        to: draft.to ?? null,
      }
      const made = await waitingSql.add(db, actor, draft.patient_id, wish, clock.now())
      const list = await listOf(actor)
      const own =
        made === null
          ? list.find(
              (one) =>
                one.patient_id === draft.patient_id &&
                one.specialty.code === code &&
                one.office_id === wish.office &&
                one.rut_professional === rut,
            )
          : list.find(({ id }) => id === made)
      // Another person already has an entry for the same patient and specialty.
      if (!own) throw new ApiError('waitsAlready')
      return own
    },
    list: listOf,
    stop: async (actor: Actor, id: number): Promise<void> => {
      if (!(await waitingSql.end(db, id, actor.id, clock.now()))) throw new ApiError('notFound')
    },
    offers: async (actor: Actor) =>
      (await waitingSql.offers(db, actor.id, clock.now())).map(
        ({ hold_id, expires_at, patient_id, patient_full_name, starts_at, ends_at, ...slot }) => ({
          hold_id,
          expires_at: expires_at.toISOString(),
          patient_id,
          patient_full_name,
          slot: { ...slot, starts_at: starts_at.toISOString(), ends_at: ends_at.toISOString() },
        }),
      ),

    offerFreed: async () => {
      const now = clock.now()
      const lapsed = await releaseExpired(now)
      await freedTimes.removePast(db, now)
      let offered = 0
      const notified = new Set<number>()
      for (const match of await waitingSql.matches(db, now)) {
        if (!isFound(match)) await freedTimes.claim(db, match.freed_id)
        // If several slots were released at once, each person is offered one. The others are handled in the next pass.
        else if (notified.has(match.waiting_id)) continue
        else if ((await authorizeBooking(ctx, match.person_id, match.patient_id)) === null)
          await waitingSql.endOne(db, match.waiting_id, now)
        else if (await offer(match)) {
          notified.add(match.waiting_id)
          offered += 1
        }
      }
      if (offered > 0) mail.trigger()
      return { lapsed, offered }
    },
  }
}
