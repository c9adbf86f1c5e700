import { ApiError } from '@mi-portal/contract/calls/api-error'
import { examEndpoints } from '@mi-portal/contract/exams/exams'
import { noResultChoice, resultChoiceEndpoints } from '@mi-portal/contract/result-choices'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setClinic } from '../../../test/clinic.ts'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { buildExam, buildExamsPage } from '../../../test/record.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const page = '/dashboard/consultas-medicas/hora/1'
const { choose, show } = resultChoiceEndpoints

test('a patient chooses by keyboard to see the result with the physician; the focus stays, and a rejected choice shows the reason', async () => {
  setClinic({ result_choice: true })
  mockEndpoint(choose, new ApiError('notPossible', { msg: noResultChoice }))
  const { user } = await renderPage(page, { as: 'patient' })
  const card = within(await screen.findByRole('region', { name: 'Tu resultado' }))
  const now = await card.findByRole('radio', { name: /^Al tiro/ })
  const withDoctor = card.getByRole('radio', { name: /^Con mi médico/ })
  expect(now).toBeChecked()
  await user.click(withDoctor)
  expect(await screen.findByText('En esta hora no se puede elegir cuándo ver el resultado')).toBeVisible()
  expect(now).toBeChecked()
  const stored = Promise.withResolvers<{ choice: 'with_doctor'; can_choose: true }>()
  mockEndpoint(choose, () => stored.promise)
  now.focus()
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(requestsTo(choose)).toHaveLength(1))
  expect(withDoctor).toBeChecked()
  expect(withDoctor).toBeEnabled()
  expect(withDoctor).toHaveFocus()
  stored.resolve({ choice: 'with_doctor', can_choose: true })
  expect(await card.findByText('Guardamos tu elección.')).toBeVisible()
  expect(withDoctor).toHaveFocus()
  expect(requestsTo(choose)[0]?.body).toEqual({ choice: 'with_doctor' })
})

test('a result that waits by choice is shown from the list with one button', async () => {
  const waiting = { ...buildExam(), hold: { cause: 'choice' as const, until: '2026-12-26' } }
  mockEndpoint(examEndpoints.list, buildExamsPage([waiting]))
  mockEndpoint(show, {})
  const { user } = await renderPage('/dashboard/mis-examenes', { as: 'patient' })
  expect(await screen.findByText(/Elegiste verlo con tu médico/)).toBeVisible()
  mockEndpoint(examEndpoints.list, buildExamsPage([buildExam()]))
  await user.click(screen.getByRole('button', { name: /^Ver ahora Perfil bioquímico/ }))
  expect(await screen.findByRole('button', { name: /^Ver Perfil bioquímico/ })).toBeVisible()
  expect(requestsTo(show)).toHaveLength(1)
})
