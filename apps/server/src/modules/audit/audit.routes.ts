import { auditEndpoints } from '@mi-portal/contract/audit'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { AuditService } from './audit.service.ts'

export function mountAuditRoutes(app: FastifyInstance, auditLog: AuditService) {
  mount(app, auditEndpoints, {
    list: ({ actor, body, origin }) => auditLog.list(actor, body, origin),
    actions: async () => ({ actions: auditLog.actions() }),
    export: ({ actor, body, origin }) => auditLog.export(actor, body, origin),
  })
}
