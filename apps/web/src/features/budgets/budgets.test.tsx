import { budgetEndpoints } from '@mi-portal/contract/budgets'
import { Failure } from '@mi-portal/contract/failure'
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { answer, asked } from '../../../test/answer.ts'
import { open } from '../../../test/open.tsx'

const page = '/dashboard/solicitud-presupuestos'
const { askFor, list, listOf } = budgetEndpoints
type User = Awaited<ReturnType<typeof open>>['user']

async function choose(user: User, field: string, option: string) {
  await user.click(await screen.findByRole('combobox', { name: field }))
  await user.click(await screen.findByRole('option', { name: option }))
}

async function typeDate(user: User) {
  const field = screen.getByRole('textbox', { name: /Fecha estimada de ingreso/ })
  await user.type(field, '20/12/2026')
  await user.tab()
}

const send = (user: User) => user.click(screen.getByRole('button', { name: 'Solicitar presupuesto' }))
const errors = () =>
  within(screen.getByRole('alert'))
    .getAllByRole('link')
    .map((link) => link.textContent)

describe('the form of a budget', () => {
  test.each([
    ['Hospitalización sin cirugía', true, false, false],
    ['Cirugía estética', false, true, false],
    ['Cirugía', true, true, false],
    ['Exámenes y procedimientos', true, false, true],
  ])('for %s asks what the type needs', async (type, forecast, hours, order) => {
    const { user } = await open(page, { as: 'patient' })
    await choose(user, 'Tipo de intervención', type)
    expect(screen.queryByRole('combobox', { name: 'Previsión' }) !== null).toBe(forecast)
    expect(screen.queryByRole('textbox', { name: 'Horas de pabellón' }) !== null).toBe(hours)
    expect(screen.queryByRole('group', { name: /Orden médica/ }) !== null).toBe(order)
  })

  test('says at each field what is missing, and sends nothing', async () => {
    answer(askFor, { budgetRequestId: 3 })
    const { user } = await open(page, { as: 'patient' })
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
    expect(asked(askFor)).toEqual([])
  })

  test('is sent with the order, says so and goes on to the history', async () => {
    answer(askFor, { budgetRequestId: 3 })
    const { user, path } = await open(page, { as: 'patient' })
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
    const sent = asked(askFor)[0]
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

  test('that fails says so and keeps what was typed; what the server finds stands at its field', async () => {
    answer(
      askFor,
      new Failure('invalid', { faults: [{ param: 'c_prevision', msg: 'Selecciona Previsión' }] }),
    )
    const { user } = await open(page, { as: 'patient' })
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

  test('does not take a file of another kind', async () => {
    const { user } = await open(page, { as: 'patient' })
    await choose(user, 'Tipo de intervención', 'Exámenes y procedimientos')
    const wrong = new File(['x'], 'orden.doc', { type: 'application/msword' })
    fireEvent.change(screen.getByLabelText('Orden médica', { selector: 'input' }), {
      target: { files: [wrong] },
    })
    expect(await screen.findByText('Selecciona formato png, jpg o pdf')).toBeVisible()
  })

  test('helps typing the physician, whatever the accents', async () => {
    const { user } = await open(page, { as: 'patient' })
    await user.type(await screen.findByRole('combobox', { name: /Médico tratante/ }), 'munoz')
    expect(document.querySelector('datalist option')).toHaveValue('Dra. Inés Muñoz')
  })
})

describe('the budgets asked for', () => {
  test('open with their answer and documents', async () => {
    const budget = {
      ID: 3,
      tipo_intervencion: { id: 3, nombre: 'Cirugía' },
      medico_tratante: 'Dr. Pablo Reyes',
      fecha_recepcion: '2026-11-20T15:00:00Z',
      fecha_estimada: '2026-12-20',
      h_pabellon: 2,
      comentarios: '',
      estado: 'respondida' as const,
      comentario_ejecutivo: 'Adjuntamos el presupuesto.',
      documentos_files: [{ name: 'presupuesto.pdf', url: '/api/requests/files/12' }],
    }
    answer(list, { budgets: [budget], total: 1, page: 1, limit: 5 })
    const { user } = await open(`${page}?tab=solicitados`, { as: 'patient' })
    await user.click(await screen.findByRole('button', { name: /Ver detalle del presupuesto 3/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Detalle del presupuesto' })
    expect(within(dialog).getByText('Adjuntamos el presupuesto.')).toBeVisible()
    expect(within(dialog).getByRole('button', { name: 'Descargar presupuesto.pdf' })).toBeVisible()
  })

  test('are none yet, and a member’s are asked for by their number', async () => {
    await open(`${page}?tab=solicitados&patient_id=8&from_family_group=true`, { as: 'patient' })
    expect(await screen.findByText('No tienes presupuestos solicitados en este historial')).toBeVisible()
    expect(asked(listOf)[0]?.params).toEqual({ patient_id: '8' })
  })
})
