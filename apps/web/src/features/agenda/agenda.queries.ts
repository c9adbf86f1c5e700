/** What the screens of the agendas read and change. */
import {
  agendaEndpoints,
  type BlockedTime,
  type Decision,
  type agendaEndpoints as endpoints,
  type OpenedTime,
  type WeeklyBlock,
} from '@mi-portal/contract/agenda'
import type { Reply } from '@mi-portal/contract/endpoint'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

export const agendaKey = ['agenda'] as const
const fallback = 'Error server al obtener la agenda'
const changing = { fallback: 'No ha sido posible guardar el cambio' }

export type WeekData = Reply<typeof endpoints.week>

export const placesQuery = queryOptions({
  queryKey: [...agendaKey, 'places'],
  staleTime: 600_000,
  queryFn: ({ signal }) => call(agendaEndpoints.places, {}, { signal, fallback }),
})

export function professionalsQuery(words: string, page: number) {
  return queryOptions({
    queryKey: [...agendaKey, 'professionals', words, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(
        agendaEndpoints.professionals,
        { query: { ...(words === '' ? {} : { filter: words }), page } },
        { signal, fallback: 'Error server al obtener los profesionales' },
      ),
  })
}

/** Each time it is opened anew: somebody else may have changed it. */
export function professionalQuery(id: number) {
  return queryOptions({
    queryKey: [...agendaKey, 'professional', id],
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) =>
      (
        await call(
          agendaEndpoints.professional,
          { params: { id } },
          { signal, fallback: 'Error server al obtener el profesional' },
        )
      ).professional,
  })
}

export function weekQuery(id: number, from: string) {
  return queryOptions({
    queryKey: [...agendaKey, 'week', id, from],
    // Others book meanwhile; who looks is in the audit trail, so it is not asked more often than needed.
    refetchInterval: 120_000,
    queryFn: ({ signal }) =>
      call(agendaEndpoints.week, { params: { id }, query: { from } }, { signal, fallback }),
  })
}

export function targetsQuery(id: number, from: string, of: 'same' | 'any') {
  return queryOptions({
    queryKey: [...agendaKey, 'targets', id, from, of],
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (
        await call(
          agendaEndpoints.targets,
          { params: { id }, query: { from, of } },
          { signal, fallback: 'Error server al obtener las horas libres' },
        )
      ).slots,
  })
}

export function exceptionHoursQuery(id: number) {
  return queryOptions({
    queryKey: [...agendaKey, 'exception', id],
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (await call(agendaEndpoints.exceptionHours, { params: { id } }, { signal, fallback })).hours,
  })
}

export function holidaysQuery(year: number) {
  return queryOptions({
    queryKey: [...agendaKey, 'holidays', year],
    queryFn: async ({ signal }) =>
      (
        await call(
          agendaEndpoints.holidays,
          { query: { year } },
          { signal, fallback: 'Error server al obtener los feriados' },
        )
      ).holidays,
  })
}

export async function bookedWithin(id: number, time: BlockedTime) {
  return (await call(agendaEndpoints.booked, { params: { id }, body: time }, { fallback })).hours
}

export function blockTime(id: number, time: BlockedTime, reason: string, decisions: Decision[]) {
  return call(agendaEndpoints.block, { params: { id }, body: { ...time, reason, decisions } }, changing)
}

export function openTime(id: number, opened: OpenedTime) {
  return call(agendaEndpoints.open, { params: { id }, body: opened }, changing)
}

export function endException(id: number, decisions: Decision[]) {
  return call(agendaEndpoints.endException, { params: { id }, body: { decisions } }, changing)
}

export function moveHour(id: number, slot_id: number, sequence: number) {
  return call(
    agendaEndpoints.move,
    { params: { id }, body: { slot_id, sequence } },
    { fallback: 'No ha sido posible mover la hora' },
  )
}

/** Hours to come that were booked in the portal's own calendars. */
export function keptHoursQuery(page: number) {
  return queryOptions({
    queryKey: [...agendaKey, 'kept', page],
    queryFn: ({ signal }) => call(agendaEndpoints.kept, { query: { page } }, { signal, fallback }),
  })
}

export function cancelHour(id: number, sequence: number) {
  return call(
    agendaEndpoints.cancel,
    { params: { id }, body: { sequence } },
    { fallback: 'No ha sido posible cancelar la hora' },
  )
}

export async function bookedOn(day: string) {
  return (await call(agendaEndpoints.holidayHours, { params: { day } }, { fallback })).hours
}

export function addHoliday(day: string, name: string, decisions: Decision[]) {
  return call(agendaEndpoints.addHoliday, { body: { day, name, decisions } }, changing)
}

export function removeHoliday(day: string) {
  return call(agendaEndpoints.removeHoliday, { params: { day } }, changing)
}

interface Week {
  name: string
  schedules: WeeklyBlock[]
}

export function createProfessional(rut: string, { name, schedules }: Week) {
  return call(agendaEndpoints.create, { body: { rut, name, schedules } }, changing)
}

export function editProfessional(id: number, week: Week & { active: boolean; updated_at: string }) {
  return call(agendaEndpoints.edit, { params: { id }, body: week }, changing)
}

export async function previewImport(content: string) {
  return (
    await call(
      agendaEndpoints.previewImport,
      { body: { content } },
      { fallback: 'No ha sido posible leer el archivo' },
    )
  ).plan
}

export async function runImport(content: string) {
  return (await call(agendaEndpoints.runImport, { body: { content } }, changing)).plan
}
