import {
  accountSecurityEndpoints,
  accountUnlockEndpoints,
  staffAccountEndpoints,
} from '@mi-portal/contract/account-security'
import { defineCases, nothingThere, open, signedIn, staffOnly } from '../../../test/authorization/cases.ts'
import { unknownToken, withDocument, withId } from '../../../test/authorization/sent.ts'

export const accountSecurityCases = [
  ...defineCases('account-security', accountSecurityEndpoints, {
    signIns: signedIn(),
    session: signedIn(),
    reportSignIn: signedIn({ params: nothingThere.params, ok: 404 }),
    lock: signedIn(),
    requestLock: open({ sent: (about) => ({ body: withDocument(about) }) }),
    lockByLink: open({ ...unknownToken, ok: 410 }),
    reportByLink: open({ ...unknownToken, ok: 410 }),
    resetAtSignIn: open({ body: { challenge: 'x', code: '12345678' }, ok: 400 }),
    resetInSession: signedIn({ body: { code: '12345678' }, ok: 400 }),
  }),

  ...defineCases('account-unlock', accountUnlockEndpoints, {
    unlock: open({ body: { document_number: '123456785', solem: 'x' }, ok: 400 }),
  }),

  ...defineCases('staff-account', staffAccountEndpoints, {
    state: staffOnly({ sent: withId }),
    lock: staffOnly({ sent: (about) => ({ ...withId(about), body: { reason: 'lost-device' } }) }),
    resetSecondFactor: staffOnly({ sent: withId }),
    giveResetCode: staffOnly({ sent: (about) => ({ ...withId(about), body: { document_checked: true } }) }),
    unlock: staffOnly({ sent: (about) => ({ ...withId(about), body: { document_checked: true } }), ok: 409 }),
  }),
]
