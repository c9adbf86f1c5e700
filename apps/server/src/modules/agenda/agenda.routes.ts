import { calendarAppointmentEndpoints } from '@mi-portal/contract/agenda/calendar-appointments'
import { calendarExceptionEndpoints } from '@mi-portal/contract/agenda/calendar-exceptions'
import { calendarImportEndpoints } from '@mi-portal/contract/agenda/calendar-import'
import { calendarWeekEndpoints } from '@mi-portal/contract/agenda/calendar-week'
import { holidayEndpoints } from '@mi-portal/contract/agenda/holidays'
import { professionalEndpoints } from '@mi-portal/contract/agenda/professionals'
import { ApiError } from '@mi-portal/contract/api-error'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { ExceptionsService } from './exceptions.service.ts'
import type { HoursService } from './hours.service.ts'
import type { ImportService } from './import.service.ts'
import type { ProfessionalsService } from './professionals.service.ts'

type AgendaRouteParts = {
  readonly hours: HoursService
  readonly exceptions: ExceptionsService
  readonly professionals: ProfessionalsService
  readonly imports: ImportService
}

export function agendaRoutes(app: FastifyInstance, parts: AgendaRouteParts) {
  const { hours, exceptions, professionals, imports } = parts
  mount(app, professionalEndpoints, {
    places: () => professionals.places(),
    professionals: ({ query: { filter, ...page } }) => professionals.list(filter ?? null, page),
    professional: async ({ params }) => ({ professional: await professionals.one(params.id) }),
    create: async (staff) => ({ professional: await professionals.create(staff, staff.body) }),
    edit: (staff) => professionals.edit(staff, staff.params.id, staff.body),
  })
  mount(app, calendarWeekEndpoints, {
    week: (staff) => hours.week(staff, staff.params.id, staff.query.from),
  })
  mount(app, calendarExceptionEndpoints, {
    booked: async (staff) => ({ hours: await exceptions.booked(staff, staff.params.id, staff.body) }),
    block: async (staff) => {
      await exceptions.block(staff, staff.params.id, staff.body)
      return {}
    },
    open: async (staff) => {
      await exceptions.open(staff, staff.params.id, staff.body)
      return {}
    },
    exceptionHours: async (staff) => ({ hours: await exceptions.hoursOf(staff, staff.params.id) }),
    endException: async (staff) => {
      await exceptions.end(staff, staff.params.id, staff.body.decisions)
      return {}
    },
  })
  mount(app, calendarAppointmentEndpoints, {
    targets: async ({ params, query }) => ({
      slots: await hours.targets(params.id, query.from, query.of === 'any'),
    }),
    move: async (staff) => {
      await hours.move(staff, staff.params.id, staff.body)
      return {}
    },
    cancel: async (staff) => {
      await hours.cancel(staff, staff.params.id, staff.body.sequence)
      return {}
    },
    kept: (staff) => hours.kept(staff, staff.query),
  })
  mount(app, holidayEndpoints, {
    holidays: async ({ query }) => ({ holidays: await exceptions.holidays(query.year) }),
    holidayHours: async (staff) => ({ hours: await exceptions.holidayHours(staff, staff.params.day) }),
    addHoliday: async (staff) => {
      await exceptions.addHoliday(staff, staff.body)
      return {}
    },
    removeHoliday: async (staff) => {
      await exceptions.removeHoliday(staff, staff.params.day)
      return {}
    },
  })
  mount(app, calendarImportEndpoints, {
    previewImport: async ({ body }) => ({ plan: await imports.preview(body.content) }),
    runImport: async (staff) => ({ plan: await imports.run(staff, staff.body.content) }),
  })
}

/**
 * The routes of an installation whose calendars are in an external service. There are no calendars to show or change here. Staff can
 * only cancel appointments that were booked in the portal's own calendars before, because no other system can do it.
 */
export function agendaElsewhereRoutes(app: FastifyInstance, hours: HoursService) {
  const refuse = (): never => {
    throw new ApiError('calendarsElsewhere')
  }
  mount(app, professionalEndpoints, {
    places: refuse,
    professionals: refuse,
    professional: refuse,
    create: refuse,
    edit: refuse,
  })
  mount(app, calendarWeekEndpoints, {
    week: refuse,
  })
  mount(app, calendarExceptionEndpoints, {
    booked: refuse,
    block: refuse,
    open: refuse,
    exceptionHours: refuse,
    endException: refuse,
  })
  mount(app, calendarAppointmentEndpoints, {
    targets: refuse,
    move: refuse,
    cancel: async (staff) => {
      if (!(await hours.isKept(staff.params.id))) return refuse()
      await hours.cancel(staff, staff.params.id, staff.body.sequence)
      return {}
    },
    kept: (staff) => hours.kept(staff, staff.query),
  })
  mount(app, holidayEndpoints, {
    holidays: refuse,
    holidayHours: refuse,
    addHoliday: refuse,
    removeHoliday: refuse,
  })
  mount(app, calendarImportEndpoints, {
    previewImport: refuse,
    runImport: refuse,
  })
}
