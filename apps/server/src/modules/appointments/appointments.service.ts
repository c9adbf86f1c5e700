/** A patient's hours: those to come, those past, and giving one up. */
import { type AppointmentList, appointmentOf, appointmentSummarySize } from '@mi-portal/contract/appointments'
import { Failure } from '@mi-portal/contract/failure'
import { type Page, type Paged, pageOf } from '@mi-portal/contract/paging'
import { santiago } from '@mi-portal/contract/values/dates'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Actor, Origin, ReachablePatientId } from '../../platform/http/actor.ts'
import type { ClinicalArchive, Hour, Reading } from '../../ports/clinical-archive.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { Scheduling } from '../../ports/scheduling.ts'
import type { Reach } from '../family/reach.ts'
import type { PeopleService } from '../people/people.service.ts'
import { hourCancelled } from './appointments.mails.ts'

type AppointmentsParts = {
  readonly db: Database
  readonly archive: ClinicalArchive
  readonly scheduling: Scheduling
  readonly reach: Reach
  readonly people: PeopleService
  readonly mail: MailQueue
  readonly audit: Audit
  readonly clock: Clock
  /** Where visits by video take place. */
  readonly videoAddress: string | undefined
}

const cancelAction = 'appointments.cancel'

const summary: Page = { page: 1, limit: appointmentSummarySize }

function reading(patient: ReachablePatientId): Reading {
  return { patientId: patient.id, withoutReserved: patient.withoutReserved }
}

export function appointmentsService(parts: AppointmentsParts) {
  const { db, archive, scheduling, reach, people, mail, audit, clock, videoAddress } = parts

  function list(hours: Paged<Hour>, page: Page, now: Date): AppointmentList {
    return {
      appointments: hours.rows.map((hour) => appointmentOf(hour, { address: videoAddress, now })),
      count_appointment: hours.total,
      ...pageOf(hours, page),
    }
  }

  async function upcoming(patient: ReachablePatientId, page: Page): Promise<AppointmentList> {
    const now = clock.now()
    return list(await archive.upcoming(reading(patient), now, page), page, now)
  }

  async function history(patient: ReachablePatientId, page: Page): Promise<AppointmentList> {
    const now = clock.now()
    return list(await archive.past(reading(patient), now, page), page, now)
  }

  /** The hour, if this caller may give it up; 404 where it is not there, out of reach or reserved to an adolescent. */
  async function withinReach(actor: Actor, hourId: number, origin: Origin) {
    const hour = await archive.hour(hourId)
    if (hour === null) throw new Failure('notFound')
    const patient = await reach.still(actor.id, hour.patient_id)
    if (patient !== null && !(patient.withoutReserved && hour.reserved)) return hour
    // Who booked an hour for an adult of their group may give that one up, and sees nothing else.
    if (hour.booked_by === actor.id && (await reach.booking(actor.id, hour.patient_id)) !== null) return hour
    await audit.note({
      actorId: actor.id,
      actorRole: actor.rol,
      action: cancelAction,
      patientId: hour.patient_id,
      object: `id_appointment=${hourId}`,
      outcome: 'refused',
      origin,
    })
    throw new Failure('notFound')
  }

  /** Tells whoever cancelled and, where it is another's hour, the patient too; one mailbox gets one message. */
  async function lettersOf(actor: Actor, hour: Hour) {
    const { day, time } = santiago(hour.starts_at)
    const patient = await people.byId(hour.patient_id)
    const guardian = actor.id === hour.patient_id ? null : await people.byId(actor.id)
    const letters = [guardian, patient].flatMap((person) =>
      person?.email
        ? [
            {
              recipient: person.email,
              person_id: person.id,
              data: {
                first_name: person.first_name,
                patient_name: person.id === hour.patient_id ? null : (patient?.first_name ?? ''),
                day,
                hour: time,
                doctor_name: hour.doctor_name,
                place: hour.place_detail,
              },
            },
          ]
        : [],
    )
    return letters.filter(
      (letter, index) =>
        letters.findIndex((other) => other.recipient.toLowerCase() === letter.recipient.toLowerCase()) ===
        index,
    )
  }

  async function cancel(actor: Actor, hourId: number, origin: Origin): Promise<void> {
    const hour = await withinReach(actor, hourId, origin)
    const letters = actor.visiting ? [] : await lettersOf(actor, hour)
    if (hour.state === 'booked' && hour.starts_at > clock.now()) await scheduling.giveUp(hourId)
    await db.transaction(async (tx: Queries) => {
      if (!(await scheduling.cancel(tx, hourId, clock.now()))) throw new Failure('hourNotCancellable')
      await audit.add(tx, {
        actorId: actor.id,
        actorRole: actor.id === hour.patient_id ? actor.rol : 'guardian',
        action: cancelAction,
        patientId: hour.patient_id,
        object: `id_appointment=${hourId}`,
        origin,
      })
      for (const letter of letters) await mail.queue(tx, hourCancelled, letter)
    })
    mail.nudge()
  }

  return {
    upcoming,
    history,
    upcomingSummary: (patient: ReachablePatientId) => upcoming(patient, summary),
    historySummary: (patient: ReachablePatientId) => history(patient, summary),
    /** Gives an hour up. Throws 404 where the caller may not see it, 409 where it has begun or is cancelled already. */
    cancel,
  }
}

export type AppointmentsService = ReturnType<typeof appointmentsService>
