import { ApiError } from '@mi-portal/contract/api-error'
import { type Copy, exportEndpoints } from '@mi-portal/contract/exports'
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const address = '/dashboard/perfil/datos-personales'
const ready: Copy = {
  id: 9,
  patient_id: 1,
  patient_full_name: 'Camila Fuentes Rojas',
  is_own: true,
  state: 'ready',
  created_at: '2026-11-26T15:00:00.000Z',
  expires_at: '2026-11-27T15:00:00.000Z',
  files: ['pdf', 'fhir'],
}

async function card() {
  return within(await screen.findByRole('region', { name: 'Copia de mis datos' }))
}

test('a data export of a child is requested with the child’s id', async () => {
  mockEndpoint(familyMemberEndpoints.selections, {
    delegated: [],
    selections: [
      { id: 1, first_name: 'Camila', last_name: 'Fuentes', is_self: true },
      { id: 2, first_name: 'Martina', last_name: 'Soto', is_self: false },
    ],
  })
  mockEndpoint(exportEndpoints.request, { export: { ...ready, patient_id: 2, is_own: false } })
  const { user } = await renderPage(address, { as: 'patient' })
  await user.selectOptions(await (await card()).findByLabelText('De quién'), 'Martina Soto')
  await user.click((await card()).getByRole('button', { name: 'Pedir una copia' }))
  expect(requestsTo(exportEndpoints.request)[0]?.params).toEqual({ patientId: '2' })
})

test('each data export shows its state, and a file that is no longer available says so', async () => {
  mockEndpoint(exportEndpoints.list, {
    exports: [
      ready,
      { ...ready, id: 8, is_own: false, patient_full_name: 'Martina Soto', state: 'over', files: [] },
      { ...ready, id: 7, state: 'failed', files: [], expires_at: null },
    ],
  })
  mockEndpoint(exportEndpoints.file, new ApiError('exportOver'))
  const { user } = await renderPage(address, { as: 'patient' })
  const [first, second, third] = await (await card()).findAllByRole('listitem')
  expect(first).toHaveTextContent('disponible hasta el')
  expect(second).toHaveTextContent('Datos de Martina Soto')
  expect(second).toHaveTextContent('Ya no está disponible')
  expect(third).toHaveTextContent('No se pudo preparar')
  await user.click((await card()).getByRole('button', { name: 'Documento PDF' }))
  expect(
    await (await card()).findByText('Este archivo ya no está disponible. Pide una nueva copia'),
  ).toBeVisible()
})
