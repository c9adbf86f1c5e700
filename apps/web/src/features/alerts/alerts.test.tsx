import { alertEndpoints } from '@mi-portal/contract/alerts'
import { ApiError } from '@mi-portal/contract/api-error'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer } from '../../../test/answer.ts'
import { open } from '../../../test/open.tsx'

const holiday = {
  id: 1,
  name: 'Horario especial',
  text: 'El 8 de diciembre atendemos de 09:00 a 13:00 h.',
  color_id: 1,
  status_id: 1,
  color: { id: 1, color: 'Amarillo', primary_code: '#402C00', secundary_code: '#FFEFC2' },
}
const pale = {
  ...holiday,
  id: 2,
  name: 'Mantención',
  color: { id: 2, color: 'Gris', primary_code: '#CCCCCC', secundary_code: '#FFFFFF' },
}

test('public alerts are at the top of the home page, each in its own colours', async () => {
  answer(alertEndpoints.listPublic, { alerts: [holiday] })
  await open('/')
  const strip = await screen.findByRole('region', { name: 'Avisos' })
  const text = within(strip).getByText('Horario especial.')
  expect(text).toBeVisible()
  expect(text.closest('div')).toHaveStyle({ color: '#402C00', backgroundColor: '#FFEFC2' })
})

test('an alert whose colours are not readable is shown in the attention colours', async () => {
  answer(alertEndpoints.listPublic, { alerts: [holiday, pale] })
  await open('/')
  const text = await screen.findByText('Mantención.')
  // The attention colours come from the style sheet.
  expect(text.closest('div')).not.toHaveAttribute('style')
})

test('without an answer the home page shows no alerts', async () => {
  answer(alertEndpoints.listPublic, new ApiError('unavailable'))
  await open('/')
  expect(screen.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Avisos' })).not.toBeInTheDocument()
})
