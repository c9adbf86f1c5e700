import { ApiError } from '@mi-portal/contract/api-error'
import { catalogueEndpoints } from '@mi-portal/contract/catalogues'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const page = '/dashboard/mis-examenes/plazos-visualizacion'

function duration(id: number, category_name: string, name_exam: string) {
  return {
    id,
    name_exam,
    day_withdrawal_portal: `${id} días hábiles`,
    day_withdrawal: `${id + 1} días hábiles`,
    display_duration_exam_categories: { id: category_name.length, category_name },
  }
}

const displayDurationExam = [
  duration(1, 'Laboratorio', 'Cultivos'),
  duration(2, 'Imagenología', 'Radiografías'),
  duration(3, 'Laboratorio', 'Biopsias'),
]

test('the durations can be retried and are shown in one tab per category, each kind of exam with its two terms', async () => {
  mockEndpoint(catalogueEndpoints.displayDurations, new ApiError('unavailable'))
  const { user } = await renderPage(page, { as: 'patient' })
  expect(await screen.findByText('Error server al obtener plazos de visualización')).toBeVisible()
  mockEndpoint(catalogueEndpoints.displayDurations, { displayDurationExam })
  await user.click(screen.getByRole('button', { name: 'REINTENTAR' }))
  const categories = within(await screen.findByRole('tablist', { name: 'Categorías de examen' }))
  const names = categories.getAllByRole('tab').map((tab) => tab.textContent)
  expect(names).toEqual(['Laboratorio', 'Imagenología'])
  expect(screen.getByRole('row', { name: 'Cultivos 1 días hábiles 2 días hábiles' })).toBeVisible()
  expect(screen.getByRole('row', { name: /^Biopsias/ })).toBeVisible()
  expect(screen.queryByRole('row', { name: /^Radiografías/ })).not.toBeInTheDocument()
  for (const name of ['Tipo de examen', 'Visualización en el portal', 'Días hábiles para el retiro'])
    expect(screen.getByRole('columnheader', { name })).toBeVisible()
  await user.click(categories.getByRole('tab', { name: 'Imagenología' }))
  expect(await screen.findByRole('row', { name: /^Radiografías/ })).toBeVisible()
})
