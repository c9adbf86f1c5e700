/** «¿Cuándo estará?»: the exams of which the appointment is over and the result is not in the portal, and notices of late ones. */

import { showDocumentWithCountry } from '@mi-portal/contract/country'
import { type AwaitedResult, examTypes } from '@mi-portal/contract/exams'
import type { LateResult } from '@mi-portal/contract/late-results'
import { type Page, pageOf } from '@mi-portal/contract/paging'
import { addDays, type Day, dayOf, momentOf, showDay } from '@mi-portal/contract/values/dates'
import { type DocumentTypeId, documentType } from '@mi-portal/contract/values/document-number'
import type { Audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Context } from '../../../platform/context/context.ts'
import type { Database, Queries } from '../../../platform/database/database.ts'
import type { Actor, AuthorizedPatient, Origin } from '../../../platform/http/actor.ts'
import type { ResultDurations } from '../../../ports/clinic.ts'
import type { ClinicalArchive, Reading } from '../../../ports/clinical-archive.ts'
import { findPerson } from '../../people/people.service.ts'
import { maySee } from '../exams.rules.ts'
import { daysBetween, expectedDayOf, findWithoutResult } from './awaited-results.rules.ts'
import type { EndedAppointment, OpenLateResult } from './awaited-results.sql.ts'
import * as awaitedResultsSql from './awaited-results.sql.ts'

/** Days after an appointment within which its result is awaited. Older ones are a matter for the clinic. */
const awaitedDays = 60
/** Days after an appointment within which staff see that its result is late. */
const staffDays = 180
/** The most appointments and exams of each type that are read of a patient, for the patient and for staff. */
const mostRead = 50
const mostReadForStaff = 200
/** How often a page of late results is read again, because results on it have arrived. */
const mostReadings = 10

type AnnouncedResult = {
  readonly appointmentId: number
  readonly patientId: number
  readonly reservedGroup: string | null
}

type Staff = { readonly actor: Actor; readonly origin: Origin }

type AwaitedResultsDependencies = {
  readonly db: Database
  readonly archive: Pick<ClinicalArchive, 'agenda' | 'exams'>
  readonly ctx: Context
  readonly audit: Pick<Audit, 'recordEach'>
  readonly clock: Clock
  /** Returns how long the results of each service take. */
  readonly resultDurations: () => ResultDurations
  /** Notifies those who may see the patient's exams. `claim` returns false if they were notified before. */
  readonly announceLate: (late: AnnouncedResult, claim: (tx: Queries) => Promise<boolean>) => Promise<boolean>
}

