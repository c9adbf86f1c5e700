import { emailVerificationEndpoints } from '@mi-portal/contract/email-verification'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { defineCases, open, own, signedIn } from '../../../test/authorization/cases.ts'
import { noForm, noKey, unknownToken, withDocument, withId } from '../../../test/authorization/sent.ts'

export const profileCases = [
  ...defineCases('profile', profileEndpoints, {
    edit: own({ ...noForm, ok: 400 }),
    close: own(),
    changePassword: signedIn({
      body: { oldPassword: 'equivocada', password: 'Araucaria-1810' },
      ok: 400,
      but: { temporary: 400 },
    }),
    recover: open({ sent: (about) => ({ body: withDocument(about) }), shows: ['document'] }),
    confirmEmail: open({ ...unknownToken, ok: 404 }),
    photos: signedIn({
      sent: withId,
      but: { stranger: 404, appointmentsDelegate: 404, examsDelegate: 404, requestsDelegate: 404 },
    }),
    photo: open({ ...noKey, ok: 404 }),
    accesses: own({ shows: ['name'], ofEveryPatient: true }),
  }),

  ...defineCases('email-verification', emailVerificationEndpoints, {
    state: signedIn(),
    resend: signedIn({ ok: 409 }),
    answerQuestion: own({ body: { answer: 'yes' } }),
  }),
]
