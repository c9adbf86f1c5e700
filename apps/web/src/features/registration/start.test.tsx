import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { Endpoint } from '@mi-portal/contract/calls/endpoint'
import { identityEndpoints } from '@mi-portal/contract/identity'
import { registrationEndpoints } from '@mi-portal/contract/registration'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakePopup } from '../../../test/fake-popup.ts'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'
import { portal } from '../../lib/portal-config.ts'
import { describeMissing, type StartValues } from './registration.rules.ts'

type Person = Awaited<ReturnType<typeof renderPage>>['user']

const draftId = 'borrador-de-esta-persona-1234'
const solem = 'prueba-de-identidad'

beforeEach(() => {
  mockEndpoint(registrationEndpoints.available, { registered: false })
  mockEndpoint(registrationEndpoints.saveDraft, { id: draftId })
  mockEndpoint(registrationEndpoints.updateDraft, { id: draftId })
  mockEndpoint(identityEndpoints.start, { verification_id: 'clave', url: '/identidad/clave' })
  mockEndpoint(identityEndpoints.info, { names: 'Rosa', lastname: 'Mena Lira', date_birth: '1990-05-05' })
})

afterEach(() => {
  vi.restoreAllMocks()
  portal.identityWindow = 'popup'
})

const field = {
  run: () => screen.getByRole('textbox', { name: 'RUT' }),
  number: () => screen.getByLabelText('Número de documento'),
  email: () => screen.getByLabelText('E-mail'),
  cellphone: () => screen.getByLabelText('Celular'),
}
const goOn = () => screen.getByRole('button', { name: 'CONTINUAR' })

async function write(user: Person, input: HTMLElement, text: string) {
  await user.clear(input)
  await user.click(input)
  await user.paste(text)
}

async function fillRun(user: Person, document = '16.789.012-1') {
  await write(user, field.run(), document)
  await write(user, field.number(), 'A1B2C3D4E5')
  await write(user, field.email(), 'rosa@ejemplo.cl')
  await write(user, field.cellphone(), '912345678')
}

function stored(): unknown {
  return JSON.parse(localStorage.getItem('formData') ?? 'null')
}

function sent(endpoint: Endpoint = registrationEndpoints.saveDraft) {
  return requestsTo(endpoint).map(({ body }) => body)
}

/** Stores a registration with that run, whose identity check was passed, as an earlier visit did. */
function storePassedCheck(document_number: string) {
  const contact = { email: 'rosa@ejemplo.cl', cellphone: '12345678' }
  const check = { code: 0, solem, kept_at: Date.now() }
  localStorage.setItem(
    'formData',
    JSON.stringify({ document_type_id: 1, document_number, ...contact, ...check }),
  )
}

async function openIdentityStep() {
  const opened = await renderPage('/registrar')
  await screen.findByRole('heading', { level: 1 })
  await fillRun(opened.user)
  await opened.user.click(goOn())
  await screen.findByRole('heading', { name: 'Valida tu identidad' })
  return {
    ...opened,
    confirm: () => opened.user.click(screen.getByRole('button', { name: 'CONFIRMAR' })),
  }
}

const complete: StartValues = {
  ...{ document_type_id: 1, document_number: '16789012-1', document_country: '', number: 'A1B2C3D4E5' },
  ...{ email: 'rosa@ejemplo.cl', cellphone: '912345678' },
}
const passport = { document_type_id: 2, document_number: 'P7654321', number: '' } as const

test.each<[Partial<StartValues>, string | null]>([
  [{}, null],
  [{ cellphone: '' }, 'Completa: celular.'],
  [{ cellphone: '91234' }, 'Corrige: celular.'],
  [{ document_number: '', number: '' }, 'Completa: RUT y número de documento.'],
  [passport, 'Completa: país.'],
])('the page says which fields are missing or wrong (%j)', (values, sentence) => {
  expect(describeMissing({ ...complete, ...values })).toBe(sentence)
})

test('continuing sends the clean run, stores the registration without the card number, and saves the draft; Back returns', async () => {
  const { back } = await openIdentityStep()
  expect(requestsTo(registrationEndpoints.available)[0]?.params).toEqual({
    document_type_id: '1',
    document_number: '167890121',
  })
  expect(stored()).toMatchObject({
    document_type_id: 1,
    document_number: '167890121',
    email: 'rosa@ejemplo.cl',
    cellphone: '12345678',
    code: null,
  })
  expect(localStorage.getItem('formData')).not.toContain('A1B2C3D4E5')
  expect(sent()).toEqual([
    {
      status: 'sv_register_continuar',
      document_type_id: 1,
      document_number: '167890121',
      email: 'rosa@ejemplo.cl',
      cellphone: '12345678',
    },
  ])
  await back()
  await waitFor(() => expect(goOn()).toBeEnabled())
})

test('continuing after a passed check of the same run opens the form', async () => {
  storePassedCheck('167890121')
  const { user, path } = await renderPage('/registrar')
  await waitFor(() => expect(field.run()).toHaveValue('16789012-1'))
  await write(user, field.number(), 'A1B2C3D4E5')
  await user.click(goOn())
  await waitFor(() => expect(path()).toBe('/registrar/run'))
  expect(stored()).toMatchObject({ code: 0, solem })
})

test('continuing with another run discards the check of the first', async () => {
  storePassedCheck('146823572')
  await openIdentityStep()
  expect(stored()).toMatchObject({ document_number: '167890121', code: null })
  expect(stored()).not.toHaveProperty('solem')
})

test('a blocked window asks to enable pop-up windows, and the check can continue in this page', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null)
  const { user, confirm, path } = await openIdentityStep()
  await confirm()
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Habilita las ventanas emergentes')
  expect(requestsTo(identityEndpoints.start)).toEqual([])
  mockEndpoint(identityEndpoints.step, { state: 'done', question: null, result: { code: 0, solem } })
  await user.click(within(alert).getByRole('button', { name: 'Validar en esta misma página' }))
  await waitFor(() => expect(path()).toBe('/registrar/run'))
})

test('an identity check left to staff opens the form at once', async () => {
  mockEndpoint(identityEndpoints.start, new ApiError('notFound'))
  const window_ = fakePopup()
  const { confirm, path } = await openIdentityStep()
  await confirm()
  await waitFor(() => expect(path()).toBe('/registrar/run'))
  expect(window_.close).toHaveBeenCalled()
})

test('an identity check set to the whole page opens no window, and shows a failure on return', async () => {
  portal.identityWindow = 'page'
  const opened = vi.spyOn(window, 'open')
  mockEndpoint(identityEndpoints.step, { state: 'done', question: null, result: { code: 1, solem: null } })
  const { confirm, path } = await openIdentityStep()
  await confirm()
  expect(await screen.findByText('No pudimos validar tu identidad')).toBeVisible()
  expect(path()).toBe('/registrar')
  expect(field.run()).toHaveValue('16789012-1')
  expect(opened).not.toHaveBeenCalled()
})
