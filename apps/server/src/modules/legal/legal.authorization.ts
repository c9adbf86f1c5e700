import { legalEndpoints } from '@mi-portal/contract/legal'
import { defineCases, open, superAdminOnly } from '../../../test/authorization/cases.ts'

export const legalCases = defineCases('legal', legalEndpoints, {
  versions: superAdminOnly({ params: { kind: 'terms' }, shows: [] }),
  publish: superAdminOnly({
    params: { kind: 'terms' },
    body: { text: 'x', ask_again: false, based_on: 900 },
    ok: 409,
  }),
  version: superAdminOnly({ params: { kind: 'terms', version: '4' }, shows: [] }),
  current: open({ params: { kind: 'terms' } }),
  pdf: open({ params: { kind: 'family_group' } }),
})
