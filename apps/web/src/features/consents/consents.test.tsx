import { ApiError } from '@mi-portal/contract/api-error'
import { appointmentAgendaEndpoints } from '@mi-portal/contract/appointment-agenda'
import { consentEndpoints } from '@mi-portal/contract/consents'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPortal } from '../../../test/render-portal.tsx'

const terms = {
  kind: 'terms' as const,
  version: '2026-11-26',
  valid_from: '2026-11-26',
  text: '<h2>1. Uso</h2><p>Lo que vale.</p>',
  because: 'published' as const,
}

test('a new version of a text covers the page until each checkbox is ticked; then the page continues', async () => {
  mockEndpoint(appointmentAgendaEndpoints.list, new ApiError('consentNeeded'))
  mockEndpoint(consentEndpoints.pending, { texts: [terms, { ...terms, kind: 'privacy' }] })
  mockEndpoint(consentEndpoints.give, {})
  const { user, path } = await renderPortal('/dashboard/consultas-medicas', { as: 'patient' })
  const dialog = await screen.findByRole('dialog', { name: 'Antes de continuar' })
  expect(
    (await within(dialog).findAllByText('Versión 2026-11-26, vigente desde el 26/11/2026.')).length,
  ).toBe(2)
  const go = within(dialog).getByRole('button', { name: 'ACEPTAR Y CONTINUAR' })
  const boxes = within(dialog).getAllByRole('checkbox')
  expect(boxes.map((box) => (box as HTMLInputElement).checked)).toEqual([false, false])
  for (const box of boxes) {
    expect(go).toBeDisabled()
    await user.click(box)
  }
  mockEndpoint(appointmentAgendaEndpoints.list, {
    people: [],
    appointments: [],
    count_appointment: 0,
    total: 0,
    page: 1,
    limit: 5,
  })
  await user.click(go)
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Antes de continuar' })).toBeNull())
  expect(requestsTo(consentEndpoints.give)[0]?.body).toEqual({
    accepted: [
      { kind: 'terms', version: '2026-11-26' },
      { kind: 'privacy', version: '2026-11-26' },
    ],
  })
  expect(path()).toBe('/dashboard/consultas-medicas')
})
