import { Failure } from '@mi-portal/contract/failure'
import { surveyEndpoints } from '@mi-portal/contract/survey'
import { onlineManager } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { answer, asked } from '../../../test/answer.ts'
import { open } from '../../../test/open.tsx'

async function openForm() {
  const { user } = await open('/dashboard', { as: 'patient' })
  await user.click(await screen.findByRole('button', { name: 'Tu opinión' }))
  const form = await screen.findByRole('dialog', { name: '¿Qué te parece el portal?' })
  return { user, form: within(form) }
}

test('an opinion goes to the clinic under the person’s own id', async () => {
  answer(surveyEndpoints.answer, {})
  const { user, form } = await openForm()
  expect(form.getAllByRole('radio')).toHaveLength(5)
  await user.click(form.getByRole('radio', { name: 'Grupo familiar' }))
  await user.type(form.getByRole('textbox', { name: 'Comentario' }), 'Muy claro todo')
  await user.click(form.getByRole('button', { name: 'ENVIAR' }))
  expect(await screen.findByText('¡Gracias por tu opinión!')).toBeVisible()
  expect(asked(surveyEndpoints.answer)[0]?.body).toEqual({
    id: 7,
    suggestion: 'Grupo familiar',
    comment: 'Muy claro todo',
  })
})

test('an opinion needs its matter and its words', async () => {
  const { user, form } = await openForm()
  await user.click(form.getByRole('button', { name: 'ENVIAR' }))
  expect(await form.findByText('Selecciona Sugerencia')).toBeVisible()
  expect(form.getByText('Digita Comentario')).toBeVisible()
})

test('nothing typed is lost when the answer could not be kept', async () => {
  answer(surveyEndpoints.answer, new Failure('unavailable', { faults: [] }))
  const { user, form } = await openForm()
  await user.click(form.getByRole('radio', { name: 'Mis exámenes' }))
  await user.type(form.getByRole('textbox', { name: 'Comentario' }), 'Faltan las imágenes')
  await user.click(form.getByRole('button', { name: 'ENVIAR' }))
  expect(await form.findByText('Error server al registrar sugerencia')).toBeVisible()
  expect(form.getByRole('textbox', { name: 'Comentario' })).toHaveValue('Faltan las imágenes')
  expect(form.getByRole('radio', { name: 'Mis exámenes' })).toBeChecked()
})

test('without a network that is said at once, instead of waiting for one', async () => {
  onTestFinished(() => onlineManager.setOnline(true))
  answer(surveyEndpoints.answer, new Failure('unavailable', { faults: [] }))
  const { user, form } = await openForm()
  await user.click(form.getByRole('radio', { name: 'Mis exámenes' }))
  await user.type(form.getByRole('textbox', { name: 'Comentario' }), 'Faltan')
  onlineManager.setOnline(false)
  await user.click(form.getByRole('button', { name: 'ENVIAR' }))
  expect(await form.findByText('Error server al registrar sugerencia')).toBeVisible()
})

test('staff are not asked', async () => {
  await open('/admin/seguridad', { as: 'superAdmin' })
  await screen.findByRole('button', { name: /Cerrar sesión/ })
  expect(screen.queryByRole('button', { name: 'Tu opinión' })).not.toBeInTheDocument()
})
