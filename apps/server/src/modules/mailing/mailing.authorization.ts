import { mailingEndpoints } from '@mi-portal/contract/mailing'
import { casesOf, nothingThere, superAdminOnly } from '../../../test/authorization/cases.ts'

export const mailingCases = casesOf('mailing', mailingEndpoints, {
  templates: superAdminOnly(),
  preview: superAdminOnly({ ...nothingThere, ok: 404 }),
  send: superAdminOnly({ body: {}, ok: 400 }),
})
