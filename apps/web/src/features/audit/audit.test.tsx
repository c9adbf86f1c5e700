import { type AuditEvent, auditEndpoints } from '@mi-portal/contract/audit'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const auditAddress = '/admin/registro'

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

const page = (events: AuditEvent[], total = events.length) => ({ events, total, page: 1, limit: 20 })
const lastAsked = () => requestsTo(auditEndpoints.list).at(-1)?.body

beforeEach(() => {
  mockEndpoint(auditEndpoints.list, page([buildEvent()]))
  mockEndpoint(auditEndpoints.actions, {
    actions: [
      { id: 'users.edit', name: 'Editó una cuenta' },
      { id: 'exams.view', name: 'Vio un examen' },
    ],
  })
})

describe('the audit log', () => {
  test('the audit log shows who did what, whose data it was, when and from where', async () => {
    const patients = ['Martina', 'Benjamín'].map((name, id) => ({ id, name }))
    const ofList = buildEvent({ id: 2, actor: { id: 21, name: 'Luis Paz' }, patients })
    mockEndpoint(auditEndpoints.list, page([buildEvent(), ofList]))
    const { user } = await renderPage(auditAddress, { as: 'superAdmin' })
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

  test('the audit log is searched by names, which never appear in the address', async () => {
    const { user, path } = await renderPage(auditAddress, { as: 'superAdmin' })
    await user.type(await screen.findByRole('searchbox', { name: 'De quién son los datos' }), 'camila{Enter}')
    await waitFor(() => expect(lastAsked()).toMatchObject({ person: 'camila', page: 1 }))
    await user.type(screen.getByRole('searchbox', { name: 'Quién actuó' }), 'andrea{Enter}')
    await waitFor(() => expect(lastAsked()).toMatchObject({ person: 'camila', staff: 'andrea' }))
    expect(path()).toBe(auditAddress)
  })

  test('the audit log is filtered by action and days, which the address contains', async () => {
    await renderPage(`${auditAddress}?accion=exams.view&desde=2026-11-01&hasta=2026-11-20&page=2`, {
      as: 'superAdmin',
    })
    await screen.findByRole('row', { name: /Andrea/ })
    expect(requestsTo(auditEndpoints.list)[0]?.body).toMatchObject({
      action: 'exams.view',
      from: '2026-11-01',
      to: '2026-11-20',
      page: 2,
    })
    expect(await screen.findByDisplayValue('Vio un examen')).toBeVisible()
  })
})
