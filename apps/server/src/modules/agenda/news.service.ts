/**
 * Notifies of changes that the clinic makes to an appointment: the patient, a child's guardians, and the person who booked it for
 * an adult.
 */
import { santiago, showDay } from '@mi-portal/contract/values/dates'
import type { Queries } from '../../platform/database/database.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { Reach } from '../family/reach.ts'
import type { NotificationsService } from '../notifications/notifications.service.ts'
import type { PeopleService } from '../people/people.service.ts'
import { hourCancelledByClinic, hourCancelledElsewhere, hourMovedByClinic } from './agenda.mails.ts'
import type { HourRow, HoursStore } from './hours.store.ts'

type NewsParts = {
  readonly store: HoursStore
  readonly reach: Reach
  readonly people: PeopleService
  readonly notifications: NotificationsService
  readonly mail: MailQueue
}

/** The data with which recipients are notified of a move. */
type MovedHour = {
  readonly starts_at: Date
  readonly doctor_name: string
  readonly place: string
  readonly address: string
  readonly modality: 'presencial' | 'telemedicina'
}

type Told = {
  readonly person_id: number
  readonly first_name: string
  readonly email: string | null
  /**
   * For another person's appointment: the patient's name, and whether the notification is visible only while the recipient is the
   * patient's guardian.
   */
  readonly of: { readonly patient_name: string; readonly guardian: boolean } | null
}

/** The data of an appointment that are announced. */
export type AnnouncedAppointment = Pick<
  HourRow,
  'patient_id' | 'booked_by' | 'reserved_group' | 'starts_at' | 'doctor_name' | 'place' | 'modality'
> & {
  /** Null if only an external system stores the appointment. */
  readonly id_appointment: number | null
}

/** Returns the recipients of notifications about an appointment. They are read before the transaction that changes it. */
export type Audience = (hour: Pick<AnnouncedAppointment, 'id_appointment'>) => readonly Told[]

