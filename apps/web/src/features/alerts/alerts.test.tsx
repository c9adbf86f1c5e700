import { alertEndpoints } from '@mi-portal/contract/alerts'
import { Failure } from '@mi-portal/contract/failure'
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

test('public notices stand at the top of the home page, each in its own colours', async () => {
  answer(alertEndpoints.listPublic, { alerts: [holiday] })
  await open('/')
  const strip = await screen.findByRole('region', { name: 'Avisos' })
  const text = within(strip).getByText('Horario especial.')
  expect(text).toBeVisible()
  expect(text.closest('div')).toHaveStyle({ color: '#402C00', backgroundColor: '#FFEFC2' })
})

test('a notice whose colours cannot be read is shown in the attention colours', async () => {
  answer(alertEndpoints.listPublic, { alerts: [holiday, pale] })
  await open('/')
  const text = await screen.findByText('Mantención.')
  // Those are the style sheet's.
  expect(text.closest('div')).not.toHaveAttribute('style')
})

test('without an answer the home page stands as it is', async () => {
  answer(alertEndpoints.listPublic, new Failure('unavailable'))
  await open('/')
  expect(screen.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Avisos' })).not.toBeInTheDocument()
})
