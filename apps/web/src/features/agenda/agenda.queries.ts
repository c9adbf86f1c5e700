/** Queries and calls of the staff's calendar screens. */

import {
  calendarAppointmentEndpoints,
  type Decision,
  type MoveTarget,
} from '@mi-portal/contract/agenda/calendar-appointments'
import {
  type BlockedTime,
  calendarExceptionEndpoints,
  type OpenedTime,
} from '@mi-portal/contract/agenda/calendar-exceptions'
import { calendarImportEndpoints } from '@mi-portal/contract/agenda/calendar-import'
import { calendarWeekEndpoints } from '@mi-portal/contract/agenda/calendar-week'
import { holidayEndpoints } from '@mi-portal/contract/agenda/holidays'
import { professionalEndpoints, type WeeklyBlock } from '@mi-portal/contract/agenda/professionals'
import type { Reply } from '@mi-portal/contract/endpoint'
import { professionalImageEndpoints } from '@mi-portal/contract/professional-images'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

export const staffCalendarsKey = ['staff-calendars'] as const
const fallback = 'Error server al obtener la agenda'
const changeOptions = { fallback: 'No ha sido posible guardar el cambio' }

export type WeekData = Reply<typeof calendarWeekEndpoints.week>

export const placesQuery = queryOptions({
  queryKey: [...staffCalendarsKey, 'places'],
  staleTime: 600_000,
  queryFn: ({ signal }) => call(professionalEndpoints.places, {}, { signal, fallback }),
})

export function professionalsQuery(searchText: string, page: number) {
  return queryOptions({
    queryKey: [...staffCalendarsKey, 'professionals', searchText, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(
        professionalEndpoints.professionals,
        { query: { ...(searchText === '' ? {} : { filter: searchText }), page } },
        { signal, fallback: 'Error server al obtener los profesionales' },
      ),
  })
}

/** Loads a professional, always from the server, because another member of staff may have changed them. */
export function professionalQuery(id: number) {
  return queryOptions({
    queryKey: [...staffCalendarsKey, 'professional', id],
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) =>
      (
        await call(
          professionalEndpoints.professional,
          { params: { id } },
          { signal, fallback: 'Error server al obtener el profesional' },
        )
      ).professional,
  })
}

export function weekQuery(id: number, from: string) {
  return queryOptions({
    queryKey: [...staffCalendarsKey, 'week', id, from],
    // Patients book meanwhile, so the week is reloaded. Each read is written to the audit log, so the interval is
    // long.
    refetchInterval: 120_000,
    queryFn: ({ signal }) =>
      call(calendarWeekEndpoints.week, { params: { id }, query: { from } }, { signal, fallback }),
  })
}

export function targetsQuery(id: number, from: string, of: 'same' | 'any') {
  return queryOptions({
    queryKey: [...staffCalendarsKey, 'targets', id, from, of],
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (
        await call(
          calendarAppointmentEndpoints.targets,
          { params: { id }, query: { from, of } },
          { signal, fallback: 'Error server al obtener las horas libres' },
        )
      ).slots,
  })
}

export function exceptionAppointmentsQuery(id: number) {
  return queryOptions({
    queryKey: [...staffCalendarsKey, 'exception', id],
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (await call(calendarExceptionEndpoints.exceptionHours, { params: { id } }, { signal, fallback })).hours,
  })
}

export function holidaysQuery(year: number) {
  return queryOptions({
    queryKey: [...staffCalendarsKey, 'holidays', year],
    queryFn: async ({ signal }) =>
      (
        await call(
          holidayEndpoints.holidays,
          { query: { year } },
          { signal, fallback: 'Error server al obtener los feriados' },
        )
      ).holidays,
  })
}

export async function listAppointmentsWithin(id: number, time: BlockedTime) {
  return (await call(calendarExceptionEndpoints.booked, { params: { id }, body: time }, { fallback })).hours
}

export function blockTime(id: number, time: BlockedTime, reason: string, decisions: Decision[]) {
  return call(
    calendarExceptionEndpoints.block,
    { params: { id }, body: { ...time, reason, decisions } },
    changeOptions,
  )
}

export function openTime(id: number, opened: OpenedTime) {
  return call(calendarExceptionEndpoints.open, { params: { id }, body: opened }, changeOptions)
}

export function endException(id: number, decisions: Decision[]) {
  return call(calendarExceptionEndpoints.endException, { params: { id }, body: { decisions } }, changeOptions)
}

export function moveAppointment(
  id: number,
  move: { slot_id: number; sequence: number; accepted_modality?: MoveTarget['modality'] },
) {
  return call(
    calendarAppointmentEndpoints.move,
    { params: { id }, body: move },
    { fallback: 'No ha sido posible mover la hora' },
  )
}

/**
 * Loads a page of the future appointments that were booked in the portal's own calendars before an external service
 * took over.
 */
export function earlierAppointmentsQuery(page: number) {
  return queryOptions({
    queryKey: [...staffCalendarsKey, 'kept', page],
    queryFn: ({ signal }) =>
      call(calendarAppointmentEndpoints.heldByPortal, { query: { page } }, { signal, fallback }),
  })
}

export function cancelAppointment(id: number, sequence: number) {
  return call(
    calendarAppointmentEndpoints.cancel,
    { params: { id }, body: { sequence } },
    { fallback: 'No ha sido posible cancelar la hora' },
  )
}

export async function listAppointmentsOn(day: string) {
  return (await call(holidayEndpoints.holidayHours, { params: { day } }, { fallback })).hours
}

export function addHoliday(day: string, name: string, decisions: Decision[]) {
  return call(holidayEndpoints.addHoliday, { body: { day, name, decisions } }, changeOptions)
}

export function removeHoliday(day: string) {
  return call(holidayEndpoints.removeHoliday, { params: { day } }, changeOptions)
}

interface ProfessionalDraft {
  name: string
  schedules: WeeklyBlock[]
}

export function createProfessional(rut: string, { name, schedules }: ProfessionalDraft) {
  return call(professionalEndpoints.create, { body: { rut, name, schedules } }, changeOptions)
}

export function editProfessional(
  id: number,
  week: ProfessionalDraft & { active: boolean; updated_at: string },
) {
  return call(professionalEndpoints.edit, { params: { id }, body: week }, changeOptions)
}

/** Stores the photo and returns its address. */
export async function storeProfessionalImage(id: number, file: File): Promise<string> {
  const form = new FormData()
  form.set('image', file)
  const { doctor_image } = await call(
    professionalImageEndpoints.store,
    { params: { id }, form },
    { fallback: 'No ha sido posible subir la imagen' },
  )
  return doctor_image
}

export async function removeProfessionalImage(id: number): Promise<null> {
  await call(
    professionalImageEndpoints.remove,
    { params: { id } },
    { fallback: 'No ha sido posible quitar la imagen' },
  )
  return null
}

export async function previewImport(content: string) {
  return (
    await call(
      calendarImportEndpoints.previewImport,
      { body: { content } },
      { fallback: 'No ha sido posible leer el archivo' },
    )
  ).plan
}

export async function runImport(content: string) {
  return (await call(calendarImportEndpoints.runImport, { body: { content } }, changeOptions)).plan
}
