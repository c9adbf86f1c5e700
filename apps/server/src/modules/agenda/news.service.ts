/** Whom the clinic tells that it changed an hour: the patient, a child's guardians, and who booked it for an adult. */
import { santiago, showDay } from '@mi-portal/contract/values/dates'
import type { Queries } from '../../platform/database/database.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { Reach } from '../family/reach.ts'
import type { NotificationsService } from '../notifications/notifications.service.ts'
import type { PeopleService } from '../people/people.service.ts'
import { hourCancelledByClinic, hourMovedByClinic } from './agenda.mails.ts'
import type { HourRow, HoursStore, MovedHour } from './hours.store.ts'

type NewsParts = {
  readonly store: HoursStore
  readonly reach: Reach
  readonly people: PeopleService
  readonly notifications: NotificationsService
  readonly mail: MailQueue
}

type Told = {
  readonly person_id: number
  readonly first_name: string
  readonly email: string | null
  /** Another's hour: the patient's name, and whether the notice stands while the person is their guardian. */
  readonly of: { readonly patient_name: string; readonly guardian: boolean } | null
}

/** Who is told of an hour; found before the transaction that changes it. */
export type Audience = (hour: HourRow) => readonly Told[]

export function newsService({ store, reach, people, notifications, mail }: NewsParts) {
  async function guardiansOf(hour: HourRow, leaders: readonly number[]): Promise<number[]> {
    const sights = await Promise.all(leaders.map((leader) => reach.still(leader, hour.patient_id)))
    return leaders.filter((_, index) => {
      const seen = sights[index]
      return seen !== null && seen !== undefined && !(seen.withoutReserved && hour.reserved_group !== null)
    })
  }

  /** Who booked it for an adult knows that one hour. */
  async function bookerOf({ booked_by, patient_id }: HourRow): Promise<number | null> {
    if (booked_by === null || booked_by === patient_id) return null
    const right = await reach.booking(booked_by, patient_id)
    return right !== null && right.sees === null ? booked_by : null
  }

  async function audienceOf(hours: readonly HourRow[]): Promise<Audience> {
    const patients = [...new Set(hours.map(({ patient_id }) => patient_id))]
    const links = patients.length === 0 ? [] : await store.leaders(patients)
    const found: { hour: HourRow; guardians: number[]; booker: number | null }[] = []
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
      return [{ person_id: id, first_name: person.first_name, email: person.email, of }]
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

  /** One mailbox gets one message, the patient's own first. */
  const mailboxes = (told: readonly Told[]) =>
    told.filter(
      ({ email }, index) =>
        email !== null &&
        told.findIndex((other) => other.email?.toLowerCase() === email.toLowerCase()) === index,
    )

  async function notify(tx: Queries, hour: HourRow, told: readonly Told[], what: (whose: string) => string) {
    for (const { person_id, of } of told)
      await notifications.notify(tx, {
        person_id,
        type: 'appointments',
        text: what(of === null ? 'tu hora' : `la hora de ${of.patient_name}`),
        ...(of?.guardian
          ? { about: { patient_id: hour.patient_id, reserved_group: hour.reserved_group } }
          : {}),
      })
  }

  const letterOf = ({ first_name, of }: Told) => ({ first_name, patient_name: of?.patient_name ?? null })

  return {
    audienceOf,

    cancelled: async (tx: Queries, hour: HourRow, audience: Audience): Promise<void> => {
      const told = audience(hour)
      const { day, time } = santiago(hour.starts_at)
      for (const one of mailboxes(told))
        await mail.queue(tx, hourCancelledByClinic, {
          recipient: one.email ?? '',
          person_id: one.person_id,
          data: { ...letterOf(one), day, hour: time, doctor_name: hour.doctor_name, place: hour.place },
        })
      await notify(
        tx,
        hour,
        told,
        (whose) => `La clínica tuvo que cancelar ${whose} del ${showDay(day)} a las ${time}.`,
      )
    },

    moved: async (tx: Queries, hour: HourRow, to: MovedHour, audience: Audience): Promise<void> => {
      const told = audience(hour)
      const old = santiago(hour.starts_at)
      const { day, time } = santiago(to.starts_at)
      for (const one of mailboxes(told))
        await mail.queue(tx, hourMovedByClinic, {
          recipient: one.email ?? '',
          person_id: one.person_id,
          data: {
            ...letterOf(one),
            old_day: old.day,
            old_hour: old.time,
            day,
            hour: time,
            doctor_name: to.doctor_name,
            place: to.place,
            address: to.modality === 'telemedicina' ? null : to.address,
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
