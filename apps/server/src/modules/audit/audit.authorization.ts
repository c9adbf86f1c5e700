import { auditEndpoints } from '@mi-portal/contract/audit'
import { casesOf, superAdminOnly } from '../../../test/authorization/cases.ts'

export const auditCases = casesOf('audit', auditEndpoints, {
  list: superAdminOnly({ body: {}, ofEveryPatient: true }),
  actions: superAdminOnly(),
  export: superAdminOnly({ body: {}, ofEveryPatient: true }),
})
