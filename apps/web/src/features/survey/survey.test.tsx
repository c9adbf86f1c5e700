import { ApiError } from '@mi-portal/contract/api-error'
import { surveyEndpoints } from '@mi-portal/contract/survey'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectNoDraft, isReloadConfirmed, leaveAndReturn, restoreDraft } from '../../../test/drafts.ts'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPortal } from '../../../test/render-portal.tsx'

async function openForm() {
  const { user } = await renderPortal('/dashboard', { as: 'patient' })
  await user.click(await screen.findByRole('button', { name: 'Tu opinión' }))
  const form = await screen.findByRole('dialog', { name: '¿Qué te parece el portal?' })
  return { user, form: within(form) }
}

test('an opinion is sent with the patient’s own id', async () => {
  mockEndpoint(surveyEndpoints.answer, {})
  const { user, form } = await openForm()
  expect(form.getAllByRole('radio')).toHaveLength(5)
  await user.click(form.getByRole('radio', { name: 'Grupo familiar' }))
  await user.type(form.getByRole('textbox', { name: 'Comentario' }), 'Muy claro todo')
  await user.click(form.getByRole('button', { name: 'ENVIAR' }))
  expect(await screen.findByText('¡Gracias por tu opinión!')).toBeVisible()
  expect(requestsTo(surveyEndpoints.answer)[0]?.body).toEqual({
    id: 7,
    suggestion: 'Grupo familiar',
    comment: 'Muy claro todo',
  })
})

test('an opinion that could not be saved keeps its input', async () => {
  mockEndpoint(surveyEndpoints.answer, new ApiError('unavailable', { fieldErrors: [] }))
  const { user, form } = await openForm()
  await user.click(form.getByRole('radio', { name: 'Mis exámenes' }))
  await user.type(form.getByRole('textbox', { name: 'Comentario' }), 'Faltan las imágenes')
  await user.click(form.getByRole('button', { name: 'ENVIAR' }))
  expect(await form.findByText('Error server al registrar sugerencia')).toBeVisible()
  expect(form.getByRole('textbox', { name: 'Comentario' })).toHaveValue('Faltan las imágenes')
  expect(form.getByRole('radio', { name: 'Mis exámenes' })).toBeChecked()
})

test('the opinion that was typed is offered back, and is forgotten once it is sent', async () => {
  mockEndpoint(surveyEndpoints.answer, {})
  const opened = await renderPortal('/dashboard', { as: 'patient' })
  const { user } = opened
  const start = async () => {
    await user.click(await screen.findByRole('button', { name: 'Tu opinión' }))
    return within(await screen.findByRole('dialog', { name: '¿Qué te parece el portal?' }))
  }
  let form = await start()
  await user.click(form.getByRole('radio', { name: 'Mis exámenes' }))
  await user.type(form.getByRole('textbox', { name: 'Comentario' }), 'Faltan las imágenes')
  expect(isReloadConfirmed()).toBe(true)
  await user.click(form.getByRole('button', { name: 'Cerrar' }))
  await leaveAndReturn(opened)
  form = await start()
  await restoreDraft(user)
  expect(form.getByRole('radio', { name: 'Mis exámenes' })).toBeChecked()
  expect(form.getByRole('textbox', { name: 'Comentario' })).toHaveValue('Faltan las imágenes')
  await user.click(form.getByRole('button', { name: 'ENVIAR' }))
  expect(await screen.findByText('¡Gracias por tu opinión!')).toBeVisible()
  expect(isReloadConfirmed()).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Cerrar' }))
  await start()
  expectNoDraft()
})

test('staff are not asked for an opinion', async () => {
  await renderPortal('/admin/cambiar-contrasena', { as: 'superAdmin' })
  await screen.findByRole('button', { name: /Cerrar sesión/ })
  expect(screen.queryByRole('button', { name: 'Tu opinión' })).not.toBeInTheDocument()
})
