import { identityEndpoints } from '@mi-portal/contract/identity'
import { registrationEndpoints } from '@mi-portal/contract/registration'
import { expect, test } from 'vitest'
import { type Citizen, startProvider } from '../../../test/external/openid-provider.ts'
import {
  buildRegistered,
  registrationFields,
  startCheck,
  startRegistering,
  toForm,
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

async function withProvider(given: { authentication?: 'client_secret_basic'; secret?: string } = {}) {
  const provider = await startProvider(back, given.authentication)
  const log: string[] = []
  const portal = await startRegistering({
    log,
    environment: {
      PUBLIC_URL: publicUrl,
      IDENTITY_CHECK: 'oidc',
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.client.id,
      OIDC_CLIENT_SECRET: given.secret ?? provider.client.secret,
    },
  })
  provider.citizen(citizen)
  const get = (address: string, cookie = '') =>
    portal.app.inject({ url: address.replace(publicUrl, ''), headers: { cookie } })

  /** Opens the window of a check; returns the address it redirects to and its cookie. */
  async function open(document = run) {
    const { url, verification_id: key } = await startCheck(portal, document)
    const answer = await get(url)
    return { key, there: String(answer.headers.location), cookie: String(answer.headers['set-cookie'] ?? '') }
  }

  const result = async (key: string, cookie = '') =>
    (await get(`/api/identity/checks/${key}`, cookie)).json().result

  const problems = () =>
    log
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg.startsWith('identity check at the OpenID provider'))

  return { portal, provider, get, open, result, log, problems }
}

const pair = (cookie: string) => cookie.split(';')[0] ?? ''

function cookiesOf(headers: Record<string, unknown>): string[] {
  return [headers['set-cookie'] ?? []].flat().map(String)
}

test('claims of ClaveÚnica prove a RUN, with PKCE, state and nonce, and the registration uses the provider’s names', async () => {
  const { portal, provider, get, open, result } = await withProvider()
  const { key, there, cookie } = await open()
  const asked = new URL(there).searchParams
  expect(there.startsWith(provider.issuer)).toBe(true)
  expect(asked.get('scope')).toBe('openid run name')
  expect(asked.get('code_challenge_method')).toBe('S256')
  expect(asked.get('state')?.length).toBeGreaterThanOrEqual(30)
  expect(asked.get('nonce')?.length).toBeGreaterThanOrEqual(30)
  expect(cookie).toMatch(/^__Host-identity-way=[^;]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/)

  const answer = await get(await provider.walk(there), pair(cookie))
  expect([answer.statusCode, answer.headers.location]).toEqual([
    303,
    `${publicUrl}/identidad/${key}/resultado`,
  ])
  const [spent = '', proof = ''] = cookiesOf(answer.headers)
  expect(spent).toContain('Max-Age=0')
  // A caller who only knows the address gets no proof.
  expect(await result(key)).toEqual({ code: 0, solem: null })
  const { code, solem } = await result(key, pair(proof))
  expect([code, typeof solem]).toEqual([0, 'string'])

  const shown = await portal.anonymous(
    identityEndpoints.info,
    { params: { rut: run } },
    { headers: { 'x-identity': solem } },
  )
  // The civil registry does not know this person: the names are those of the provider, and the birth date is
  // empty.
  expect(shown).toMatchObject({ names: 'Ana Belén', lastname: 'Del Río Soto', date_birth: '' })
  const fields = await registrationFields(portal.db, { document_number: run, solem, first_name: 'Otra' })
  const { patient } = await portal.anonymous(registrationEndpoints.register, { form: toForm(fields) })
  expect(patient).toMatchObject({ document_number: run, first_name: 'Ana Belén', status: 1 })
})

test('a check that another person completes, is cancelled, has a claim that is no RUN or an unknown authorization code, or is too late, ends without a proof', async () => {
  const { portal, provider, get, open, result, log, problems } = await withProvider()
  const { run: other } = await buildRegistered(portal.db)
  const completed = await open(other)
  const byAnother = await get(await provider.walk(completed.there), pair(completed.cookie))
  expect(cookiesOf(byAnother.headers)).toHaveLength(1)
  expect(await result(completed.key)).toEqual({ code: 1, solem: null })
  provider.citizen(null)
  const cancelled = await open()
  const answer = await get(await provider.walk(cancelled.there), pair(cancelled.cookie))
  expect(answer.headers.location).toBe(`${publicUrl}/identidad/${cancelled.key}/resultado`)
  expect(await result(cancelled.key)).toEqual({ code: 2, solem: null })
  expect(problems()).toMatchObject([{ step: 'answer', cause: 'access_denied' }])
  provider.citizen({ ...citizen, DV: '5' })
  const wrong = await open()
  await get(await provider.walk(wrong.there), pair(wrong.cookie))
  expect(await result(wrong.key)).toEqual({ code: 1, solem: null })
  expect(problems().at(-1)).toMatchObject({ step: 'claims', cause: 'RolUnico is not a valid run' })
  expect(log.join('')).not.toMatch(new RegExp(`turned back|Belén|${citizen.numero}`))
  provider.citizen(citizen)
  const invented = await open()
  const returned = new URL(await provider.walk(invented.there))
  returned.searchParams.set('code', 'made-up')
  await get(returned.href, pair(invented.cookie))
  expect((await result(invented.key)).code).toBe(1)
  const late = await open()
  const lateReturn = await provider.walk(late.there)
  portal.clock.advance({ minutes: 10 })
  await get(lateReturn, pair(late.cookie))
  expect((await result(late.key)).code).toBe(3)
})

test('a return with another state, without the browser that began, or a second time does not pass a check', async () => {
  const { provider, get, open, result } = await withProvider()
  const mine = await open()
  const other = await open()
  const returned = await provider.walk(mine.there)
  const forged = new URL(returned)
  forged.searchParams.set('state', 'x'.repeat(43))
  for (const [address, cookie] of [
    [forged.href, pair(mine.cookie)],
    [returned, ''],
    [returned, '__Host-identity-way=a~b'],
    [returned, pair(other.cookie)],
    // A cookie that an unencrypted page could have set is ignored.
    [returned, pair(mine.cookie).replace('__Host-', '')],
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

test('a check waits while the provider is unavailable and continues afterwards', async () => {
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
