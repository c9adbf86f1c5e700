import { attendanceEndpoints } from '@mi-portal/contract/attendance'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { AttendanceService } from './attendance.service.ts'

export function mountAttendanceRoutes(app: FastifyInstance, attendance: AttendanceService) {
  mount(app, attendanceEndpoints, {
    ofDay: ({ body: { day, show, filter, ...page }, ...staff }) =>
      attendance.ofDay(staff, { day, onlyPending: show === 'pending', search: filter ?? '', page }),
    ofPatient: ({ query, params, ...staff }) => attendance.ofPatient(staff, params.id, query),
    one: ({ params, ...staff }) => attendance.one(staff, params.id),
    record: async ({ params, body, ...staff }) => {
      await attendance.record(staff, params.id, body)
      return {}
    },
  })
}
