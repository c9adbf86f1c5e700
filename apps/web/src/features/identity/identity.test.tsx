import { type IdentityStep, identityEndpoints } from '@mi-portal/contract/identity'
import { registrationEndpoints } from '@mi-portal/contract/registration'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockEndpoint } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'
import { portal } from '../../lib/portal-config.ts'

const address = '/identidad/clave-de-esta-ventana'
const solem = 'prueba-de-identidad'

afterEach(() => {
  vi.restoreAllMocks()
  window.opener = null
  portal.demo = false
})

const ended = (code: 0 | 1 | 2 | 3 | 4, proof: string | null = null): IdentityStep => ({
  state: 'done',
  question: null,
  result: { code, solem: proof },
})

/** Fakes the page that opened this window. */
function opener() {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const page = frame.contentWindow
  if (!page) throw new Error('a frame without a window')
  window.opener = page
  vi.spyOn(window, 'close').mockReturnValue(undefined)
  return vi.spyOn(page, 'postMessage').mockReturnValue(undefined)
}

function carry() {
  const data = {
    document_type_id: 1,
    document_number: '167890121',
    email: 'a@ejemplo.cl',
    cellphone: '12345678',
  }
  localStorage.setItem('formData', JSON.stringify({ ...data, code: null, kept_at: Date.now() }))
}

test.each([
  ['ended at once with an unknown run', ended(4), 4],
  ['failed', ended(1), 1],
  ['passed in another browser', ended(0), 3],
])('a check that %s sends its result to the opener', async (_, step, code) => {
  const post = opener()
  mockEndpoint(identityEndpoints.step, step)
  await renderPage(address)
  await waitFor(() => expect(post).toHaveBeenCalledWith({ code, solem: null }, window.location.origin))
})

test('a check that passed in the whole tab opens the registration form with its proof', async () => {
  carry()
  mockEndpoint(identityEndpoints.step, ended(0, solem))
  mockEndpoint(identityEndpoints.info, { names: 'Rosa', lastname: 'Mena Lira', date_birth: '1990-05-05' })
  mockEndpoint(registrationEndpoints.age, { is_minor: false, msg: '' })
  const { path } = await renderPage(`${address}/resultado`)
  await waitFor(() => expect(path()).toBe('/registrar/run'))
  expect(JSON.parse(localStorage.getItem('formData') ?? '{}')).toMatchObject({ code: 0, solem })
})

test('a passed check whose registration has expired opens the registration home page', async () => {
  mockEndpoint(identityEndpoints.step, ended(0, solem))
  const { path } = await renderPage(address)
  await waitFor(() => expect(path()).toBe('/registrar'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Regístrate' })).toBeVisible()
  expect(localStorage.getItem('formData')).toBeNull()
})