export function createAwaitedResultsService(dependencies: AwaitedResultsDependencies) {
  const { db, archive, ctx, audit, clock, resultDurations, announceLate } = dependencies

  /** Returns the appointments of a patient of the last days without a result, the latest first. Those that were missed have none. */
  async function findAwaited(
    reading: Reading,
    document: DocumentTypeId,
    { days, most } = { days: awaitedDays, most: mostRead },
  ) {
    const durations = resultDurations()
    if (durations.size === 0) return []
    const now = clock.now()
    const today = dayOf(now)
    const from = momentOf(addDays(today, -days), '00:00')
    const page = { page: 1, limit: most }
    const ofPatient = { ...reading, onlyBookedBy: null }
    const past = await archive.agenda([ofPatient], 'past', now, page)
    const taken = past.rows.flatMap((appointment) => {
      if (appointment.attendance === 'missed') return []
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
    const holidays = await awaitedResultsSql.clinicHolidays(db, dayOf(from))
    return findWithoutResult(taken, lists.flat()).map((appointment) => {
      const expected = expectedDayOf(appointment, holidays)
      return { ...appointment, expected, isLate: today > expected }
    })
  }

  /** Returns whether the result of an appointment has not arrived although its day has passed. */
  async function isLate(patientId: number, appointmentId: number): Promise<boolean> {
    const patient = await findPerson(ctx, patientId)
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
    return announceLate(late, (tx) => awaitedResultsSql.claim(tx, id, clock.now()))
  }

  /** Returns the days on which the results of a patient's appointments are expected that have none. Staff see every kind of exam. */
  async function findAwaitedByStaff(patientId: number): Promise<ReadonlyMap<number, Day>> {
    const reading = { patientId, withoutReserved: false }
    const limits = { days: staffDays, most: mostReadForStaff }
    const awaited = await findAwaited(reading, documentType.run, limits)
    return new Map(awaited.map(({ id, expected }) => [id, expected]))
  }

  /** Returns these late results with the day on which each is expected, and the ids of those that have arrived. */
  async function checkLate(rows: readonly OpenLateResult[]) {
    const expected = new Map<number, Day>()
    for (const patientId of new Set(rows.map(({ patient_id }) => patient_id)))
      for (const [id, day] of await findAwaitedByStaff(patientId)) expected.set(id, day)
    const late = rows.flatMap((row) => {
      const expected_on = expected.get(row.id)
      return expected_on === undefined ? [] : [{ ...row, expected_on }]
    })
    return { late, arrived: rows.flatMap(({ id }) => (expected.has(id) ? [] : id)) }
  }

  const openLateOf = (sites: readonly number[] | null) => ({
    services: [...resultDurations().keys()],
    from: momentOf(addDays(dayOf(clock.now()), -staffDays), '00:00'),
    sites,
  })

  /** Returns a page of results that are late now. A result that has arrived is recorded as such, and the page is read again. */
  async function readLatePage(sites: readonly number[] | null, page: Page) {
    for (let reading = 1; ; reading += 1) {
      const found = await awaitedResultsSql.listOpenLate(db, openLateOf(sites), page)
      const { late, arrived } = await checkLate(found.rows)
      if (arrived.length > 0) await awaitedResultsSql.markArrived(db, arrived, clock.now())
      if (arrived.length === 0 || reading === mostReadings) return { ...found, rows: late }
    }
  }

  /** Returns a late result as staff see it. */
  function presentLate(row: OpenLateResult & { readonly expected_on: Day }): LateResult {
    return {
      id_appointment: row.id,
      patient_id: row.patient_id,
      patient_full_name: row.patient_full_name,
      patient_document: showDocumentWithCountry(
        row.document_type_id,
        row.document_number,
        row.document_country,
      ),
      name: row.sub_context === '' ? row.specialty : row.sub_context,
      place: row.place_care,
      taken_on: dayOf(row.starts_at),
      expected_on: row.expected_on,
      days_late: Math.max(0, daysBetween(row.expected_on, dayOf(clock.now()))),
    }
  }

  return {
    /** Returns a page of late results to staff, and writes an audit entry for every patient on it. */
    listLate: async ({ actor, origin }: Staff, page: Page) => {
      const found = await readLatePage(actor.sites, page)
      await audit.recordEach({ actorId: actor.id, actorRole: actor.rol, action: 'exams.late.list', origin }, [
        ...new Set(found.rows.map(({ patient_id }) => patient_id)),
      ])
      return { late: found.rows.map(presentLate), ...pageOf(found, page) }
    },

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

    /** Notifies patients of results that are late, each once; from then on staff see them too. Returns how many it announced. */
    announceLateResults: async (): Promise<number> => {
      const services = [...resultDurations().keys()]
      const now = clock.now()
      const from = momentOf(addDays(dayOf(now), -awaitedDays), '00:00')
      const holidays = await awaitedResultsSql.clinicHolidays(db, dayOf(from))
      let announced = 0
      let afterId = 0
      for (;;) {
        const rows = await awaitedResultsSql.ended(db, services, from, now, afterId)
        for (const row of rows) if (await announceIfLate(row, holidays)) announced += 1
        const last = rows.at(-1)
        if (last === undefined) return announced
        afterId = last.id
      }
    },
  }
}

export type AwaitedResultsService = ReturnType<typeof createAwaitedResultsService>
