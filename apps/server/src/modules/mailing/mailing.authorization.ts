import { mailingEndpoints } from '@mi-portal/contract/mailing'
import { defineCases, nothingThere, superAdminOnly } from '../../../test/authorization/cases.ts'

export const mailingCases = defineCases('mailing', mailingEndpoints, {
  templates: superAdminOnly(),
  preview: superAdminOnly({ ...nothingThere, ok: 404 }),
  send: superAdminOnly({ body: {}, ok: 400 }),
})
