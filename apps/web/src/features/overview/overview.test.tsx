import type { Reply } from '@mi-portal/contract/endpoint'
import { overviewEndpoints } from '@mi-portal/contract/overview'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const start = '/admin/inicio'

const summary: Reply<typeof overviewEndpoints.summary> = {
  validations: { waiting: 4, late: 1 },
  requests: { waiting: 6, late: 2, matters: [] },
  confirmations: 2,
  hours_today: 31,
  mails_failed: 3,
  sign_ins_failed: 5,
  survey_answers: 1200,
  days: ['15', '16', '17', '18', '19', '20', '21'].map((day, index) => ({
    day: `2026-11-${day}`,
    hours: index,
    accounts: 0,
    mails_failed: 0,
    sign_ins_failed: 0,
  })),
  missing: [],
}

beforeEach(() => {
  mockEndpoint(overviewEndpoints.summary, summary)
})

test('an unsent mail names its person with a phone to call, and can be sent again', async () => {
  const person = { id: 7, full_name: 'Camila Fuentes Rojas', phone: '912345678' }
  const mail = {
    ...{ id: 5, at: '2026-11-21T12:30:00Z', subject: 'Reserva de hora', recipient: 'camila@ejemplo.cl' },
    ...{ state: 'parked' as const, attempts: 10, error: '550 no such user', person },
  }
  mockEndpoint(overviewEndpoints.mails, { mails: [mail], total: 1, page: 1, limit: 10 })
  mockEndpoint(overviewEndpoints.retryMail, {})
  const { user } = await renderPage(`${start}?ver=correos`, { as: 'admin' })
  expect(await screen.findByRole('link', { name: person.full_name })).toHaveAttribute(
    'href',
    '/admin/usuarios/editar/7',
  )
  expect(screen.getByRole('link', { name: '912345678' })).toHaveAttribute('href', 'tel:912345678')
  await user.click(screen.getByRole('button', { name: 'Reintentar: Reserva de hora' }))
  expect(await screen.findByText('El correo sale de nuevo en unos segundos')).toBeVisible()
  expect(requestsTo(overviewEndpoints.retryMail)[0]?.params).toEqual({ id: '5' })
})
