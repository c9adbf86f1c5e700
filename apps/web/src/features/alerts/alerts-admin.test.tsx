import { type Alert, alertEndpoints } from '@mi-portal/contract/alerts'
import { Failure } from '@mi-portal/contract/failure'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, asked } from '../../../test/answer.ts'
import { open } from '../../../test/open.tsx'

const color = { id: 1, color: 'Azul', primary_code: '#1D4ED8', secundary_code: '#EFF6FF' }

function buildAlert(id: number, name: string): Alert {
  const status = { id: 1, name: 'Activa' }
  const updated_at = '2026-11-20T12:00:00.000Z'
  return { id, name, text: `Texto de ${name}`, color_id: 1, color, status_id: 1, status, updated_at }
}

async function openPage() {
  answer(alertEndpoints.list, { alerts: [buildAlert(1, 'Corte'), buildAlert(2, 'Feriado')] })
  answer(alertEndpoints.colors, { colors: [color] })
  const { user } = await open('/admin/alerts', { as: 'superAdmin' })
  await screen.findByRole('row', { name: /Corte/ })
  return user
}

test('an alert needs name, text and colour', async () => {
  const user = await openPage()
  await user.click(screen.getByRole('button', { name: 'CREAR ALERTA' }))
  for (const message of ['Digita Nombre', 'Digita Texto', 'Selecciona Color'])
    expect(await screen.findByText(message)).toBeVisible()
})

test('an alert is created, and one of the table changed, each as it was read', async () => {
  answer(alertEndpoints.create, { alert: buildAlert(3, 'Nueva') })
  answer(alertEndpoints.edit, { alert: buildAlert(1, 'Corte') })
  const user = await openPage()
  await user.type(screen.getByRole('textbox', { name: 'Nombre' }), 'Nueva')
  await user.type(screen.getByRole('textbox', { name: /Texto/ }), 'Hola')
  await user.click(screen.getByRole('radio', { name: 'Azul' }))
  await user.click(screen.getByRole('button', { name: 'CREAR ALERTA' }))
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Nombre' })).toHaveValue(''))
  expect(asked(alertEndpoints.create)[0]?.body).toEqual({ name: 'Nueva', text: 'Hola', color_id: 1 })
  await user.click(screen.getByRole('button', { name: 'Editar Corte' }))
  await user.click(await screen.findByRole('button', { name: 'GUARDAR CAMBIOS' }))
  await waitFor(() => expect(asked(alertEndpoints.edit)).toHaveLength(1))
  expect(asked(alertEndpoints.edit)[0]?.body).toMatchObject({
    name: 'Corte',
    updated_at: '2026-11-20T12:00:00.000Z',
  })
})

test('whoever saves late is told, and keeps what was typed', async () => {
  answer(alertEndpoints.edit, new Failure('changedMeanwhile'))
  const user = await openPage()
  await user.click(screen.getByRole('button', { name: 'Editar Corte' }))
  await user.type(screen.getByRole('textbox', { name: 'Nombre' }), ' general')
  await user.click(screen.getByRole('button', { name: 'GUARDAR CAMBIOS' }))
  expect(await screen.findByText(/Los datos cambiaron mientras los editabas/)).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Nombre' })).toHaveValue('Corte general')
  expect(screen.getByRole('button', { name: 'Cargar los datos actuales' })).toBeVisible()
})

test('a switch is kept by its row’s save alone', async () => {
  answer(alertEndpoints.disable, { alert: buildAlert(1, 'Corte') })
  const user = await openPage()
  expect(screen.getByRole('button', { name: 'Guardar estado de Corte' })).toBeDisabled()
  await user.click(screen.getByRole('switch', { name: 'Corte: activa' }))
  expect(screen.getByText('Sin guardar')).toBeVisible()
  expect(asked(alertEndpoints.disable)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Guardar estado de Corte' }))
  await waitFor(() => expect(asked(alertEndpoints.disable)).toHaveLength(1))
})

test('several alerts are deleted at once, after a question', async () => {
  answer(alertEndpoints.remove, {})
  const user = await openPage()
  expect(screen.getByRole('button', { name: 'Eliminar' })).toBeDisabled()
  await user.click(screen.getByRole('checkbox', { name: 'Elegir Corte' }))
  await user.click(screen.getByRole('checkbox', { name: 'Elegir Feriado' }))
  await user.click(screen.getByRole('button', { name: 'Eliminar (2)' }))
  expect(await screen.findByText('¿Eliminar 2 alertas?')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Eliminar' }))
  await waitFor(() => expect(asked(alertEndpoints.remove)[0]?.body).toEqual({ ids: [1, 2] }))
})
