import { ApiError } from '@mi-portal/contract/api-error'
import type { Reply } from '@mi-portal/contract/endpoint'
import { overviewEndpoints } from '@mi-portal/contract/overview'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { mockEndpoint } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const start = '/admin/inicio'
const hoursToday = '/admin/agenda?ver=hoy'

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

const paging = { total: 1, page: 1, limit: 10 }

beforeEach(() => {
  mockEndpoint(overviewEndpoints.summary, summary)
})

describe('the start page of the administration', () => {
  test('the start page counts pending work and failures', async () => {
    await renderPage(start, { as: 'admin' })
    for (const name of [
      '4 Validaciones que esperan',
      /^1 Validaciones atrasadas\s*Más de 48 horas hábiles$/,
      '31 Horas de hoy',
      '1.200 Respuestas de la encuesta',
    ])
      expect(await screen.findByRole('link', { name })).toBeVisible()
    expect(screen.getByText('Solicitudes que esperan').parentElement).toHaveTextContent(/^6/)
  })

  test('a start page that fails to load can be retried', async () => {
    mockEndpoint(overviewEndpoints.summary, new ApiError('unavailable', { fieldErrors: [] }))
    const { user } = await renderPage(start, { as: 'admin' })
    expect(await screen.findByText('Error server al obtener el resumen')).toBeVisible()
    mockEndpoint(overviewEndpoints.summary, summary)
    await user.click(screen.getByRole('button', { name: 'REINTENTAR' }))
    expect(await screen.findByText('Horas de hoy')).toBeVisible()
  })
})

describe('the lists behind the numbers', () => {
  test('the list of today’s appointments shows patient, professional and place', async () => {
    mockEndpoint(overviewEndpoints.hours, {
      ...paging,
      hours: [
        {
          id: 1,
          starts_at: '2026-11-21T12:30:00Z',
          patient_full_name: 'Camila Fuentes Rojas',
          doctor_name: 'Dra. Carolina Muñoz Vidal',
          place: 'Providencia',
        },
      ],
    })
    const { user, path } = await renderPage(start, { as: 'admin' })
    await user.click(await screen.findByRole('link', { name: /Horas de hoy/ }))
    await waitFor(() => expect(path()).toBe(hoursToday))
    const row = within(await screen.findByRole('row', { name: /Camila Fuentes Rojas/ }))
    for (const words of ['09:30 h', 'Dra. Carolina Muñoz Vidal', 'Providencia'])
      expect(row.getByText(words)).toBeVisible()
  })

  test.each([
    [hoursToday, overviewEndpoints.hours, { hours: [] }, 'Hoy no hay horas reservadas'],
    [
      `${start}?ver=correos`,
      overviewEndpoints.mails,
      { mails: [] },
      'Todos los correos de los últimos 7 días se enviaron o van en camino',
    ],
    [
      `${start}?ver=ingresos`,
      overviewEndpoints.signIns,
      { sign_ins: [] },
      'Ningún ingreso fue rechazado en los últimos 7 días',
    ],
    [
      `${start}?ver=encuesta`,
      overviewEndpoints.survey,
      { answers: [] },
      'Todavía no hay respuestas de la encuesta',
    ],
  ] as const)('the empty list at %s says so', async (address, endpoint, nothing, words) => {
    mockEndpoint(endpoint, () => ({ total: 0, page: 1, limit: 10, ...nothing }) as never)
    await renderPage(address, { as: 'admin' })
    expect(await screen.findByText(words)).toBeVisible()
  })

  test.each([
    [hoursToday, overviewEndpoints.hours, 'Error server al obtener las horas de hoy'],
    [`${start}?ver=correos`, overviewEndpoints.mails, 'Error server al obtener los correos'],
    [`${start}?ver=ingresos`, overviewEndpoints.signIns, 'Error server al obtener los ingresos'],
    [`${start}?ver=encuesta`, overviewEndpoints.survey, 'Error server al obtener las respuestas'],
  ] as const)('the list at %s that fails to load can be retried', async (address, endpoint, words) => {
    mockEndpoint(endpoint, new ApiError('unavailable', { fieldErrors: [] }))
    await renderPage(address, { as: 'admin' })
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.getByRole('button', { name: 'REINTENTAR' })).toBeVisible()
  })
})
