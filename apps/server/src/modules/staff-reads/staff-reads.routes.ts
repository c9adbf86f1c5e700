import { staffReadEndpoints } from '@mi-portal/contract/staff-reads'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { StaffReadsService } from './staff-reads.service.ts'

export function mountStaffReadsRoutes(app: FastifyInstance, staffReads: StaffReadsService) {
  mount(app, staffReadEndpoints, {
    giveReason: ({ actor, body, origin }) => staffReads.giveReason(actor, body.reason, origin),
  })
}
