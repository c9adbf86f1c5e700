import { identityEndpoints } from '@mi-portal/contract/identity'
import { defineCases, open } from '../../../test/authorization/cases.ts'
import { noKey } from '../../../test/authorization/sent.ts'

export const identityCases = defineCases('identity', identityEndpoints, {
  mode: open(),
  start: open({ ok: 400 }),
  info: open({
    sent: ({ document }) => ({ params: { rut: document } }),
    ok: 403,
    but: { administrator: 200, superAdministrator: 200, disabled: 401 },
    shows: { patients: [], staff: ['registry', 'document'] },
  }),
  step: open({ ...noKey, ok: 404 }),
  answer: open({ ...noKey, body: { number: 1, option: 'x' }, ok: 404 }),
  cancel: open({ ...noKey, ok: 404 }),
  openIdStart: open({ ...noKey, ok: 404 }),
  openIdReturn: open({ ok: 404 }),
})
