import { identityEndpoints } from '@mi-portal/contract/identity'
import { registrationEndpoints } from '@mi-portal/contract/registration'
import { describe, expect, test } from 'vitest'
import { ask } from '../../../test/ask.ts'
import { type Citizen, startProvider } from '../../../test/outside/openid-provider.ts'
import { refusal } from '../../../test/refusal.ts'
import {
  buildRegistered,
  formOf,
  registrationFields,
  startCheck,
  startRegistering,
} from '../../../test/registration.ts'

const publicUrl = 'https://portal.ejemplo.cl'
const back = `${publicUrl}/api/identity/oidc/return`
const run = '444444444'
const citizen: Citizen = {
  numero: 44_444_444,
  DV: '4',
  nombres: ['Ana', 'Belén'],
  apellidos: ['Del Río', 'Soto'],
}

async function withProvider() {
  const provider = await startProvider(back)
  const portal = await startRegistering({
    environment: {
      PUBLIC_URL: publicUrl,
      IDENTITY_CHECK: 'oidc',
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.client.id,
      OIDC_CLIENT_SECRET: provider.client.secret,
    },
  })
  provider.citizen(citizen)
  const get = (address: string, cookie = '') =>
    portal.app.inject({ url: address.replace(publicUrl, ''), headers: { cookie } })

  /** Opens the window of a check: where it goes on to, and the cookie it got. */
  async function open(document = run) {
    const { url, verification_id: key } = await startCheck(portal, document)
    const answer = await get(url)
    return {
      key,
      there: String(answer.headers.location),
      cookie: String(answer.headers['set-cookie'] ?? ''),
    }
  }

  const result = async (key: string, cookie = '') =>
    (await get(`/api/identity/checks/${key}`, cookie)).json().result

  return { portal, provider, get, open, result }
}

const pair = (cookie: string) => cookie.split(';')[0] ?? ''

function cookiesOf(headers: Record<string, unknown>): string[] {
  return [headers['set-cookie'] ?? []].flat().map(String)
}

