/** Searches the portal's own calendars: sites, specialties, professionals and free slots. */

import { ApiError } from '@mi-portal/contract/api-error'
import {
  type OfficeCode,
  type Professional,
  type ServiceNeed,
  unknownOffice,
} from '@mi-portal/contract/booking/services'
import type { Slot, SlotsQuery } from '@mi-portal/contract/booking/slots'
import { professionalImageAddress } from '@mi-portal/contract/professional-images'
import { addDays, ageOn, dayOf, momentOf } from '@mi-portal/contract/values/dates'
import type { Clock } from '../../../platform/clock.ts'
import type { Context } from '../../../platform/context/context.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { ProfessionalsQuery, SpecialtiesQuery } from '../../../ports/scheduling.ts'
import { findPerson } from '../../people/people.service.ts'
import type { BookedItems } from '../booked-items.service.ts'
import { horizonDays, presentSlot } from '../booking.rules.ts'
import type { BookingAccess, Caller } from '../booking-access.service.ts'
import { bookingWayErrorOf } from '../exam-booking/exam-booking.rules.ts'
import * as availabilitySql from './availability.sql.ts'

type AvailabilityDependencies = {
  readonly db: Database
  readonly items: BookedItems
  readonly access: Pick<BookingAccess, 'rightFor'>
  readonly ctx: Context
  readonly clock: Clock
}

export function createAvailabilityService({ db, items, access, ctx, clock }: AvailabilityDependencies) {
  const today = () => dayOf(clock.now())

  /** Returns the number of a site, and null if none is named. Rejects a site that the clinic does not have. */
  async function officeIdOf(code: OfficeCode | undefined): Promise<number | null> {
    if (code === undefined) return null
    const id = await availabilitySql.officeId(db, code)
    if (id !== null) return id
    throw new ApiError('invalid', { fieldErrors: [{ msg: unknownOffice, param: 'office_id' }] })
  }

  const codesOf = async (codes: readonly string[] | undefined) =>
    codes === undefined ? null : availabilitySql.codesOf(db, codes)

  /** Returns the requirements of a search; null if its exam or procedure is unknown. */
  async function needOf(query: ServiceNeed) {
    if (query.exam_id !== undefined) return availabilitySql.needOfExam(db, query.exam_id)
    return query.procedure === undefined
      ? { codes: null, offices: null, minutes: 0 }
      : availabilitySql.needOfProcedure(db, query.procedure)
  }

  /** Rejects an exam or procedure that is not booked online, or is not for the age of the patient. */
  async function judgeItem(caller: Caller, query: SlotsQuery): Promise<void> {
    const { patient_id } = query
    if (patient_id !== undefined) await access.rightFor(caller, patient_id)
    const item = await items.itemOf(query)
    if (item === null) return
    const fieldError = bookingWayErrorOf(item)
    if (fieldError) throw new ApiError(fieldError)
    const patient = patient_id === undefined ? null : await findPerson(ctx, patient_id)
    if (patient !== null) items.judgeAge(item, patient.date_birth, query.from, query.to)
  }

  async function slots(caller: Caller, query: SlotsQuery): Promise<Slot[]> {
    const need = await needOf(query)
    if (need === null) throw new ApiError('notFound')
    await judgeItem(caller, query)
    const office = await officeIdOf(query.office_id)
    const asked = await codesOf(query.specialty)
    const codes = asked === null ? need.codes : (need.codes?.filter((code) => asked.includes(code)) ?? asked)
    const offices = office === null ? need.offices : (need.offices?.filter((id) => id === office) ?? [office])
    const { sites } = caller.actor
    const seen = sites === null ? offices : (offices?.filter((id) => sites.includes(id)) ?? sites)
    const found = await availabilitySql.free(db, {
      now: clock.now(),
      from: momentOf(query.from, '00:00'),
      to: momentOf(addDays(query.to, 1), '00:00'),
      codes,
      offices: seen,
      minutes: need.minutes,
      modality: query.modality ?? null,
      rut: query.rut_professional ?? null,
    })
    return found.map(presentSlot)
  }

  return {
    /** Returns the sites. With a search, only the sites at which a professional offers it. */
    offices: async (_: Caller, query: ServiceNeed) => {
      if (Object.values(query).every((one) => one === undefined)) return availabilitySql.offices(db)
      const need = await needOf(query)
      if (need === null) throw new ApiError('notFound')
      return availabilitySql.attendedAt(
        db,
        need.codes ?? (await codesOf(query.specialty)),
        need.offices,
        today(),
      )
    },
    specialties: async (caller: Caller, { office_id, spec_id, modality, patient_id }: SpecialtiesQuery) => {
      await officeIdOf(office_id)
      if (patient_id !== undefined) await access.rightFor(caller, patient_id)
      if (spec_id !== undefined) return availabilitySql.named(db, spec_id)
      const birth = patient_id === undefined ? null : (await findPerson(ctx, patient_id))?.date_birth
      return availabilitySql.consulted(db, {
        office_id: office_id ?? null,
        today: today(),
        modality: modality ?? null,
        age: birth ? ageOn(birth, today()) : null,
        age_on_last_day: birth ? ageOn(birth, addDays(today(), horizonDays)) : null,
      })
    },
    professionals: async (_: Caller, query: ProfessionalsQuery): Promise<Professional[]> => {
      const rows = await availabilitySql.professionals(
        db,
        await officeIdOf(query.office_id),
        await codesOf(query.specialty),
        query.rut_professional ?? null,
        clock.now(),
        today(),
        query.modality ?? null,
      )
      return rows.map(({ image_key, ...row }) => ({
        ...row,
        doctor_image: professionalImageAddress(image_key),
        specialties: [...(row.specialties ?? [])],
        next_free: row.next_free?.toISOString() ?? null,
      }))
    },
    slots,
  }
}
