import { type AuditEvent, auditEndpoints } from '@mi-portal/contract/audit'
import { Failure } from '@mi-portal/contract/failure'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answer, asked } from '../../../test/answer.ts'
import { open } from '../../../test/open.tsx'

const trail = '/admin/registro'

function buildEvent(overrides: Partial<AuditEvent> = {}): AuditEvent {
  return {
    id: 1,
    at: '2026-11-20T15:30:00Z',
    actor: { id: 20, name: 'Andrea Morales Vidal' },
    actor_role: 'ADMIN_ROLE',
    action: 'users.edit',
    action_name: 'Editó una cuenta',
    patient: { id: 7, name: 'Camila Fuentes Rojas' },
    object: 'id=7',
    outcome: 'done',
    ip: '10.0.0.1',
    detail: 'phone',
    ...overrides,
  }
}

const page = (events: AuditEvent[], total = events.length) => ({ events, total, page: 1, limit: 20 })
const lastAsked = () => asked(auditEndpoints.list).at(-1)?.body

beforeEach(() => {
  answer(auditEndpoints.list, page([buildEvent()]))
  answer(auditEndpoints.actions, {
    actions: [
      { id: 'users.edit', name: 'Editó una cuenta' },
      { id: 'exams.view', name: 'Vio un examen' },
    ],
  })
})

describe('the audit trail', () => {
  test('says who did what, whose data it was, when and from where', async () => {
    await open(trail, { as: 'superAdmin' })
    const row = within(await screen.findByRole('row', { name: /Andrea Morales Vidal/ }))
    for (const words of [
      '20/11/2026, 12:30 h',
      'Administrador',
      'Editó una cuenta',
      'id=7 · phone',
      'Camila Fuentes Rojas',
      '10.0.0.1',
    ])
      expect(row.getByText(words)).toBeVisible()
    expect(row.queryByText('Rechazado')).not.toBeInTheDocument()
  })

  test('tells what was refused, and who had no account', async () => {
    const refused = buildEvent({
      actor: null,
      actor_role: 'anonymous',
      outcome: 'refused',
      patient: null,
      ip: null,
    })
    answer(auditEndpoints.list, page([refused]))
    await open(trail, { as: 'superAdmin' })
    const row = within(await screen.findByRole('row', { name: /Sin iniciar sesión/ }))
    expect(row.getByText('Rechazado')).toBeVisible()
    expect(row.getAllByText('—')).toHaveLength(2)
  })

  test('is searched by names, which no address ever shows', async () => {
    const { user, path } = await open(trail, { as: 'superAdmin' })
    await user.type(await screen.findByRole('searchbox', { name: 'De quién son los datos' }), 'camila{Enter}')
    await waitFor(() => expect(lastAsked()).toMatchObject({ person: 'camila', page: 1 }))
    await user.type(screen.getByRole('searchbox', { name: 'Quién actuó' }), 'andrea{Enter}')
    await waitFor(() => expect(lastAsked()).toMatchObject({ person: 'camila', staff: 'andrea' }))
    expect(path()).toBe(trail)
  })

  test('is narrowed by action and days, which its address keeps', async () => {
    await open(`${trail}?accion=exams.view&desde=2026-11-01&hasta=2026-11-20&page=2`, { as: 'superAdmin' })
    await screen.findByRole('row', { name: /Andrea/ })
    expect(asked(auditEndpoints.list)[0]?.body).toMatchObject({
      action: 'exams.view',
      from: '2026-11-01',
      to: '2026-11-20',
      page: 2,
    })
    expect(await screen.findByDisplayValue('Vio un examen')).toBeVisible()
  })

  test('of one person says whose, and can be widened again', async () => {
    const { user, path } = await open(`${trail}?persona=7`, { as: 'superAdmin' })
    expect(await screen.findByText('Solo los accesos a los datos de Camila Fuentes Rojas')).toBeVisible()
    expect(lastAsked()).toMatchObject({ patient_id: 7 })
    await user.click(screen.getByRole('button', { name: 'Ver los de todas las personas' }))
    await waitFor(() => expect(path()).toBe(trail))
  })

  test('without a match leads back to all of it', async () => {
    answer(auditEndpoints.list, page([]))
    const { user, path } = await open(`${trail}?accion=exams.view`, { as: 'superAdmin' })
    expect(await screen.findByText('No encontramos accesos con esta búsqueda')).toBeVisible()
    answer(auditEndpoints.list, page([buildEvent()]))
    await user.click(screen.getByRole('button', { name: 'Ver todos' }))
    expect(await screen.findByRole('row', { name: /Andrea/ })).toBeVisible()
    expect(path()).toBe(trail)
  })

  test('that cannot be fetched can be asked for again', async () => {
    answer(auditEndpoints.list, new Failure('unavailable', { faults: [] }))
    const { user } = await open(trail, { as: 'superAdmin' })
    expect(await screen.findByText('Error server al obtener el registro')).toBeVisible()
    answer(auditEndpoints.list, page([buildEvent()]))
    await user.click(screen.getByRole('button', { name: 'REINTENTAR' }))
    expect(await screen.findByRole('row', { name: /Andrea/ })).toBeVisible()
  })

  test('is taken as a file, of what was searched for', async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    answer(auditEndpoints.export, { name: 'registro.csv', csv: 'cuándo\r\n', rows: 1 })
    const { user } = await open(`${trail}?accion=users.edit`, { as: 'superAdmin' })
    await screen.findByRole('row', { name: /Andrea/ })
    await user.click(screen.getByRole('button', { name: 'EXPORTAR CSV' }))
    await waitFor(() => expect(saved).toHaveBeenCalledOnce())
    expect(asked(auditEndpoints.export)[0]?.body).toMatchObject({ action: 'users.edit' })
  })

  test('says why it could not be taken', async () => {
    answer(auditEndpoints.export, new Failure('unavailable', { faults: [] }))
    const { user } = await open(trail, { as: 'superAdmin' })
    await user.click(await screen.findByRole('button', { name: 'EXPORTAR CSV' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'No ha sido posible exportar' }))
    expect(dialog.getByText('Error server al exportar el registro')).toBeVisible()
  })

  test('is not for administrators', async () => {
    const { path } = await open(trail, { as: 'admin' })
    await waitFor(() => expect(path()).not.toContain('registro'))
    expect(asked(auditEndpoints.list)).toHaveLength(0)
  })
})
