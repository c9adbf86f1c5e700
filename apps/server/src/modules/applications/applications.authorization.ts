import { applicationEndpoints } from '@mi-portal/contract/applications'
import { defineCases, open } from '../../../test/authorization/cases.ts'
import { noKey } from '../../../test/authorization/sent.ts'

export const applicationsCases = defineCases('applications', applicationEndpoints, {
  state: open({ ...noKey, ok: 404 }),
  createCode: open({ ...noKey, ok: 404 }),
})
