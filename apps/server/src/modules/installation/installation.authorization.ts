import { installationEndpoints } from '@mi-portal/contract/installation'
import { defineCases, superAdminOnly } from '../../../test/authorization/cases.ts'

export const installationCases = defineCases('installation', installationEndpoints, {
  state: superAdminOnly(),
  chooseIdentity: superAdminOnly({ body: {}, ok: 400 }),
  sendTestMail: superAdminOnly({ shows: ['contact'] }),
})
