import { calendarAppointmentEndpoints } from '@mi-portal/contract/agenda/calendar-appointments'
import { calendarExceptionEndpoints } from '@mi-portal/contract/agenda/calendar-exceptions'
import { calendarImportEndpoints } from '@mi-portal/contract/agenda/calendar-import'
import { calendarWeekEndpoints } from '@mi-portal/contract/agenda/calendar-week'
import { holidayEndpoints } from '@mi-portal/contract/agenda/holidays'
import { professionalImageEndpoints } from '@mi-portal/contract/agenda/professional-images'
import { professionalEndpoints } from '@mi-portal/contract/agenda/professionals'
import { routes } from '../../platform/context/operation.ts'
import { cancelForPatient, confirmByClinic, listTargets, moveByClinic } from './change-appointments.ts'
import {
  blockTime,
  endException,
  listBlockedAppointments,
  listExceptionAppointments,
  openTime,
} from './edit-exceptions.ts'
import { addHoliday, listHolidayAppointments, listHolidays, removeHoliday } from './edit-holidays.ts'
import { importCalendars, previewImport } from './import/import-calendars.ts'
import {
  createProfessional,
  editProfessional,
  listPlaces,
  listProfessionals,
  openProfessional,
} from './professionals/edit-professionals.ts'
import {
  openProfessionalImage,
  removeProfessionalImage,
  storeProfessionalImage,
} from './professionals/store-images.ts'
import { listHeldByPortal, readWeek } from './read-week.ts'

export const agendaRoutes = [
  routes(professionalImageEndpoints, {
    store: storeProfessionalImage,
    remove: removeProfessionalImage,
    read: openProfessionalImage,
  }),
  routes(professionalEndpoints, {
    places: listPlaces,
    professionals: listProfessionals,
    professional: openProfessional,
    create: createProfessional,
    edit: editProfessional,
  }),
  routes(calendarWeekEndpoints, { week: readWeek }),
  routes(calendarExceptionEndpoints, {
    booked: listBlockedAppointments,
    block: blockTime,
    open: openTime,
    exceptionAppointments: listExceptionAppointments,
    endException,
  }),
  routes(calendarAppointmentEndpoints, {
    targets: listTargets,
    move: moveByClinic,
    cancel: cancelForPatient,
    confirm: confirmByClinic,
    heldByPortal: listHeldByPortal,
  }),
  routes(holidayEndpoints, {
    holidays: listHolidays,
    holidayAppointments: listHolidayAppointments,
    addHoliday,
    removeHoliday,
  }),
  routes(calendarImportEndpoints, { previewImport, runImport: importCalendars }),
]
