import { professionalImageAddress } from '@mi-portal/contract/agenda/professional-images'
import {
  type Office,
  type OfficeCode,
  type Professional,
  type ServiceNeed,
  type serviceEndpoints,
  unknownOffice,
} from '@mi-portal/contract/booking/services'
import type { Slot, SlotsQuery } from '@mi-portal/contract/booking/slots'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { Received } from '@mi-portal/contract/calls/endpoint'
import { addDays, ageOn, toDay, toInstant } from '@mi-portal/contract/values/dates'
import type { ActorContext, Context } from '../../../platform/context/context.ts'
import { findRow } from '../../../platform/database/database.ts'
import { findPerson } from '../../people/read-people.ts'
import { requireRight } from '../authorize-booker.ts'
import { horizonDays, presentSlot } from '../booking.rules.ts'
import { findBookingWayError } from '../exam-booking/exam-booking.rules.ts'
import { findItem, judgeAge } from '../find-items.ts'
import * as sql from './availability.sql.ts'

export type SpecialtiesQuery = Received<typeof serviceEndpoints.specialties>['query']
export type ProfessionalsQuery = Received<typeof serviceEndpoints.professionals>['query']

const getToday = ({ clock }: Context) => toDay(clock.now())

async function readOfficeId({ db }: Context, code: OfficeCode | undefined): Promise<number | null> {
  if (code === undefined) return null
  const office = await findRow(db, sql.findOfficeId, { office_id: code })
  if (office !== null) return office.id
  throw new ApiError('invalid', { fieldErrors: [{ msg: unknownOffice, param: 'office_id' }] })
}

/** Returns the numbers of services; null, for all of them, if none is named. */
async function readCodes({ db }: Context, wire_codes: readonly string[] | undefined) {
  if (wire_codes === undefined) return null
  return (await db.run(sql.listServiceCodes, { wire_codes })).map(({ code }) => code)
}

async function readNeed({ db }: Context, { exam_id, procedure }: ServiceNeed) {
  if (exam_id === undefined && procedure === undefined) return { codes: null, offices: null, minutes: 0 }
  const need = await (exam_id === undefined
    ? findRow(db, sql.findProcedureNeed, { code: procedure ?? '' })
    : findRow(db, sql.findExamNeed, { id: exam_id }))
  if (need === null) throw new ApiError('notFound')
  return need
}

async function rejectUnfitItem(ctx: ActorContext, query: SlotsQuery): Promise<void> {
  const { patient_id } = query
  if (patient_id !== undefined) await requireRight(ctx, patient_id)
  const item = await findItem(ctx, query)
  if (item === null) return
  const fieldError = findBookingWayError(item)
  if (fieldError) throw new ApiError(fieldError)
  const patient = patient_id === undefined ? null : await findPerson(ctx, patient_id)
  if (patient !== null) judgeAge(ctx, item, patient.date_birth, query.from, query.to)
}

export async function listOffices(ctx: ActorContext, query: ServiceNeed): Promise<Office[]> {
  if (Object.values(query).every((one) => one === undefined)) return ctx.db.run(sql.listOffices, {})
  const { codes, offices } = await readNeed(ctx, query)
  return ctx.db.run(sql.listAttendedOffices, {
    codes: codes ?? (await readCodes(ctx, query.specialty)),
    office_ids: offices,
    today: getToday(ctx),
  })
}

export async function listSpecialties(
  ctx: ActorContext,
  { office_id, spec_id, modality, patient_id }: SpecialtiesQuery,
): Promise<Professional['specialties']> {
  await readOfficeId(ctx, office_id)
  if (patient_id !== undefined) await requireRight(ctx, patient_id)
  if (spec_id !== undefined) return ctx.db.run(sql.listNamedServices, { wire_codes: spec_id })
  const birth = patient_id === undefined ? null : (await findPerson(ctx, patient_id))?.date_birth
  const today = getToday(ctx)
  return ctx.db.run(sql.listConsultedServices, {
    office_id: office_id ?? null,
    today,
    modality: modality ?? null,
    age: birth ? ageOn(birth, today) : null,
    age_on_last_day: birth ? ageOn(birth, addDays(today, horizonDays)) : null,
  })
}

export async function listProfessionals(
  ctx: ActorContext,
  { office_id, specialty, rut_professional, modality }: ProfessionalsQuery,
): Promise<Professional[]> {
  const rows = await ctx.db.run(sql.listProfessionals, {
    office_id: await readOfficeId(ctx, office_id),
    codes: await readCodes(ctx, specialty),
    rut: rut_professional ?? null,
    now: ctx.clock.now(),
    today: getToday(ctx),
    modality: modality ?? null,
  })
  return rows.map(({ image_key, ...row }) => ({
    ...row,
    doctor_image: professionalImageAddress(image_key),
    specialties: [...(row.specialties ?? [])],
    next_free: row.next_free?.toISOString() ?? null,
  }))
}

export async function listFreeSlots(ctx: ActorContext, query: SlotsQuery): Promise<Slot[]> {
  const { actor, clock, db } = ctx
  const need = await readNeed(ctx, query)
  await rejectUnfitItem(ctx, query)
  const office = await readOfficeId(ctx, query.office_id)
  const asked = await readCodes(ctx, query.specialty)
  const codes = asked === null ? need.codes : (need.codes?.filter((code) => asked.includes(code)) ?? asked)
  const offices = office === null ? need.offices : (need.offices?.filter((id) => id === office) ?? [office])
  const { sites } = actor
  const search = {
    now: clock.now(),
    from: toInstant(query.from, '00:00'),
    to: toInstant(addDays(query.to, 1), '00:00'),
    codes,
    offices: sites === null ? offices : (offices?.filter((id) => sites.includes(id)) ?? sites),
    minutes: need.minutes,
    modality: query.modality ?? null,
  }
  const { rut_professional: rut } = query
  const found = await (rut === undefined
    ? db.run(sql.listFreeByService, search)
    : db.run(sql.listFreeByProfessional, { ...search, rut }))
  return found.map(presentSlot)
}
