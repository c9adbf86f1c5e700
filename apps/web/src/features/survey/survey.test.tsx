import { ApiError } from '@mi-portal/contract/calls/api-error'
import { surveyEndpoints } from '@mi-portal/contract/survey'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectNoDraft, isReloadConfirmed, leaveAndReturn, restoreDraft } from '../../../test/drafts.ts'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPortal } from '../../../test/render-portal.tsx'

async function start(user: Awaited<ReturnType<typeof renderPortal>>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Tu opinión' }))
  return within(await screen.findByRole('dialog', { name: '¿Qué te parece el portal?' }))
}

test('an opinion keeps its input when it could not be saved and when the form is left, and is sent with the patient’s own id', async () => {
  mockEndpoint(surveyEndpoints.answer, new ApiError('unavailable', { fieldErrors: [] }))
  const opened = await renderPortal('/dashboard', { as: 'patient' })
  const { user } = opened
  let form = await start(user)
  expect(form.getAllByRole('radio')).toHaveLength(5)
  await user.click(form.getByRole('radio', { name: 'Mis exámenes' }))
  user.fill(form.getByRole('textbox', { name: 'Comentario' }), 'Faltan las imágenes')
  expect(isReloadConfirmed()).toBe(true)
  await user.click(form.getByRole('button', { name: 'ENVIAR' }))
  expect(await form.findByText('Error server al registrar sugerencia')).toBeVisible()
  expect(form.getByRole('textbox', { name: 'Comentario' })).toHaveValue('Faltan las imágenes')
  await user.click(form.getByRole('button', { name: 'Cerrar' }))
  await leaveAndReturn(opened)
  form = await start(user)
  await restoreDraft(user)
  expect(form.getByRole('radio', { name: 'Mis exámenes' })).toBeChecked()
  mockEndpoint(surveyEndpoints.answer, {})
  await user.click(form.getByRole('button', { name: 'ENVIAR' }))
  expect(await screen.findByText('¡Gracias por tu opinión!')).toBeVisible()
  expect(requestsTo(surveyEndpoints.answer)[0]?.body).toEqual({
    id: 7,
    suggestion: 'Mis exámenes',
    comment: 'Faltan las imágenes',
  })
  expect(isReloadConfirmed()).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Cerrar' }))
  await start(user)
  expectNoDraft()
})
