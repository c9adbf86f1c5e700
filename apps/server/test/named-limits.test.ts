/** No limit that a stranger can use up, because the stranger can name its subject, keeps the owner out. */
import { accountSecurityEndpoints } from '@mi-portal/contract/account-security'
import { textPhoneEndpoints } from '@mi-portal/contract/notifications/text-messages'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { sessionEndpoints } from '@mi-portal/contract/session'
import { expect, test } from 'vitest'
import {
  callerNetwork,
  createRateLimiter,
  type Limit,
  limits,
  type Subject,
} from '../src/platform/security/rate-limiter.ts'
import { ask } from './ask.ts'
import { solveRobotCheck } from './external/robot-check.ts'
import { mobile, startWithGateway } from './external/text-messages.ts'
import { oldPassword, startProfile } from './profile.ts'
import { expectRejected } from './rejection.ts'

/**
 * What each limit counts by. `network`: attempts of one network, also on one account. `session`: calls of a person who signed in.
 * `proof`: attempts of a caller who gave a password, a card number, a link or a secret before. `mail`: only mails, and no call is
 * rejected. `named`: something that a stranger can name.
 */
const countedBy: Readonly<Record<keyof typeof limits, 'network' | 'session' | 'proof' | 'mail' | 'named'>> = {
  signIn: 'named',
  signInStaff: 'named',
  signInAddress: 'network',
  signInAccount: 'named',
  signInNotice: 'mail',
  confirmation: 'session',
  passkeyChallenge: 'network',
  passkeySignIn: 'network',
  fileKey: 'network',
  documentLook: 'network',
  documentLookDay: 'network',
  identityStart: 'network',
  identityStartDay: 'network',
  registryLook: 'network',
  registryLookDay: 'network',
  register: 'network',
  registerDay: 'network',
  certificateCode: 'network',
  certificateCodeDay: 'network',
  counterCode: 'proof',
  identityTry: 'proof',
  ageLook: 'network',
  draft: 'network',
  secondFactor: 'proof',
  secondFactorDay: 'proof',
  secondFactorSetup: 'session',
  secondFactorNotice: 'mail',
  secondFactorReset: 'proof',
  identityUnlock: 'network',
  recover: 'named',
  recoverAccount: 'named',
  recoverAddress: 'network',
  recoverStaff: 'session',
  lockAccount: 'named',
  lockAddress: 'network',
  oldPassword: 'session',
  familySearch: 'session',
  familyAdd: 'session',
  familyInvitation: 'session',
  delegation: 'session',
  delegationRenewal: 'session',
  uploadBytes: 'session',
  documentRequest: 'session',
  budgetRequest: 'session',
  dataRequest: 'session',
  contactRequest: 'session',
  share: 'session',
  dataCopy: 'session',
  survey: 'session',
  testMail: 'session',
  bookingContact: 'session',
  hiddenAppointment: 'session',
  challenge: 'network',
  serviceCall: 'proof',
  serviceSecret: 'network',
  setupToken: 'network',
  mailedCode: 'proof',
  mailedCodeAnswer: 'proof',
  textCode: 'session',
  textCodeNumber: 'named',
  textCodeNetwork: 'network',
  emailChange: 'session',
}

type Profile = Awaited<ReturnType<typeof startProfile>>

async function solveAfterRejection<Answer>(
  portal: Profile,
  form: 'sign-in' | 'recover',
  send: (altcha?: string) => Promise<Answer>,
): Promise<Answer> {
  await expectRejected(send(), 429, { number: 11 })
  return send(await solveRobotCheck(portal, form))
}

/** Signs in after strangers used up a limit of the account, also those in the owner's network. */
async function signInAbove(
  limitOf: (document: string) => readonly [Limit, Subject],
  page: 'signIn' | 'signInStaff' = 'signIn',
) {
  const portal = await startProfile()
  if (page === 'signInStaff')
    await ask(portal.db, `update people set rol = 'ADMIN_ROLE' where id = $1`, [portal.holder.id])
  await fill(portal, ...limitOf(`1:${portal.holder.document_number}`))
  const { token } = await solveAfterRejection(portal, 'sign-in', (altcha) =>
    portal.anonymous(sessionEndpoints[page], { body: { ...portal.document, password: oldPassword, altcha } }),
  )
  expect(token).toBeDefined()
}

/** For each limit by name: fills it as strangers do, and expects that the owner still gets what they ask for. */
const ownersCalls: Readonly<Record<string, () => Promise<unknown>>> = {
  signIn: () => signInAbove((document) => [limits.signIn, callerNetwork('127.0.0.1', document)]),
  signInStaff: () =>
    signInAbove((document) => [limits.signInStaff, callerNetwork('127.0.0.1', document)], 'signInStaff'),
  signInAccount: () => signInAbove((document) => [limits.signInAccount, document]),
  recover: async () => {
    const portal = await startProfile()
    const send = (altcha?: string) =>
      portal.anonymous(profileEndpoints.recover, { body: { ...portal.document, altcha } })
    for (let count = 0; count < limits.recover.max; count += 1) await send()
    await solveAfterRejection(portal, 'recover', send)
  },
  recoverAccount: async () => {
    const portal = await startProfile()
    await fill(portal, limits.recoverAccount, String(portal.holder.id))
    await solveAfterRejection(portal, 'recover', (altcha) =>
      portal.anonymous(profileEndpoints.recover, { body: { ...portal.document, altcha } }),
    )
  },
  lockAccount: async () => {
    const portal = await startProfile()
    await fill(portal, limits.lockAccount, `1:${portal.holder.document_number}`)
    await portal.anonymous(accountSecurityEndpoints.requestLock, { body: portal.document })
  },
  textCodeNumber: async () => {
    const { portal, gateway } = await startWithGateway({})
    await fill(portal, limits.textCodeNumber, mobile)
    await (await portal.as(await portal.person({ phone: mobile })))(textPhoneEndpoints.sendCode)
    expect(gateway.messages()).toHaveLength(1)
  },
}

async function fill({ db, clock }: Pick<Profile, 'db' | 'clock'>, limit: Limit, subject: Subject) {
  await createRateLimiter(db, clock).consume(limit, subject, limit.max + 1)
}

const named = Object.entries(countedBy).flatMap(([name, by]) => (by === 'named' ? [name] : []))

test('each limit that a stranger can use up has an owner who is not refused', () => {
  expect(Object.keys(ownersCalls).sort()).toEqual(named.sort())
})

test.each(named)(
  'an owner whose limit %s was used up by strangers still gets what they ask for',
  async (name) => {
    await ownersCalls[name]?.()
  },
)
