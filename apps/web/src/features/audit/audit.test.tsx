import { type AuditEvent, auditEndpoints } from '@mi-portal/contract/audit'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

function buildEvent(overrides: Partial<AuditEvent> = {}): AuditEvent {
  return {
    id: 1,
    at: '2026-11-20T15:30:00Z',
    actor: { id: 20, name: 'Andrea Morales Vidal' },
    actor_role: 'ADMIN_ROLE',
    action: 'users.edit',
    action_name: 'Editó una cuenta',
    patient: { id: 7, name: 'Camila Fuentes Rojas' },
    patients: [{ id: 7, name: 'Camila Fuentes Rojas' }],
    object: 'id=7',
    outcome: 'done',
    ip: '10.0.0.1',
    detail: 'phone',
    ...overrides,
  }
}

test('the audit log shows who did what, whose data it was, when and from where', async () => {
  const patients = ['Martina', 'Benjamín'].map((name, id) => ({ id, name }))
  const ofList = buildEvent({ id: 2, actor: { id: 21, name: 'Luis Paz' }, patients })
  mockEndpoint(auditEndpoints.list, { events: [buildEvent(), ofList], total: 2, page: 1, limit: 20 })
  mockEndpoint(auditEndpoints.actions, { actions: [] })
  const { user } = await renderPage('/admin/registro', { as: 'superAdmin' })
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
  await user.click(screen.getByText('2 personas'))
  expect(screen.getByText('Martina')).toBeVisible()
})
