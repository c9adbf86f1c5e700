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

/** For each limit whose subject a stranger can name: fills it as strangers do, and expects that the owner still gets what they ask for. */
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

test.each(Object.entries(ownersCalls))(
  'an owner whose limit %s was used up by strangers still gets what they ask for',
  async (_, call) => {
    await call()
  },
)
