import { ApiError } from '@mi-portal/contract/api-error'
import { budgetEndpoints } from '@mi-portal/contract/budgets'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { expectNoDraft, isReloadConfirmed, leaveAndReturn, restoreDraft } from '../../../test/drafts.ts'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { fill } from '../../../test/fill.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const page = '/dashboard/solicitud-presupuestos'
const { requestFor, list, listOf } = budgetEndpoints
type User = Awaited<ReturnType<typeof renderPage>>['user']

async function choose(user: User, field: string, option: string) {
  await user.click(await screen.findByRole('combobox', { name: field }))
  await user.click(await screen.findByRole('option', { name: option }))
}

const typeDate = () => fill(screen.getByRole('textbox', { name: /Fecha estimada de ingreso/ }), '20/12/2026')

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
  test('the quote form shows at each field what is missing for the chosen type, and sends nothing', async () => {
    const { user } = await renderPage(page, { as: 'patient' })
    await screen.findByRole('combobox', { name: 'Tipo de intervención' })
    const type = 'Selecciona Tipo de intervención'
    const [insurer, date] = ['Selecciona Previsión', 'Selecciona Fecha estimada de ingreso']
    await send(user)
    expect(errors()).toEqual([type, insurer, date])
    const [hours, order] = ['Digita Horas de pabellón', 'Selecciona Orden médica']
    for (const [name, missing] of [
      ['Hospitalización sin cirugía', [insurer, date]],
      ['Cirugía estética', [hours, date]],
      ['Cirugía', [insurer, hours, date]],
      ['Exámenes y procedimientos', [insurer, date, order]],
    ] as const) {
      await choose(user, 'Tipo de intervención', name)
      await send(user)
      expect(errors()).toEqual(missing)
    }
  })

  test('a quote request is sent with the medical order, shows the server’s error at its field, and offers back everything until then', async () => {
    const fieldErrors = [{ param: 'c_prevision', msg: 'Selecciona Previsión' }]
    mockEndpoint(requestFor, new ApiError('invalid', { fieldErrors }))
    const opened = await renderPage(page, { as: 'patient' })
    const { user, path } = opened
    await choose(user, 'Tipo de intervención', 'Exámenes y procedimientos')
    await choose(user, 'Previsión', 'Fonasa')
    typeDate()
    const order = new File(['%PDF-1.7'], 'orden.pdf', { type: 'application/pdf' })
    await user.upload(screen.getByLabelText('Orden médica', { selector: 'input' }), order)
    expect(isReloadConfirmed()).toBe(true)
    await leaveAndReturn(opened)
    await restoreDraft(user)
    expect(await screen.findByText('orden.pdf')).toBeVisible()
    await send(user)
    await screen.findByRole('heading', { name: 'No ha sido posible guardar solicitud de presupuestos' })
    await user.click(screen.getByRole('button', { name: 'Cerrar' }))
    expect(errors()).toEqual(['Selecciona Previsión'])
    mockEndpoint(requestFor, { budgetRequestId: 3 })
    await send(user)
    await screen.findByRole('heading', { name: '¡Tu solicitud ha sido recibida con éxito!' })
    const [sent] = requestsTo(requestFor)
    expect(sent?.params).toEqual({ patient_id: '7' })
    const fields = Object.fromEntries(sent?.body as FormData)
    expect(fields).toMatchObject({ fecha_estimada: '2026-12-20', c_prevision: '5', autoriza_contacto: 'Si' })
    expect((fields.file as File).name).toBe('orden.pdf')
    await user.click(screen.getByRole('button', { name: 'Cerrar' }))
    expect(path()).toBe(`${page}?tab=solicitados`)
    await opened.go(page)
    await screen.findByRole('combobox', { name: 'Tipo de intervención' })
    expectNoDraft()
  })
})

const requestedBudget = {
  ID: 3,
  tipo_intervencion: { id: 3, nombre: 'Cirugía' },
  medico_tratante: 'Dr. Pablo Reyes',
  fecha_recepcion: '2026-11-20T15:00:00Z',
  due_at: '2026-11-22T15:00:00Z',
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
