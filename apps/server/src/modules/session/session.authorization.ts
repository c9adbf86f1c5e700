import { mailedCodeEndpoints } from '@mi-portal/contract/session/mailed-code'
import { secondFactorEndpoints } from '@mi-portal/contract/session/second-factor'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { sessionConfirmationEndpoints } from '@mi-portal/contract/session/session-confirmation'
import { defineCases, open, signedIn } from '../../../test/authorization/cases.ts'
import { withDocument, withId } from '../../../test/authorization/sent.ts'

const wrongCode = { body: { code: '000000' } }
function ofOneself() {
  const delegates = { appointmentsDelegate: 403, examsDelegate: 403, requestsDelegate: 403 }
  const others = { guardian: 403, leader: 403, upward: 403, stranger: 403, ...delegates }
  const staff = { administrator: 403, superAdministrator: 403 }
  return signedIn({ sent: withId, but: { ...others, ...staff, temporary: 200 } })
}

export const sessionCases = [
  ...defineCases('mailed-code', mailedCodeEndpoints, {
    answer: open({ body: { challenge: 'x', code: '000000' }, ok: 400 }),
  }),

  ...defineCases('session-confirmation', sessionConfirmationEndpoints, {
    // The actors have no password.
    confirm: signedIn({ body: { password: 'equivocada' }, ok: 400 }),
  }),

  ...defineCases('secondFactor', secondFactorEndpoints, {
    answer: open({ body: { challenge: 'x', code: '000000' }, ok: 400 }),
    state: signedIn(),
    begin: signedIn({ body: {} }),
    confirm: signedIn({ ...wrongCode, ok: 409 }),
    renewCodes: signedIn({ ...wrongCode, ok: 409 }),
    remove: signedIn({ ...wrongCode, ok: 400 }),
  }),

  ...defineCases('session', sessionEndpoints, {
    signIn: open({
      sent: (about) => ({ body: { ...withDocument(about), password: 'equivocada' } }),
      ok: 400,
    }),
    signInStaff: open({ sent: (about) => ({ body: { ...withDocument(about), password: 'x' } }), ok: 400 }),
    renew: ofOneself(),
    signOut: ofOneself(),
  }),
]
