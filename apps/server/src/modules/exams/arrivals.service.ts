/** New results are told of: to the patient and to a child's guardians, in the portal and by a mail without health data. */
import { accountStatus } from '@mi-portal/contract/people'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { Reach } from '../family/reach.ts'
import type { NotificationsService } from '../notifications/notifications.service.ts'
import type { PeopleService } from '../people/people.service.ts'
import { newResult } from './arrivals.mails.ts'
import type { ArrivalsStore } from './arrivals.store.ts'
import { maySee } from './exams.rules.ts'

type ArrivalsParts = {
  readonly db: Database
  readonly store: ArrivalsStore
  readonly reach: Reach
  readonly people: PeopleService
  readonly notify: NotificationsService['notify']
  readonly mail: MailQueue
  readonly clock: Clock
}

type Arrival = Awaited<ReturnType<ArrivalsStore['waiting']>>[number]
type Person = NonNullable<Awaited<ReturnType<PeopleService['byId']>>>
type Reader = { readonly person: Person; readonly withoutReserved: boolean }

function noticeText(count: number, patientName: string | null): string {
  const whose = patientName === null ? '' : ` de ${patientName}`
  return count === 1
    ? `Hay un nuevo resultado${whose} en Mis Exámenes`
    : `Hay ${count} nuevos resultados${whose} en Mis Exámenes`
}

function isSeenBy({ person, withoutReserved }: Reader, { type, shown, reserved_group }: Arrival): boolean {
  return shown && maySee(type, person.document_type_id) && !(withoutReserved && reserved_group !== null)
}

export function arrivalsService({ db, store, reach, people, notify, mail, clock }: ArrivalsParts) {
  /** Who is told of a patient's exams: whoever could open one of them now. */
  async function readersOf(patientId: number): Promise<Reader[]> {
    const readers: Reader[] = []
    for (const id of [patientId, ...(await store.leaders(patientId))]) {
      const person = await people.byId(id)
      const sight = person === null ? null : await reach.still(id, patientId)
      if (person === null || sight === null || person.deleted_at !== null) continue
      if (person.status !== accountStatus.enabled || people.hasComeOfAge(person)) continue
      readers.push({ person, withoutReserved: sight.withoutReserved })
    }
    return readers
  }

  /** One message for all of a patient's arrivals that this reader may open. */
  async function write(
    tx: Queries,
    reader: Reader,
    patient: Person,
    seen: readonly Arrival[],
  ): Promise<void> {
    const { person } = reader
    const patient_name = person.id === patient.id ? null : patient.first_name
    // Reserved where all of it is.
    const reserved_group = seen.every((one) => one.reserved_group !== null)
      ? (seen[0]?.reserved_group ?? null)
      : null
    await notify(tx, {
      person_id: person.id,
      type: 'exams_procedures',
      text: noticeText(seen.length, patient_name),
      about: { patient_id: patient.id, reserved_group },
    })
    if (person.email === null) return
    await mail.queue(tx, newResult, {
      recipient: person.email,
      person_id: person.id,
      data: { first_name: person.first_name, count: seen.length, patient_name },
    })
  }

  async function tell(patientId: number, arrivals: readonly Arrival[]): Promise<number> {
    const [patient, readers] = await Promise.all([people.byId(patientId), readersOf(patientId)])
    if (patient === null) return 0
    return db.transaction(async (tx) => {
      const claimed = await store.claim(tx, arrivals, clock.now())
      for (const reader of readers) {
        const seen = claimed.filter((one) => isSeenBy(reader, one))
        if (seen.length > 0) await write(tx, reader, patient, seen)
      }
      return claimed.length
    })
  }

  return {
    /** Tells of every exam that nobody has been told of; gives back how many. However many servers ask, each once. */
    announce: async (): Promise<number> => {
      const byPatient = Map.groupBy(await store.waiting(), ({ patient_id }) => patient_id)
      let told = 0
      for (const [patientId, arrivals] of byPatient) told += await tell(patientId, arrivals)
      if (told > 0) mail.nudge()
      return told
    },
  }
}

export type ArrivalsService = ReturnType<typeof arrivalsService>
