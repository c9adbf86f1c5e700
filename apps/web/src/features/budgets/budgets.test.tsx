import { ApiError } from '@mi-portal/contract/api-error'
import { budgetEndpoints } from '@mi-portal/contract/budgets'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { expectNoDraft, isReloadConfirmed, leaveAndReturn, restoreDraft } from '../../../test/drafts.ts'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const page = '/dashboard/solicitud-presupuestos'
const { requestFor, list, listOf } = budgetEndpoints
type User = Awaited<ReturnType<typeof renderPage>>['user']

async function choose(user: User, field: string, option: string) {
  await user.click(await screen.findByRole('combobox', { name: field }))
  await user.click(await screen.findByRole('option', { name: option }))
}

async function typeDate(user: User) {
  const field = screen.getByRole('textbox', { name: /Fecha estimada de ingreso/ })
  await user.type(field, '20/12/2026')
  await user.tab()
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T12:00:00Z') })
  return () => vi.useRealTimers()
})

const send = (user: User) => user.click(screen.getByRole('button', { name: 'Solicitar presupuesto' }))
const errors = () =>
  within(screen.getByRole('alert'))
    .getAllByRole('link')
    .map((link) => link.textContent)

describe('the quote form', () => {
  test.each([
    ['Hospitalización sin cirugía', true, false, false],
    ['Cirugía estética', false, true, false],
    ['Cirugía', true, true, false],
    ['Exámenes y procedimientos', true, false, true],
  ])('the quote form for %s has the fields that the type needs', async (type, forecast, hours, order) => {
    const { user } = await renderPage(page, { as: 'patient' })
    await choose(user, 'Tipo de intervención', type)
    expect(screen.queryByRole('combobox', { name: 'Previsión' }) !== null).toBe(forecast)
    expect(screen.queryByRole('textbox', { name: 'Horas de pabellón' }) !== null).toBe(hours)
    expect(screen.getByRole('group', { name: /Orden médica/ })).toBeVisible()
    expect(screen.queryByRole('group', { name: /Orden médica.*opcional/i }) === null).toBe(order)
  })

  test('the quote form shows at each field what is missing, and sends nothing', async () => {
    mockEndpoint(requestFor, { budgetRequestId: 3 })
    const { user } = await renderPage(page, { as: 'patient' })
    await screen.findByRole('combobox', { name: 'Tipo de intervención' })
    await send(user)
    expect(errors()).toEqual(['Selecciona Tipo de intervención', 'Selecciona Fecha estimada de ingreso'])
    await choose(user, 'Tipo de intervención', 'Cirugía')
    await send(user)
    expect(errors()).toEqual([
      'Selecciona Previsión',
      'Digita Horas de pabellón',
      'Selecciona Fecha estimada de ingreso',
    ])
    await choose(user, 'Tipo de intervención', 'Exámenes y procedimientos')
    await send(user)
    expect(errors()).toEqual([
      'Selecciona Previsión',
      'Selecciona Fecha estimada de ingreso',
      'Selecciona Orden médica',
    ])
    expect(requestsTo(requestFor)).toEqual([])
  })

  test('a quote request is sent with the medical order, says so and opens the history', async () => {
    mockEndpoint(requestFor, { budgetRequestId: 3 })
    const { user, path } = await renderPage(page, { as: 'patient' })
    await choose(user, 'Tipo de intervención', 'Exámenes y procedimientos')
    await choose(user, 'Previsión', 'Fonasa')
    await typeDate(user)
    const order = new File(['%PDF-1.7'], 'orden.pdf', { type: 'application/pdf' })
    await user.upload(screen.getByLabelText('Orden médica', { selector: 'input' }), order)
    expect(await screen.findByText('orden.pdf')).toBeVisible()
    await send(user)
    expect(
      await screen.findByRole('heading', { name: '¡Tu solicitud ha sido recibida con éxito!' }),
    ).toBeVisible()
    const sent = requestsTo(requestFor)[0]
    expect(sent?.params).toEqual({ patient_id: '7' })
    const form = sent?.body as FormData
    expect([form.get('fecha_estimada'), form.get('c_prevision'), form.get('autoriza_contacto')]).toEqual([
      '2026-12-20',
      '5',
      'Si',
    ])
    expect((form.get('file') as File).name).toBe('orden.pdf')
    await user.click(screen.getByRole('button', { name: 'Cerrar' }))
    expect(path()).toBe(`${page}?tab=solicitados`)
  })

  test('the quote form offers back fields and medical order, and forgets them once they are sent', async () => {
    mockEndpoint(requestFor, { budgetRequestId: 3 })
    const opened = await renderPage(page, { as: 'patient' })
    const { user } = opened
    await choose(user, 'Tipo de intervención', 'Exámenes y procedimientos')
    await choose(user, 'Previsión', 'Fonasa')
    await typeDate(user)
    const order = new File(['%PDF-1.7'], 'orden.pdf', { type: 'application/pdf' })
    await user.upload(screen.getByLabelText('Orden médica', { selector: 'input' }), order)
    expect(isReloadConfirmed()).toBe(true)
    await leaveAndReturn(opened)
    await restoreDraft(user)
    expect(await screen.findByRole('combobox', { name: 'Tipo de intervención' })).toHaveValue(
      'Exámenes y procedimientos',
    )
    expect(screen.getByRole('textbox', { name: /Fecha estimada de ingreso/ })).toHaveValue('20/12/2026')
    expect(screen.getByText('orden.pdf')).toBeVisible()
    await send(user)
    await screen.findByRole('heading', { name: '¡Tu solicitud ha sido recibida con éxito!' })
    await leaveAndReturn(opened)
    await screen.findByRole('combobox', { name: 'Tipo de intervención' })
    expectNoDraft()
  })

  test('a failed quote request keeps the input and shows the server’s error at its field', async () => {
    mockEndpoint(
      requestFor,
      new ApiError('invalid', { fieldErrors: [{ param: 'c_prevision', msg: 'Selecciona Previsión' }] }),
    )
    const { user } = await renderPage(page, { as: 'patient' })
    await choose(user, 'Tipo de intervención', 'Hospitalización sin cirugía')
    await choose(user, 'Previsión', 'Fonasa')
    await typeDate(user)
    await user.type(screen.getByRole('combobox', { name: /Médico tratante/ }), 'Dr. Pablo Reyes')
    await send(user)
    expect(
      await screen.findByRole('heading', { name: 'No ha sido posible guardar solicitud de presupuestos' }),
    ).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Cerrar' }))
    expect(errors()).toEqual(['Selecciona Previsión'])
    expect(screen.getByRole('combobox', { name: /Médico tratante/ })).toHaveValue('Dr. Pablo Reyes')
  })
})

