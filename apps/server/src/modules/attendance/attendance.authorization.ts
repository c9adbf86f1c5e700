import { attendanceEndpoints } from '@mi-portal/contract/attendance'
import { defineCases, staffOnly } from '../../../test/authorization/cases.ts'

const ofDay = {
  query: { day: '2026-10-17' },
  ofEveryPatient: true,
  shows: ['name', 'document', 'contact', 'clinical'],
} as const

export const attendanceCases = defineCases('attendance', attendanceEndpoints, {
  arrivals: staffOnly(ofDay),
  exportArrivals: staffOnly(ofDay),
  ofPatient: staffOnly({ sent: ({ id }) => ({ params: { id } }), shows: ['name', 'clinical'] }),
  // The appointments of these patients have not begun.
  one: staffOnly({ sent: ({ hour }) => ({ params: { id: hour } }), ok: 404 }),
  record: staffOnly({
    params: { id: 2_000_000_000 },
    body: { attendance: 'attended', previous: null },
    ok: 404,
  }),
})
