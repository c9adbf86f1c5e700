/** «¿Cuándo estará?»: the exams of which the appointment is over and the result is not in the portal, and notices of late ones. */
import { type AwaitedResult, examTypes } from '@mi-portal/contract/exams'
import { addDays, type Day, dayOf, momentOf, showDay } from '@mi-portal/contract/values/dates'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import type { Clock } from '../../../platform/clock.ts'
import type { Queries } from '../../../platform/database/database.ts'
import type { Actor, AuthorizedPatient } from '../../../platform/http/actor.ts'
import type { ResultDurations } from '../../../ports/clinic.ts'
import type { ClinicalArchive, Reading } from '../../../ports/clinical-archive.ts'
import type { PeopleService } from '../../people/people.service.ts'
import { maySee } from '../exams.rules.ts'
import { expectedDayOf, findWithoutResult } from './awaited-results.rules.ts'
import type { AwaitedResultsStore, EndedAppointment } from './awaited-results.store.ts'

/** Days after an appointment within which its result is awaited. Older ones are a matter for the clinic. */
const awaitedDays = 60
/** The most appointments and exams of each type that are read of a patient. */
const mostRead = 50

type LateResult = {
  readonly appointmentId: number
  readonly patientId: number
  readonly reservedGroup: string | null
}

type AwaitedResultsDependencies = {
  readonly store: AwaitedResultsStore
  readonly archive: Pick<ClinicalArchive, 'past' | 'exams'>
  readonly people: Pick<PeopleService, 'byId'>
  readonly clock: Clock
  /** Returns how long the results of each service take. */
  readonly resultDurations: () => ResultDurations
  /** Notifies those who may see the patient's exams. `claim` returns false if they were notified before. */
  readonly announceLate: (late: LateResult, claim: (tx: Queries) => Promise<boolean>) => Promise<boolean>
}

export function createAwaitedResultsService(dependencies: AwaitedResultsDependencies) {
  const { store, archive, people, clock, resultDurations, announceLate } = dependencies

  /** Returns the appointments of a patient without a result, the latest first. */
  async function findAwaited(reading: Reading, document: DocumentTypeId) {
    const durations = resultDurations()
    if (durations.size === 0) return []
    const now = clock.now()
    const today = dayOf(now)
    const from = momentOf(addDays(today, -awaitedDays), '00:00')
    const page = { page: 1, limit: mostRead }
    const taken = (await archive.past(reading, now, page)).rows.flatMap((appointment) => {
      const found = durations.get(appointment.specialty_code)
      if (found === undefined || appointment.starts_at < from || !maySee(found.type, document)) return []
      return [{ ...appointment, type: found.type, duration: found }]
    })
    if (taken.length === 0) return []
    const lists = await Promise.all(
      examTypes.map(async (type) =>
        // Held and reserved results have arrived too, and so have those from before the first day that is shown.
        (
          await archive.exams(
            { patientId: reading.patientId, withoutReserved: false, withHeld: true },
            type,
            page,
          )
        ).rows.map((exam) => ({ ...exam, type })),
      ),
    )
    const holidays = await store.clinicHolidays(dayOf(from))
    return findWithoutResult(taken, lists.flat()).map((appointment) => {
      const expected = expectedDayOf(appointment, holidays)
      return { ...appointment, expected, isLate: today > expected }
    })
  }

  /** Returns whether the result of an appointment has not arrived although its day has passed. */
  async function isLate(patientId: number, appointmentId: number): Promise<boolean> {
    const patient = await people.byId(patientId)
    if (patient === null || patient.deleted_at !== null) return false
    const awaited = await findAwaited({ patientId, withoutReserved: false }, patient.document_type_id)
    return awaited.some(({ id, isLate }) => id === appointmentId && isLate)
  }

  /** Notifies the patient of an appointment whose result is late. Returns whether it did. */
  async function announceIfLate(
    { id, patient_id, specialty_code, starts_at, reserved_group }: EndedAppointment,
    holidays: ReadonlySet<Day>,
  ): Promise<boolean> {
    const duration = resultDurations().get(specialty_code)
    if (duration === undefined || dayOf(clock.now()) <= expectedDayOf({ starts_at, duration }, holidays))
      return false
    // The exams are read only for appointments whose day has passed.
    if (!(await isLate(patient_id, id))) return false
    const late = { appointmentId: id, patientId: patient_id, reservedGroup: reserved_group }
    return announceLate(late, (tx) => store.claim(tx, id, clock.now()))
  }

  return {
    list: async (
      actor: Actor,
      patient: AuthorizedPatient<'exams'>,
    ): Promise<{ awaited: AwaitedResult[] }> => {
      const reading = { patientId: patient.id, withoutReserved: patient.withoutReserved }
      const awaited = await findAwaited(reading, actor.documentType)
      return {
        awaited: awaited.map((one) => ({
          id_appointment: one.id,
          patient_id: patient.id,
          name: one.sub_context === '' ? one.specialty : one.sub_context,
          date: showDay(dayOf(one.starts_at)),
          expected_on: one.expected,
          is_late: one.isLate,
        })),
      }
    },

    /** Notifies patients of results that are late, each once. Returns how many it announced. */
    announceLateResults: async (): Promise<number> => {
      const services = [...resultDurations().keys()]
      const now = clock.now()
      const from = momentOf(addDays(dayOf(now), -awaitedDays), '00:00')
      const holidays = await store.clinicHolidays(dayOf(from))
      let announced = 0
      let afterId = 0
      for (;;) {
        const rows = await store.ended(services, from, now, afterId)
        for (const row of rows) if (await announceIfLate(row, holidays)) announced += 1
        const last = rows.at(-1)
        if (last === undefined) return announced
        afterId = last.id
      }
    },
  }
}

export type AwaitedResultsService = ReturnType<typeof createAwaitedResultsService>
