import { auditEndpoints } from '@mi-portal/contract/audit'
import { defineCases, superAdminOnly } from '../../../test/authorization/cases.ts'

export const auditCases = defineCases('audit', auditEndpoints, {
  list: superAdminOnly({ body: {}, ofEveryPatient: true }),
  actions: superAdminOnly(),
  export: superAdminOnly({ body: {}, ofEveryPatient: true }),
})
