/** SECRET_KEY is replaced while people work: two servers share a database, and one has the new secret. */
import { secondFactorEndpoints } from '@mi-portal/contract/session/second-factor'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { expect, test } from 'vitest'
import { addSecondFactor } from '../../../test/external/authenticator.ts'
import { openPortal, type Portal, startPortal } from '../../../test/portal.ts'
import { expectRejected, getRejection } from '../../../test/rejection.ts'
import { password, passwordHash } from '../../../test/security/passwords.ts'

const [old, fresh] = ['o'.repeat(48), 'f'.repeat(48)]

async function withFactor() {
  const before = await startPortal({ environment: { SECRET_KEY: old } })
  const person = await before.person({ password_hash: passwordHash, rol: 'ADMIN_ROLE' })
  const call = await before.as(person)
  const { app, recovery_codes } = await addSecondFactor(call, before.clock)
  const body = { document_type_id: 1 as const, document_number: person.document_number, password }
  async function enter(portal: Portal, code?: string) {
    before.clock.advance({ minutes: 1 })
    const { challenge = '' } = await portal.anonymous(sessionEndpoints.signInStaff, { body })
    const given = code ?? app.codeAt(before.clock.now())
    return portal.anonymous(secondFactorEndpoints.answer, { body: { challenge, code: given } })
  }
  const server = (environment: Record<string, string>) => openPortal(before.db, before.clock, { environment })
  return { before, enter, server, codes: recovery_codes }
}

test('second factors work while the earlier secret is configured, and also without it once sealed again; recovery codes need no secret', async () => {
  const { before, enter, server, codes } = await withFactor()
  const between = await server({ SECRET_KEY: fresh, SECRET_KEY_PREVIOUS: old })
  expect((await enter(between)).token).toBeTruthy()
  expect((await enter(between, codes[0])).token).toBeTruthy()
  await getRejection(enter(between, codes[0]))
  // The old server is not yet replaced and does not know the new secret.
  expect((await enter(before)).token).toBeTruthy()

  expect(await between.runJob('secondFactor.renew')).toEqual({ renewed: 1 })
  expect(await between.runJob('secondFactor.renew')).toEqual({ renewed: 0 })
  const after = await server({ SECRET_KEY: fresh })
  expect((await enter(after)).token).toBeTruthy()
  expect((await enter(after, codes[1])).token).toBeTruthy()
  for (const portal of [between, after]) await portal.app.close()
})

test('without the earlier secret a sign-in with a second factor answers 503, and no factor is sealed again', async () => {
  const { enter, server } = await withFactor()
  const careless = await server({ SECRET_KEY: fresh })
  await expectRejected(enter(careless), 503)
  expect(await careless.runJob('secondFactor.renew')).toEqual({ renewed: 0 })
  await careless.app.close()
})
