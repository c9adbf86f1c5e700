import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { expect, test } from 'vitest'
import { startPortal } from '../../../test/portal.ts'
import { password, passwordHash } from '../../../test/security/passwords.ts'
import { describeDevice, devicesRemembered } from './devices.rules.ts'

const home = '190.45.17.3'
const elsewhere = '201.8.3.4'
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

async function withPatient(overrides: object = {}) {
  const portal = await startPortal()
  const person = await portal.person({ password_hash: passwordHash, ...overrides })
  const body = { document_type_id: 1 as const, document_number: person.document_number, password }
  return {
    ...portal,
    build: portal.person,
    person,
    signIn: (ip: string) => portal.caller(undefined, ip)(sessionEndpoints.signIn, { body }),
    signInWith: (browser: string) =>
      portal.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: body,
        headers: { 'user-agent': browser },
        remoteAddress: home,
      }),
    mails: () => portal.db.listMails(),
  }
}

test('the first sign-in from another network is mailed to the owner, but not the second nor the account’s very first', async () => {
  const { signIn, mails, person, clock } = await withPatient()
  await signIn(home)
  clock.advance({ hours: 1 })
  await signIn('190.45.99.1')
  expect(await mails()).toEqual([])
  clock.advance({ hours: 1 })
  await signIn(elsewhere)
  const [shown, ...more] = await mails()
  expect(more).toEqual([])
  expect(shown).toMatchObject({
    recipient: person.email,
    template: 'session.newDevice',
    subject: 'Nuevo inicio de sesión en Mi Portal',
  })
  expect(shown?.body_text).toContain('desde un dispositivo o una red que no habías usado antes.')
  expect(shown?.body_text).toContain('Conexión: 201.8.•.•')
  expect(shown?.body_text).not.toContain('cerramos la sesión')
  for (const ip of [elsewhere, home]) {
    clock.advance({ hours: 1 })
    await signIn(ip)
  }
  expect(await mails()).toHaveLength(1)
})

test('a sign-in with another browser on the same network is mailed with the name of the browser', async () => {
  const { signIn, signInWith, mails, clock } = await withPatient()
  await signIn(home)
  clock.advance({ hours: 1 })
  await signInWith(chrome)
  expect((await mails())[0]?.body_text).toContain('Navegador: Chrome en Windows')
  clock.advance({ hours: 1 })
  await signInWith(chrome.replace('140.0', '141.0'))
  expect(await mails()).toHaveLength(1)
})

test('a sign-in that closes a session of another device is mailed, also if both devices are known', async () => {
  const { signIn, mails, clock } = await withPatient()
  await signIn(home)
  clock.advance({ minutes: 5 })
  await signIn(elsewhere)
  expect((await mails())[0]?.body_text).toContain('Por seguridad cerramos la sesión que estaba abierta.')
  clock.advance({ minutes: 5 })
  await signIn(home)
  const again = (await mails())[1]
  expect(again?.body_text).toContain('tu cuenta se usó en otro dispositivo. Por seguridad cerramos')
  // A person who signs in again on the same device closes no other device's session.
  clock.advance({ minutes: 5 })
  await signIn(home)
  clock.advance({ hours: 1 })
  await signIn(elsewhere)
  expect(await mails()).toHaveLength(2)
})

test('only the latest devices of a person are remembered, up to the limit', async () => {
  const { signIn, mails, clock, db, person } = await withPatient()
  await signIn(home)
  for (let n = 1; n <= devicesRemembered; n++) {
    clock.advance({ hours: 1 })
    await signIn(`10.${n}.0.1`)
  }
  expect(await db.plain(`select from known_devices where person_id = ${person.id}`)).toHaveLength(
    devicesRemembered,
  )
  clock.advance({ hours: 1 })
  await signIn(home)
  expect(await mails()).toHaveLength(devicesRemembered + 1)
})

test('a rejected sign-in neither remembers the device nor sends a mail, and one device of two people is stored as two hashes', async () => {
  const { signIn, caller, person, build, mails, db } = await withPatient()
  await signIn(home)
  const signInAs = (document_number: string, typed: string, ip: string) =>
    caller(undefined, ip)(sessionEndpoints.signIn, {
      body: { document_type_id: 1, document_number, password: typed },
    })
  await signInAs(person.document_number, 'Equivocada2026', elsewhere).catch(() => undefined)
  expect(await mails()).toEqual([])
  expect(await db.plain('select from known_devices')).toHaveLength(1)
  const other = await build({ password_hash: passwordHash })
  await signInAs(other.document_number, password, home)
  expect(await db.plain('select distinct device_hash from known_devices')).toHaveLength(2)
})

const engine = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const android = `Mozilla/5.0 (Linux; Android 10; K) ${engine}`
const apple = `AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6`
test.each([
  ['Chrome en Windows', chrome],
  ['Firefox en Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'],
  ['Chrome en Android', `${android} Chrome/140.0.0.0 Mobile Safari/537.36`],
  ['Samsung Internet en Android', `${android} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`],
  ['Safari en iPhone', `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6) ${apple} Mobile/15E148 Safari/604.1`],
  ['Safari en Mac', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${apple} Safari/605.1.15`],
  ['Otro navegador', `${'x'.repeat(100_000)} Firefox/142.0 Windows`],
])('a browser of any version is described as %s', (words, userAgent) => {
  expect(describeDevice(userAgent, home)).toEqual({ words, network: '190.45.•.•' })
})
