import { textPhoneEndpoints, textReportEndpoints } from '@mi-portal/contract/notifications/text-messages'
import type { FastifyInstance } from 'fastify'
import { readSigned } from '../../../platform/http/bodies.ts'
import { mount } from '../../../platform/http/mount.ts'
import type { TextPhonesService } from './text-phones.service.ts'
import type { TextReportsService } from './text-reports.service.ts'

export function mountTextsRoutes(
  app: FastifyInstance,
  phones: TextPhonesService,
  reports: TextReportsService,
) {
  mount(app, textPhoneEndpoints, {
    sendCode: ({ actor, origin }) => phones.sendCode(actor, origin),
    confirm: async ({ actor, body, origin }) => {
      await phones.confirm(actor, body.code, origin)
      return {}
    },
    remove: async ({ actor, origin }) => {
      await phones.remove(actor, origin)
      return {}
    },
  })
  mount(app, textReportEndpoints, {
    receive: async ({ request }) => {
      await reports.receive(request.headers, await readSigned(request))
      return {}
    },
  })
}
