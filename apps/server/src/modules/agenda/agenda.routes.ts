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
import type { ImportService } from './import/import.service.ts'
import type { ProfessionalsService } from './professionals.service.ts'
import type { StaffAppointmentsService } from './staff-appointments.service.ts'

type AgendaRouteDependencies = {
  readonly appointments: StaffAppointmentsService
  readonly exceptions: ExceptionsService
  readonly professionals: ProfessionalsService
  readonly imports: ImportService
}

export function mountAgendaRoutes(app: FastifyInstance, dependencies: AgendaRouteDependencies) {
  const { appointments, exceptions, professionals, imports } = dependencies
  mount(app, professionalEndpoints, {
    places: (staff) => professionals.places(staff),
    professionals: ({ query: { filter, ...page }, ...staff }) =>
      professionals.list(staff, filter ?? null, page),
    professional: async (staff) => ({ professional: await professionals.open(staff, staff.params.id) }),
    create: async (staff) => ({ professional: await professionals.create(staff, staff.body) }),
    edit: (staff) => professionals.edit(staff, staff.params.id, staff.body),
  })
  mount(app, calendarWeekEndpoints, {
    week: (staff) => appointments.week(staff, staff.params.id, staff.query.from),
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
    targets: async ({ params, query, ...staff }) => ({
      slots: await appointments.targets(staff, params.id, query.from, query.of === 'any'),
    }),
    move: async (staff) => {
      await appointments.move(staff, staff.params.id, staff.body)
      return {}
    },
    cancel: async (staff) => {
      await appointments.cancel(staff, staff.params.id, staff.body.sequence)
      return {}
    },
    confirm: async (staff) => {
      await appointments.confirm(staff, staff.params.id, staff.body.sequence)
      return {}
    },
    heldByPortal: (staff) => appointments.upcomingHeldByPortal(staff, staff.query),
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
    previewImport: async (staff) => ({ plan: await imports.preview(staff, staff.body.content) }),
    runImport: async (staff) => ({ plan: await imports.run(staff, staff.body.content) }),
  })
}

/**
 * The routes of an installation whose calendars are in an external service. There are no calendars to show or change here. Staff can
 * only cancel appointments that were booked in the portal's own calendars before, because no other system can do it.
 */
export function mountAgendaExternalRoutes(app: FastifyInstance, appointments: StaffAppointmentsService) {
  const reject = (): never => {
    throw new ApiError('calendarsElsewhere')
  }
  mount(app, professionalEndpoints, {
    places: reject,
    professionals: reject,
    professional: reject,
    create: reject,
    edit: reject,
  })
  mount(app, calendarWeekEndpoints, {
    week: reject,
  })
  mount(app, calendarExceptionEndpoints, {
    booked: reject,
    block: reject,
    open: reject,
    exceptionHours: reject,
    endException: reject,
  })
  mount(app, calendarAppointmentEndpoints, {
    targets: reject,
    move: reject,
    confirm: reject,
    cancel: async (staff) => {
      if (!(await appointments.isKept(staff, staff.params.id))) return reject()
      await appointments.cancel(staff, staff.params.id, staff.body.sequence)
      return {}
    },
    heldByPortal: (staff) => appointments.upcomingHeldByPortal(staff, staff.query),
  })
  mount(app, holidayEndpoints, {
    holidays: reject,
    holidayHours: reject,
    addHoliday: reject,
    removeHoliday: reject,
  })
  mount(app, calendarImportEndpoints, {
    previewImport: reject,
    runImport: reject,
  })
}
