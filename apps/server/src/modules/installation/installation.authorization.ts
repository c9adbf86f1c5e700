import { installationEndpoints } from '@mi-portal/contract/installation'
import { casesOf, superAdminOnly } from '../../../test/authorization/cases.ts'

export const installationCases = casesOf('installation', installationEndpoints, {
  state: superAdminOnly(),
  chooseIdentity: superAdminOnly({ body: {}, ok: 400 }),
  sendTestMail: superAdminOnly({ shows: ['contact'] }),
})
