import { ApiError } from '@mi-portal/contract/api-error'
import type { Reply } from '@mi-portal/contract/endpoint'
import { overviewEndpoints } from '@mi-portal/contract/overview'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPortal } from '../../../test/render-portal.tsx'

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
  test('the start page shows what the installation lacks, and super administrators where it is fixed', async () => {
    const text = 'No hay un servidor de correo configurado: los correos del portal no se envían.'
    const missing = [{ code: 'noMailServer' as const, text, remedy: 'Define SMTP_URL.' }]
    mockEndpoint(overviewEndpoints.summary, { ...summary, missing })
    await renderPortal(start, { as: 'superAdmin' })
    expect(await screen.findByText(text, { exact: false })).toBeVisible()
    expect(screen.getByText('Falta configurar este portal')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Ir a «Correo»' })).toHaveAttribute(
      'href',
      '/admin/puesta-en-marcha#correo',
    )
  })

  test('an administrator sees what the installation lacks without links to pages that they cannot open', async () => {
    const missing = [{ code: 'noSites' as const, text: 'No hay sedes.', remedy: 'Publica un paquete.' }]
    mockEndpoint(overviewEndpoints.summary, { ...summary, missing })
    await renderPortal(start, { as: 'admin' })
    expect(await screen.findByText('No hay sedes.', { exact: false })).toBeVisible()
    expect(screen.queryByRole('link', { name: /Ir a «/ })).toBeNull()
  })

  test('the start page does not mention the installation when nothing is missing', async () => {
    await renderPortal(start, { as: 'admin' })
    expect(await screen.findByText('Últimos 7 días', { selector: 'h2' })).toBeVisible()
    expect(screen.queryByText('Falta configurar este portal')).toBeNull()
  })

  test('the start page has no numbers and charts of lists that the member of staff may not open', async () => {
    const none = { hours: null, accounts: null, mails_failed: null, sign_ins_failed: null }
    mockEndpoint(overviewEndpoints.summary, {
      ...summary,
      validations: null,
      requests: { waiting: 2, late: 0, matters: [{ matter: 'documents', waiting: 2, late: 0 }] },
      confirmations: null,
      hours_today: null,
      mails_failed: null,
      sign_ins_failed: null,
      days: summary.days.map(({ day }) => ({ day, ...none })),
    })
    const as = { rol: 'ADMIN_ROLE', permission_set: 'requests-desk' } as const
    await renderPortal(start, { as })
    expect(await screen.findByText('Solicitudes que esperan')).toBeVisible()
    expect(screen.getByText('Respuestas de la encuesta')).toBeVisible()
    expect(screen.queryByText('Últimos 7 días')).toBeNull()
    for (const label of [
      'Validaciones que esperan',
      'Cambios por confirmar',
      'Horas de hoy',
      'Ingresos rechazados',
    ])
      expect(screen.queryByText(label)).toBeNull()
  })

  test('the start page counts pending work and failures', async () => {
    await renderPortal(start, { as: 'admin' })
    for (const name of [
      '4 Validaciones que esperan',
      /^1 Validaciones atrasadas\s*Más de 48 horas hábiles$/,
      '31 Horas de hoy',
      '1.200 Respuestas de la encuesta',
    ])
      expect(await screen.findByRole('link', { name })).toBeVisible()
    expect(screen.getByText('Solicitudes que esperan').parentElement).toHaveTextContent(/^6/)
  })

  test('the start page shows the last seven days', async () => {
    await renderPortal(start, { as: 'admin' })
    expect(await screen.findByRole('heading', { name: 'Últimos 7 días' })).toBeVisible()
    for (const title of ['Horas', 'Cuentas nuevas', 'Ingresos rechazados', 'Correos que no se enviaron'])
      expect(screen.getAllByText(title).length).toBeGreaterThan(0)
    expect(screen.getAllByText('21 nov').length).toBeGreaterThan(0)
  })

  test('a start page that fails to load can be retried', async () => {
    mockEndpoint(overviewEndpoints.summary, new ApiError('unavailable', { fieldErrors: [] }))
    const { user } = await renderPortal(start, { as: 'admin' })
    expect(await screen.findByText('Error server al obtener el resumen')).toBeVisible()
    mockEndpoint(overviewEndpoints.summary, summary)
    await user.click(screen.getByRole('button', { name: 'REINTENTAR' }))
    expect(await screen.findByText('Horas de hoy')).toBeVisible()
  })

  test('patients cannot open the start page of the administration', async () => {
    const { path } = await renderPortal(start, { as: 'patient' })
    await waitFor(() => expect(path()).not.toContain('inicio'))
    expect(requestsTo(overviewEndpoints.summary)).toHaveLength(0)
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
    const { user, path } = await renderPortal(start, { as: 'admin' })
    await user.click(await screen.findByRole('link', { name: /Horas de hoy/ }))
    await waitFor(() => expect(path()).toBe(hoursToday))
    const row = within(await screen.findByRole('row', { name: /Camila Fuentes Rojas/ }))
    for (const words of ['09:30 h', 'Dra. Carolina Muñoz Vidal', 'Providencia'])
      expect(row.getByText(words)).toBeVisible()
  })

  test('the list of unsent e-mails shows those set aside or expired, and why', async () => {
    const mail = { at: '2026-11-20T15:00:00Z', subject: 'Tu hora', recipient: 'c•••@ejemplo.cl' }
    mockEndpoint(overviewEndpoints.mails, {
      ...paging,
      mails: [
        { ...mail, id: 1, state: 'parked', attempts: 10, error: 'mailbox full' },
        { ...mail, id: 2, state: 'expired', attempts: 1, error: '' },
      ],
    })
    await renderPortal(`${start}?ver=correos`, { as: 'admin' })
    const [, parked, expired] = await screen.findAllByRole('row')
    expect(parked).toHaveTextContent(/Apartado.*10.*mailbox full/)
    expect(expired).toHaveTextContent(/Vencido.*Su plazo terminó antes de que pudiera salir/)
  })

  test('the list of rejected sign-ins includes documents without an account', async () => {
    mockEndpoint(overviewEndpoints.signIns, {
      ...paging,
      sign_ins: [
        {
          id: 1,
          at: '2026-11-20T15:00:00Z',
          who: 'Andrea Morales',
          role: 'ADMIN_ROLE',
          reason: 'Contraseña equivocada',
        },
        { id: 2, at: '2026-11-20T15:01:00Z', who: null, role: 'anonymous', reason: 'Sin cuenta' },
      ],
    })
    await renderPortal(`${start}?ver=ingresos`, { as: 'admin' })
    expect(await screen.findByRole('row', { name: /Andrea Morales.*Administrador/ })).toBeVisible()
    expect(screen.getByRole('row', { name: /Documento sin cuenta.*Sin iniciar sesión/ })).toBeVisible()
  })

  test('the list of survey answers is paged, with the page in the address', async () => {
    mockEndpoint(overviewEndpoints.survey, ({ query }) => ({
      total: 12,
      page: Number(query.get('page')),
      limit: 10,
      answers: [
        {
          id: 1,
          at: '2026-11-20T15:00:00Z',
          suggestion: 'Grupo familiar',
          comment: `Página ${query.get('page')}`,
        },
      ],
    }))
    const { user, path } = await renderPortal(`${start}?ver=encuesta`, { as: 'superAdmin' })
    expect(await screen.findByText('Página 1')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Página 2' }))
    expect(await screen.findByText('Página 2')).toBeVisible()
    expect(path()).toBe(`${start}?ver=encuesta&page=2`)
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
    await renderPortal(address, { as: 'admin' })
    expect(await screen.findByText(words)).toBeVisible()
  })

  test.each([
    [hoursToday, overviewEndpoints.hours, 'Error server al obtener las horas de hoy'],
    [`${start}?ver=correos`, overviewEndpoints.mails, 'Error server al obtener los correos'],
    [`${start}?ver=ingresos`, overviewEndpoints.signIns, 'Error server al obtener los ingresos'],
    [`${start}?ver=encuesta`, overviewEndpoints.survey, 'Error server al obtener las respuestas'],
  ] as const)('the list at %s that fails to load can be retried', async (address, endpoint, words) => {
    mockEndpoint(endpoint, new ApiError('unavailable', { fieldErrors: [] }))
    await renderPortal(address, { as: 'admin' })
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.getByRole('button', { name: 'REINTENTAR' })).toBeVisible()
  })
})
