import { accountSecurityEndpoints, staffAccountEndpoints } from '@mi-portal/contract/account-security'
import { accountUnlockEndpoints } from '@mi-portal/contract/account-unlock'
import { casesOf, nothingThere, open, signedIn, staffOnly } from '../../../test/authorization/cases.ts'
import { documentOf, idOf, unknownToken } from '../../../test/authorization/sent.ts'

export const accountSecurityCases = [
  ...casesOf('account-security', accountSecurityEndpoints, {
    signIns: signedIn(),
    session: signedIn(),
    reportSignIn: signedIn({ params: nothingThere.params, ok: 404 }),
    lock: signedIn(),
    requestLock: open({ sent: (about) => ({ body: documentOf(about) }) }),
    lockByLink: open({ ...unknownToken, ok: 410 }),
    reportByLink: open({ ...unknownToken, ok: 410 }),
    resetAtSignIn: open({ body: { challenge: 'x', code: '12345678' }, ok: 400 }),
    resetInSession: signedIn({ body: { code: '12345678' }, ok: 400 }),
  }),

  ...casesOf('account-unlock', accountUnlockEndpoints, {
    unlock: open({ body: { document_number: '123456785', solem: 'x' }, ok: 400 }),
  }),

  ...casesOf('staff-account', staffAccountEndpoints, {
    state: staffOnly({ sent: idOf }),
    lock: staffOnly({ sent: (about) => ({ ...idOf(about), body: { reason: 'lost-device' } }) }),
    resetSecondFactor: staffOnly({ sent: idOf }),
    giveResetCode: staffOnly({ sent: (about) => ({ ...idOf(about), body: { document_checked: true } }) }),
    unlock: staffOnly({ sent: (about) => ({ ...idOf(about), body: { document_checked: true } }), ok: 409 }),
  }),
]
