import { auditEndpoints } from '@mi-portal/contract/audit'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { AuditService } from './audit.service.ts'

export function auditRoutes(app: FastifyInstance, trail: AuditService) {
  mount(app, auditEndpoints, {
    list: ({ actor, body, origin }) => trail.list(actor, body, origin),
    actions: async () => ({ actions: trail.actions() }),
    export: ({ actor, body, origin }) => trail.export(actor, body, origin),
  })
}