export function newsService({ store, reach, people, notifications, mail }: NewsParts) {
  async function guardiansOf(hour: AnnouncedAppointment, leaders: readonly number[]): Promise<number[]> {
    const sights = await Promise.all(leaders.map((leader) => reach.still(leader, hour.patient_id)))
    return leaders.filter((_, index) => {
      const seen = sights[index]
      return seen !== null && seen !== undefined && !(seen.withoutReserved && hour.reserved_group !== null)
    })
  }

  /** Returns the person who booked an appointment for an adult and therefore knows it, or null. */
  async function bookerOf({ booked_by, patient_id }: AnnouncedAppointment): Promise<number | null> {
    if (booked_by === null || booked_by === patient_id) return null
    const right = await reach.booking(booked_by, patient_id)
    return right !== null && right.sees === null ? booked_by : null
  }

  async function audienceOf(hours: readonly AnnouncedAppointment[]): Promise<Audience> {
    const patients = [...new Set(hours.map(({ patient_id }) => patient_id))]
    const links = patients.length === 0 ? [] : await store.leaders(patients)
    const found: { hour: AnnouncedAppointment; guardians: number[]; booker: number | null }[] = []
    for (const hour of hours) {
      const leaders = links.filter(({ member_id }) => member_id === hour.patient_id)
      found.push({
        hour,
        guardians: await guardiansOf(
          hour,
          leaders.map(({ leader_id }) => leader_id),
        ),
        booker: await bookerOf(hour),
      })
    }
    const ids = new Set(
      found.flatMap(({ hour, guardians, booker }) => [
        hour.patient_id,
        ...guardians,
        ...(booker === null ? [] : [booker]),
      ]),
    )
    const known = new Map((await people.byIds([...ids])).map((person) => [person.id, person]))
    const toldOf = (id: number, of: Told['of']): Told[] => {
      const person = known.get(id)
      if (person?.status !== 1 || person.deleted_at !== null) return []
      return [{ person_id: id, first_name: person.greeting_name, email: person.email, of }]
    }
    const byHour = new Map(
      found.map(({ hour, guardians, booker }) => {
        const patient_name = known.get(hour.patient_id)?.first_name ?? ''
        return [
          hour.id_appointment,
          [
            ...toldOf(hour.patient_id, null),
            ...guardians.flatMap((id) => toldOf(id, { patient_name, guardian: true })),
            ...(booker === null ? [] : toldOf(booker, { patient_name, guardian: false })),
          ],
        ]
      }),
    )
    return (hour) => byHour.get(hour.id_appointment) ?? []
  }

  /** Returns one recipient for each mailbox, the patient first. */
  const mailboxes = (told: readonly Told[]) =>
    told.filter(
      ({ email }, index) =>
        email !== null &&
        told.findIndex((other) => other.email?.toLowerCase() === email.toLowerCase()) === index,
    )

  async function notify(
    tx: Queries,
    hour: AnnouncedAppointment,
    told: readonly Told[],
    what: (whose: string) => string,
  ) {
    for (const { person_id, of } of told)
      await notifications.notify(tx, {
        person_id,
        type: 'appointments',
        id_appointment: hour.id_appointment ?? undefined,
        text: what(of === null ? 'tu hora' : `la hora de ${of.patient_name}`),
        ...(of?.guardian
          ? { about: { patient_id: hour.patient_id, reserved_group: hour.reserved_group } }
          : {}),
      })
  }

  const letterOf = ({ first_name, of }: Told) => ({ first_name, patient_name: of?.patient_name ?? null })

  return {
    audienceOf,

    cancelled: async (tx: Queries, hour: AnnouncedAppointment, audience: Audience): Promise<void> => {
      const told = audience(hour)
      const { day, time } = santiago(hour.starts_at)
      for (const one of mailboxes(told))
        await mail.queue(tx, hourCancelledByClinic, {
          recipient: one.email ?? '',
          person_id: one.person_id,
          appointmentId: hour.id_appointment ?? undefined,
          data: {
            ...letterOf(one),
            day,
            hour: time,
            doctor_name: hour.doctor_name,
            modality: hour.modality,
            place: hour.place,
          },
        })
      await notify(
        tx,
        hour,
        told,
        (whose) => `La clínica tuvo que cancelar ${whose} del ${showDay(day)} a las ${time}.`,
      )
    },

    /** Notifies of a cancellation that was made in the clinic's own system. The portal does not know its reason. */
    cancelledElsewhere: async (
      tx: Queries,
      hour: AnnouncedAppointment,
      audience: Audience,
    ): Promise<void> => {
      const told = audience(hour)
      const { day, time } = santiago(hour.starts_at)
      const { doctor_name, modality, place } = hour
      for (const one of mailboxes(told))
        await mail.queue(tx, hourCancelledElsewhere, {
          recipient: one.email ?? '',
          person_id: one.person_id,
          data: { ...letterOf(one), day, hour: time, doctor_name, modality, place },
        })
      await notify(
        tx,
        hour,
        told,
        (whose) => `La clínica canceló ${whose} del ${showDay(day)} a las ${time}.`,
      )
    },

    /** Notifies of a new time. `canMove` says whether the patient can move the appointment in the portal. */
    moved: async (
      tx: Queries,
      hour: AnnouncedAppointment,
      to: MovedHour,
      audience: Audience,
      canMove: boolean,
    ): Promise<void> => {
      const told = audience(hour)
      const old = santiago(hour.starts_at)
      const { day, time } = santiago(to.starts_at)
      for (const one of mailboxes(told))
        await mail.queue(tx, hourMovedByClinic, {
          recipient: one.email ?? '',
          person_id: one.person_id,
          appointmentId: hour.id_appointment ?? undefined,
          data: {
            ...letterOf(one),
            old_day: old.day,
            old_hour: old.time,
            day,
            hour: time,
            doctor_name: to.doctor_name,
            modality: to.modality,
            place: to.place,
            address: to.modality === 'telemedicina' || to.address === '' ? null : to.address,
            can_move: canMove,
          },
        })
      await notify(
        tx,
        hour,
        told,
        (whose) =>
          `La clínica cambió ${whose} del ${showDay(old.day)} a las ${old.time}: ahora es el ${showDay(day)} a las ${time}.`,
      )
    },

    sent: () => mail.nudge(),
  }
}

export type NewsService = ReturnType<typeof newsService>
