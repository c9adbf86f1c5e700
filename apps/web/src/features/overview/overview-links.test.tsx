import { professionalEndpoints } from '@mi-portal/contract/agenda/professionals'
import { deskEndpoints } from '@mi-portal/contract/desk'
import { overviewEndpoints } from '@mi-portal/contract/overview'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPortal } from '../../../test/render-portal.tsx'

const matters = [
  { matter: 'documents', waiting: 2, late: 1 },
  { matter: 'budgets', waiting: 3, late: 0 },
  { matter: 'contact', waiting: 1, late: 1 },
  { matter: 'imaging', waiting: 0, late: 0 },
] as const

function mockSummary() {
  mockEndpoint(overviewEndpoints.summary, {
    validations: { waiting: 4, late: 1 },
    requests: { waiting: 6, late: 2, matters: [...matters] },
    confirmations: 0,
    hours_today: 1,
    mails_failed: 0,
    sign_ins_failed: 0,
    survey_answers: 0,
    days: [],
    missing: [],
  })
}

test('the numbers of requests by matter add up to the total, and each links to its filtered list', async () => {
  mockSummary()
  const { user, path } = await renderPortal('/admin/inicio', { as: 'admin' })
  await screen.findByText('Solicitudes atrasadas')
  const cards = screen.getAllByRole('listitem')
  const cardOf = (label: string) => cards.find((card) => within(card).queryByText(label)) as HTMLElement
  for (const [label, of, total] of [
    ['Solicitudes que esperan', 'waiting', 6],
    ['Solicitudes atrasadas', 'late', 2],
  ] as const) {
    const links = within(cardOf(label)).getAllByRole('link')
    const counts = links.map((link) => Number(/\d+$/.exec(link.textContent)?.[0]))
    expect(counts).toEqual(matters.map((matter) => matter[of]))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(total)
  }
  mockEndpoint(deskEndpoints.tray, {
    requests: [],
    pending: { documents: 2, budgets: 3, contact: 1, imaging: 0, privacy: 0 },
    total: 0,
    page: 1,
    limit: 10,
  })
  await user.click(within(cardOf('Solicitudes atrasadas')).getByRole('link', { name: 'Contacto: 1' }))
  expect(path()).toBe('/admin/solicitudes?matter=contact&estado=atrasada')
  expect(await screen.findByText('No hay solicitudes atrasadas')).toBeVisible()
  const query = requestsTo(deskEndpoints.tray).at(-1)?.query
  expect([query?.get('matter'), query?.get('state')]).toEqual(['contact', 'atrasada'])
})

test('the number of today’s appointments links to their list in the calendars', async () => {
  mockSummary()
  mockEndpoint(overviewEndpoints.hours, {
    hours: [
      {
        id: 1,
        starts_at: new Date().toISOString(),
        patient_full_name: 'Camila Fuentes',
        doctor_name: 'Dra. Ana Ríos',
        place: 'Providencia',
      },
    ],
    total: 1,
    page: 1,
    limit: 10,
  })
  mockEndpoint(professionalEndpoints.professionals, { professionals: [], total: 0, page: 1, limit: 10 })
  const { user, path } = await renderPortal('/admin/inicio', { as: 'admin' })
  await user.click(await screen.findByRole('link', { name: /1 Horas de hoy/ }))
  expect(path()).toBe('/admin/agenda?ver=hoy')
  expect(await screen.findByText('Camila Fuentes')).toBeVisible()
})
