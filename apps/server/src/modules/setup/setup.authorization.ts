import { setupEndpoints } from '@mi-portal/contract/setup'
import { defineCases, open } from '../../../test/authorization/cases.ts'

export const setupCases = defineCases('setup', setupEndpoints, {
  open: open({ body: { token: 't'.repeat(43) }, ok: 410 }),
  createSuperAdmin: open({ body: {}, ok: 400 }),
})