const requestedBudget = {
  ID: 3,
  tipo_intervencion: { id: 3, nombre: 'Cirugía' },
  medico_tratante: 'Dr. Pablo Reyes',
  fecha_recepcion: '2026-11-20T15:00:00Z',
  fecha_estimada: '2026-12-20',
  h_pabellon: 2,
  comentarios: 'Prefiero operarme en enero',
  estado: 'respondida' as const,
  comentario_ejecutivo: 'Adjuntamos el presupuesto.',
  prevision: 'Fonasa',
  autoriza_contacto: true,
  orden_files: [{ name: 'orden.pdf', url: '/api/requests/files/11', scan_state: 'clean' as const }],
  documentos_files: [
    { name: 'presupuesto.pdf', url: '/api/requests/files/12', scan_state: 'clean' as const },
  ],
}

describe('the requested quotes', () => {
  test('a requested quote opens with everything that was sent, its answer and its documents', async () => {
    mockEndpoint(list, { budgets: [requestedBudget], total: 1, page: 1, limit: 5 })
    const { user } = await renderPage(`${page}?tab=solicitados`, { as: 'patient' })
    await user.click(await screen.findByRole('button', { name: /Ver detalle del presupuesto 3/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Detalle del presupuesto' })
    expect(within(dialog).getByText('Adjuntamos el presupuesto.')).toBeVisible()
    for (const sent of ['Fonasa', 'Prefiero operarme en enero', '20/12/2026', 'Dr. Pablo Reyes'])
      expect(within(dialog).getByText(sent)).toBeVisible()
    expect(within(dialog).getByRole('button', { name: 'Descargar orden.pdf' })).toBeVisible()
    expect(within(dialog).getByRole('button', { name: 'Descargar presupuesto.pdf' })).toBeVisible()
  })

  test('an empty history of quotes says so, and a member’s quotes are requested by the member’s id', async () => {
    await renderPage(`${page}?tab=solicitados&patient_id=8&from_family_group=true`, { as: 'patient' })
    expect(await screen.findByText('No tienes presupuestos solicitados en este historial')).toBeVisible()
    expect(requestsTo(listOf)[0]?.params).toEqual({ patient_id: '8' })
  })
})
