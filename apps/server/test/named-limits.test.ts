/** No limit that a stranger can use up, because the stranger can name its subject or shares a network, keeps the owner out. */
import { accountSecurityEndpoints, accountUnlockEndpoints } from '@mi-portal/contract/account-security'
import { examEndpoints } from '@mi-portal/contract/exams/exams'
import { serviceAccountEndpoints } from '@mi-portal/contract/fhir/fhir'
import { textPhoneEndpoints } from '@mi-portal/contract/notifications/text-messages'
import { passkeyEndpoints } from '@mi-portal/contract/passkeys/passkeys'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { setupEndpoints } from '@mi-portal/contract/setup'
import { expect, test } from 'vitest'
import {
  callerNetwork,
  createRateLimiter,
  type Limit,
  limits,
  type Subject,
} from '../src/platform/security/rate-limiter.ts'
import { buildExamWithFile } from './exams.ts'
import { createPasskeyDevice, portalOrigin } from './external/passkey-device.ts'
import { solveRobotCheck } from './external/robot-check.ts'
import { mobile, startWithGateway } from './external/text-messages.ts'
import { startEmptyPortal, startPortal } from './portal.ts'
import { oldPassword, startProfile } from './profile.ts'
import { passCheck, startRegistered } from './registration.ts'
import { expectRejected } from './rejection.ts'

const network = callerNetwork('127.0.0.1')

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
    await portal.db.ask(`update people set rol = 'ADMIN_ROLE' where id = $1`, [portal.holder.id])
  await fill(portal, ...limitOf(`1:${portal.holder.document_number}`))
  const { token } = await solveAfterRejection(portal, 'sign-in', (altcha) =>
    portal.anonymous(sessionEndpoints[page], { body: { ...portal.document, password: oldPassword, altcha } }),
  )
  expect(token).toBeDefined()
}

async function sendCodeAbove(limit: Limit, subject: Subject) {
  const { portal, gateway } = await startWithGateway({})
  await fill(portal, limit, subject)
  await (await portal.as(await portal.person({ phone: mobile })))(textPhoneEndpoints.sendCode)
  expect(gateway.messages()).toHaveLength(1)
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
  textCodeNumber: () => sendCodeAbove(limits.textCodeNumber, mobile),
  textCodeNetwork: () => sendCodeAbove(limits.textCodeNetwork, network),
}

/** For each limit of wrong attempts of one network: the same for another person of the network, whose attempt is right. */
const rightCalls: Readonly<Record<string, () => Promise<unknown>>> = {
  passkeySignIn: async () => {
    const portal = await startPortal({ environment: { PUBLIC_URL: portalOrigin } })
    const device = createPasskeyDevice()
    await device.register(await portal.as(await portal.person()))
    await fill(portal, limits.passkeySignIn, network)
    const enter = async () =>
      portal.anonymous(passkeyEndpoints.signIn, {
        body: { area: 'patient', credential: await device.signIn(portal.anonymous) },
      })
    expect((await enter()).token).toBeDefined()
  },
  fileKey: async () => {
    const portal = await startPortal()
    const patient = await portal.person()
    const exam = await buildExamWithFile(portal, { patient_id: patient.id, type: 'imaging' })
    const params = { patientId: patient.id, attention_id: exam.id, type: 'imaging' as const }
    const { url_file } = await (await portal.as(patient))(examEndpoints.view, { params })
    await fill(portal, limits.fileKey, network)
    expect((await portal.app.inject({ url: url_file })).statusCode).toBe(200)
  },
  identityUnlock: async () => {
    const { portal, run } = await startRegistered()
    const patient = await portal.person({ document_number: run })
    await (await portal.as(patient))(accountSecurityEndpoints.lock)
    await fill(portal, limits.identityUnlock, network)
    const unlock = (solem: string) =>
      portal.anonymous(accountUnlockEndpoints.unlock, { body: { document_number: run, solem } })
    await expectRejected(unlock('x'.repeat(43)), 429)
    await unlock(await passCheck(portal, run))
  },
  serviceSecret: async () => {
    const portal = await startPortal()
    const chief = await portal.as(await portal.person({ rol: 'SUPER_ADMIN_ROLE' }))
    const body = { name: 'Laboratorio', scopes: ['system/Observation.write' as const] }
    const { secret } = await chief(serviceAccountEndpoints.create, { body })
    await fill(portal, limits.serviceSecret, network)
    const send = async (key: string) =>
      (
        await portal.app.inject({
          method: 'POST',
          url: '/api/fhir/R4',
          headers: { 'content-type': 'application/fhir+json', authorization: `Bearer ${key}` },
          payload: '{}',
        })
      ).statusCode
    expect([await send('miportal_x'), await send(secret)]).toEqual([429, 400])
  },
  setupToken: async () => {
    const portal = await startEmptyPortal()
    const issued = await portal.issueSetupAddress()
    await fill(portal, limits.setupToken, network)
    await portal.anonymous(setupEndpoints.open, { body: { token: issued?.address.split('#')[1] ?? '' } })
  },
}

async function fill({ db, clock }: Pick<Profile, 'db' | 'clock'>, limit: Limit, subject: Subject) {
  await createRateLimiter(db, clock).consume(limit, subject, limit.max + 1)
}

test.each(Object.entries(rightCalls))(
  'a right attempt succeeds after others of its network used up the limit %s of wrong ones',
  async (_, call) => {
    await call()
  },
)

test.each(Object.entries(ownersCalls))(
  'an owner whose limit %s was used up by strangers still gets what they ask for',
  async (_, call) => {
    await call()
  },
)
