import { ApiError } from '@mi-portal/contract/calls/api-error'
import { secondFactorEndpoints } from '@mi-portal/contract/session/second-factor'
import { sessionConfirmationEndpoints } from '@mi-portal/contract/session/session-confirmation'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { renderPortal } from '../../../../test/render-portal.tsx'
import { call } from '../../../lib/call.ts'
import { closeSession } from '../../../lib/session.ts'

const { confirm } = sessionConfirmationEndpoints
const { remove } = secondFactorEndpoints
const title = 'Confirma que eres tú'
const dialog = () => screen.findByRole('dialog', { name: title })

/** Fills in a form whose call needs a confirmed session, and sends it. */
async function sendSensitiveForm() {
  let isConfirmed = false
  mockEndpoint(secondFactorEndpoints.state, { enabled: true, required: false, recovery_codes_left: 9 })
  mockEndpoint(remove, () => (isConfirmed ? {} : new ApiError('confirmationNeeded')))
  mockEndpoint(confirm, () => {
    isConfirmed = true
    return { confirmed: true }
  })
  const { user } = await renderPortal('/admin/seguridad', { as: 'admin' })
  await user.click(await screen.findByRole('button', { name: 'Desactivar' }))
  const form = await screen.findByRole('dialog', { name: '¿Desactivar el código extra?' })
  await user.type(within(form).getByLabelText('Código'), '123456')
  await user.click(within(form).getByRole('button', { name: 'Desactivar' }))
  return { user, form, confirmation: within(await dialog()) }
}

test('a call that needs a confirmation asks for the password, and is repeated as it was', async () => {
  const { user, confirmation } = await sendSensitiveForm()
  expect(confirmation.getByLabelText('Contraseña')).toHaveFocus()
  await user.type(confirmation.getByLabelText('Contraseña'), 'Cordillera2026{Enter}')
  await waitFor(() => expect(requestsTo(remove)).toHaveLength(2))
  expect(requestsTo(confirm).map(({ body }) => body)).toEqual([{ password: 'Cordillera2026' }])
  expect(requestsTo(remove).map(({ body }) => body)).toEqual([{ code: '123456' }, { code: '123456' }])
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('a cancelled confirmation leaves the form as it was and says what is missing', async () => {
  const { user, form, confirmation } = await sendSensitiveForm()
  await user.click(confirmation.getByRole('button', { name: 'CANCELAR' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).not.toBeInTheDocument())
  expect(await within(form).findByText('Confirma que eres tú para continuar')).toBeVisible()
  expect(within(form).getByLabelText('Código')).toHaveValue('123456')
  expect(requestsTo(remove)).toHaveLength(1)
  expect(requestsTo(confirm)).toHaveLength(0)
})

test('a wrong password is shown at its field, and can be corrected', async () => {
  const { user, confirmation } = await sendSensitiveForm()
  await user.click(confirmation.getByRole('button', { name: 'CONFIRMAR' }))
  expect(await confirmation.findByText('Digita Contraseña')).toBeVisible()
  mockEndpoint(confirm, new ApiError('wrongConfirmation', { param: 'password' }))
  await user.type(confirmation.getByLabelText('Contraseña'), 'Equivocada2026{Enter}')
  expect(await confirmation.findByText('La contraseña no es correcta')).toBeVisible()
  await waitFor(() => expect(confirmation.getByLabelText('Contraseña')).toHaveFocus())
  expect(confirmation.getByLabelText('Contraseña')).toHaveValue('Equivocada2026')
  expect(requestsTo(remove)).toHaveLength(1)
})

test('an account with a second factor is asked for its code after the right password', async () => {
  const { user, confirmation } = await sendSensitiveForm()
  mockEndpoint(confirm, { confirmed: false })
  expect(confirmation.queryByLabelText('Código')).not.toBeInTheDocument()
  await user.type(confirmation.getByLabelText('Contraseña'), 'Cordillera2026{Enter}')
  await waitFor(() => expect(confirmation.getByLabelText('Código')).toHaveFocus())
  mockEndpoint(confirm, new ApiError('wrongSecondFactor', { param: 'code' }))
  await user.type(confirmation.getByLabelText('Código'), '000000{Enter}')
  expect(await confirmation.findByText('El código no es válido')).toBeVisible()
  expect(requestsTo(confirm).at(-1)?.body).toEqual({ password: 'Cordillera2026', code: '000000' })
})

test('two calls at once share one confirmation', async () => {
  await renderPortal('/admin/seguridad', { as: 'admin' })
  mockEndpoint(remove, new ApiError('confirmationNeeded'))
  const calls = [1, 2].map((digit) =>
    call(remove, { body: { code: `00000${digit}` } }).catch(() => 'rejected'),
  )
  const confirmation = within(await dialog())
  act(() => confirmation.getByRole('button', { name: 'CANCELAR' }).click())
  expect(await Promise.all(calls)).toEqual(['rejected', 'rejected'])
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('the end of the session ends the confirmation too', async () => {
  await renderPortal('/admin/seguridad', { as: 'admin' })
  mockEndpoint(remove, new ApiError('confirmationNeeded'))
  const pending = call(remove, { body: { code: '000001' } }).catch(() => 'rejected')
  await dialog()
  act(() => closeSession())
  expect(await pending).toBe('rejected')
})

test('outside the signed-in areas, where nothing asks, the call is rejected at once', async () => {
  await renderPortal('/reservas', { as: 'patient' })
  mockEndpoint(remove, new ApiError('confirmationNeeded'))
  expect(await call(remove, { body: { code: '000001' } }).catch(() => 'rejected')).toBe('rejected')
})
