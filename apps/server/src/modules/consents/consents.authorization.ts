import { consentEndpoints } from '@mi-portal/contract/consents'
import { defineCases, own } from '../../../test/authorization/cases.ts'

export const consentsCases = defineCases('consents', consentEndpoints, {
  list: own(),
  text: own({ params: { id: 1 }, ok: 404 }),
  pending: own(),
  give: own({ body: { accepted: [{ kind: 'terms', version: '4' }] } }),
  withdraw: own({ params: { kind: 'terms' } }),
  reminders: own({ body: { on: false } }),
})
