import { ApiError } from '@mi-portal/contract/api-error'
import { appointmentAgendaEndpoints } from '@mi-portal/contract/appointment-agenda'
import { consentEndpoints } from '@mi-portal/contract/consents'
import type { Reply } from '@mi-portal/contract/endpoint'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage, renderPortal } from '../../../test/render-portal.tsx'

type Consents = Reply<typeof consentEndpoints.list>['consents']
const page = '/dashboard/perfil/datos-personales'
const given: Consents[number] = {
  id: 5,
  kind: 'terms',
  version: '1',
  given_at: '2026-11-26T15:00:00.000Z',
  channel: 'web',
  from: '190.45.•.•',
  patient: null,
  withdrawn_at: null,
  has_text: false,
}

describe('the list of consents', () => {
  test('consents are listed with version, time, channel and state, and a withdrawal first explains its effect', async () => {
    mockEndpoint(consentEndpoints.list, {
      consents: [
        { ...given, id: 9, kind: 'sharing', channel: 'api' },
        { ...given, id: 8, kind: 'sharing' },
        { ...given, id: 7, kind: 'family_group', patient: { id: 31, full_name: 'Martina Soto' } },
        given,
        { ...given, id: 4, kind: 'privacy', withdrawn_at: '2026-11-27T15:00:00.000Z' },
      ],
      reminders: true,
    })
    mockEndpoint(consentEndpoints.withdraw, {})
    const { user } = await renderPage(page, { as: 'patient' })
    const table = await screen.findByRole('table', { name: 'Mis consentimientos' })
    expect(within(table).getAllByText('En el portal (190.45.•.•)').length).toBeGreaterThan(0)
    expect(within(table).getByText(/Retirado el 27\/11\/2026/)).toBeVisible()
    // Sharing can be withdrawn once, however often exams were shared.
    expect(within(table).getAllByRole('button', { name: 'Retirar: Compartir exámenes' })).toHaveLength(1)
    await user.click(
      within(table).getByRole('button', {
        name: 'Retirar: Declaración para una persona menor de edad: Martina Soto',
      }),
    )
    const dialog = await screen.findByRole('dialog', { name: '¿Quieres retirar este consentimiento?' })
    expect(within(dialog).getByText(/saldrá de tu grupo familiar/)).toBeVisible()
    expect(requestsTo(consentEndpoints.withdraw)).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'RETIRAR' }))
    await waitFor(() =>
      expect(requestsTo(consentEndpoints.withdraw)[0]).toMatchObject({
        params: { kind: 'family_group' },
        body: { patient_id: 31 },
      }),
    )
  })
})

describe('a new version of a text', () => {
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
})