describe('an identity check at an OpenID Connect provider', () => {
  test('proves a run by ClaveÚnica’s claims, with PKCE, state and nonce, and registers with the provider’s names', async () => {
    const { portal, provider, get, open, result } = await withProvider()
    const { key, there, cookie } = await open()
    const asked = new URL(there).searchParams
    expect(there.startsWith(provider.issuer)).toBe(true)
    expect(asked.get('scope')).toBe('openid run name')
    expect(asked.get('code_challenge_method')).toBe('S256')
    expect(asked.get('state')?.length).toBeGreaterThanOrEqual(30)
    expect(asked.get('nonce')?.length).toBeGreaterThanOrEqual(30)
    expect(cookie).toMatch(
      /^identity-way=[^;]+; Path=\/api\/identity; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    )

    const answer = await get(await provider.walk(there), pair(cookie))
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      `${publicUrl}/identidad/${key}/resultado`,
    ])
    const [spent = '', proof = ''] = cookiesOf(answer.headers)
    expect(spent).toContain('Max-Age=0')
    // Whoever only knows the address gets no proof.
    expect(await result(key)).toEqual({ code: 0, solem: null })
    const { code, solem } = await result(key, pair(proof))
    expect([code, typeof solem]).toEqual([0, 'string'])

    const told = await portal.anonymous(
      identityEndpoints.info,
      { params: { rut: run } },
      { headers: { 'x-identity': solem } },
    )
    // The civil registry does not know this person: the provider's word counts, and nothing is made up.
    expect(told).toMatchObject({ names: 'Ana Belén', lastname: 'Del Río Soto', date_birth: '' })
    const fields = await registrationFields(portal.db, { document_number: run, solem, first_name: 'Otra' })
    const { patient } = await portal.anonymous(registrationEndpoints.register, { form: formOf(fields) })
    expect(patient).toMatchObject({ document_number: run, first_name: 'Ana Belén', status: 1 })
  })

  test('of somebody else proves nothing: code 1', async () => {
    const { portal, provider, get, open, result } = await withProvider()
    const { run: other } = await buildRegistered(portal.db)
    const { key, there, cookie } = await open(other)
    const answer = await get(await provider.walk(there), pair(cookie))
    expect(cookiesOf(answer.headers)).toHaveLength(1)
    expect(await result(key)).toEqual({ code: 1, solem: null })
  })

  test('that the person gives up there ends with code 2', async () => {
    const { provider, get, open, result } = await withProvider()
    const { key, there, cookie } = await open()
    provider.citizen(null)
    const answer = await get(await provider.walk(there), pair(cookie))
    expect(answer.headers.location).toBe(`${publicUrl}/identidad/${key}/resultado`)
    expect(await result(key)).toEqual({ code: 2, solem: null })
  })

  test('with a claim that names no run ends with code 1', async () => {
    const { provider, get, open, result } = await withProvider()
    provider.citizen({ ...citizen, DV: '5' })
    const { key, there, cookie } = await open()
    await get(await provider.walk(there), pair(cookie))
    expect(await result(key)).toEqual({ code: 1, solem: null })
  })

  test('is not passed by a way back with another state, without the browser that began, or a second time', async () => {
    const { provider, get, open, result } = await withProvider()
    const mine = await open()
    const other = await open()
    const returned = await provider.walk(mine.there)
    const forged = new URL(returned)
    forged.searchParams.set('state', 'x'.repeat(43))
    for (const [address, cookie] of [
      [forged.href, pair(mine.cookie)],
      [returned, ''],
      [returned, 'identity-way=a~b'],
      [returned, pair(other.cookie)],
    ] as const) {
      const answer = await get(address, cookie)
      expect([answer.statusCode, answer.json().errors[0].msg]).toEqual([
        400,
        'Esta validación ya no está vigente. Cierra la ventana y vuelve a intentar',
      ])
    }
    expect(await result(mine.key)).toBeNull()
    await get(returned, pair(mine.cookie))
    expect((await result(mine.key)).code).toBe(0)
    const replayed = await get(returned, pair(mine.cookie))
    expect(replayed.statusCode).toBe(400)
  })

  test('with a code that was used or made up ends with code 1', async () => {
    const { provider, get, open, result } = await withProvider()
    const { key, there, cookie } = await open()
    const returned = new URL(await provider.walk(there))
    returned.searchParams.set('code', 'made-up')
    await get(returned.href, pair(cookie))
    expect((await result(key)).code).toBe(1)
  })

  test('that comes back too late ends with code 3', async () => {
    const { portal, provider, get, open, result } = await withProvider()
    const { key, there, cookie } = await open()
    const returned = await provider.walk(there)
    portal.clock.advance({ minutes: 10 })
    await get(returned, pair(cookie))
    expect((await result(key)).code).toBe(3)
  })

  test('waits while the provider is down, and goes on once it is there', async () => {
    const { portal, provider, get } = await withProvider()
    const { url } = await startCheck(portal, run)
    const down = await startRegistering({
      environment: {
        IDENTITY_CHECK: 'oidc',
        OIDC_ISSUER: 'http://127.0.0.1:9',
        OIDC_CLIENT_ID: 'portal',
        OIDC_CLIENT_SECRET: 'secret',
      },
    })
    const { verification_id } = await startCheck(down, run)
    const answer = await down.app.inject({ url: `/api/identity/oidc/${verification_id}` })
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
    expect((await get(url)).headers.location).toContain(provider.issuer)
  })

  test('has no questions, and the embedded one no provider', async () => {
    const { portal } = await withProvider()
    const { verification_id: key } = await startCheck(portal, run)
    const shown = await portal.anonymous(identityEndpoints.step, { params: { key } })
    expect(shown).toMatchObject({ state: 'asking', question: null, result: null })
    const embedded = await startRegistering()
    const started = await startCheck(embedded, run)
    for (const url of [
      `/api/identity/oidc/${started.verification_id}`,
      '/api/identity/oidc/return?code=a&state=b',
    ])
      expect((await embedded.app.inject({ url })).statusCode).toBe(404)
    expect(await ask(portal.db, 'select provider from identity_checks')).toEqual([{ provider: 'oidc' }])
    expect(
      (await refusal(portal.anonymous(identityEndpoints.step, { params: { key: 'y'.repeat(43) } }))).status,
    ).toBe(404)
  })
})
