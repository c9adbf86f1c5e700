import { calendarAppointmentEndpoints } from '@mi-portal/contract/agenda/calendar-appointments'
import { calendarExceptionEndpoints } from '@mi-portal/contract/agenda/calendar-exceptions'
import { calendarImportEndpoints } from '@mi-portal/contract/agenda/calendar-import'
import { calendarWeekEndpoints } from '@mi-portal/contract/agenda/calendar-week'
import { holidayEndpoints } from '@mi-portal/contract/agenda/holidays'
import { professionalImageEndpoints } from '@mi-portal/contract/agenda/professional-images'
import { professionalEndpoints } from '@mi-portal/contract/agenda/professionals'
import { defineCases, nothingThere, open, staffOnly } from '../../../test/authorization/cases.ts'
import { noForm } from '../../../test/authorization/sent.ts'

const wholeDay = { from: '2026-12-28', to: '2026-12-28', starts: null, ends: null }

export const agendaCases = [
  ...defineCases('professionals', professionalEndpoints, {
    places: staffOnly(),
    professionals: staffOnly(),
    professional: staffOnly({ ...nothingThere, ok: 404 }),
    create: staffOnly({ body: {}, ok: 400 }),
    edit: staffOnly({ ...nothingThere, ok: 400 }),
  }),

  ...defineCases('calendar-week', calendarWeekEndpoints, {
    week: staffOnly({ ...nothingThere, query: { from: '2026-12-28' }, ok: 404 }),
  }),

  ...defineCases('calendar-exceptions', calendarExceptionEndpoints, {
    booked: staffOnly({ ...nothingThere, body: wholeDay, ok: 404 }),
    block: staffOnly({ ...nothingThere, body: { ...wholeDay, reason: '', decisions: [] }, ok: 404 }),
    open: staffOnly({ ...nothingThere, ok: 400 }),
    exceptionAppointments: staffOnly({ ...nothingThere, ok: 404 }),
    endException: staffOnly({ ...nothingThere, body: { decisions: [] }, ok: 404 }),
  }),

  ...defineCases('calendar-appointments', calendarAppointmentEndpoints, {
    targets: staffOnly({ ...nothingThere, query: { from: '2026-12-28' }, ok: 404 }),
    move: staffOnly({ ...nothingThere, body: { slot_id: 1, sequence: 0 }, ok: 404 }),
    cancel: staffOnly({ ...nothingThere, body: { sequence: 0 }, ok: 404 }),
    confirm: staffOnly({ ...nothingThere, body: { sequence: 0 }, ok: 404 }),
    heldByPortal: staffOnly({ ofEveryPatient: true, shows: ['name', 'clinical'] }),
  }),

  ...defineCases('holidays', holidayEndpoints, {
    holidays: staffOnly({ query: { year: 2026 } }),
    holidayAppointments: staffOnly({
      params: { day: '2026-12-30' },
      ofEveryPatient: true,
      shows: ['name', 'clinical'],
    }),
    addHoliday: staffOnly({ body: {}, ok: 400 }),
    removeHoliday: staffOnly({ params: { day: '2026-12-30' }, ok: 404 }),
  }),

  ...defineCases('calendar-import', calendarImportEndpoints, {
    previewImport: staffOnly({ body: {}, ok: 400 }),
    runImport: staffOnly({ body: {}, ok: 400 }),
  }),

  ...defineCases('professionalImages', professionalImageEndpoints, {
    store: staffOnly({ params: nothingThere.params, ...noForm, ok: 400 }),
    remove: staffOnly({ ...nothingThere, ok: 404 }),
    read: open({ params: { key: 'k'.repeat(22) }, ok: 404 }),
  }),
]
