import { accountSecurityEndpoints } from '@mi-portal/contract/account-security'
import { secondFactorEndpoints } from '@mi-portal/contract/second-factor'
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const signIns = [
  {
    id: 41,
    at: '2026-11-26T12:30:00.000Z',
    device: 'Chrome en Windows',
    network: '190.45.•.•',
    way: 'password' as const,
    second_factor: true,
    accepted: true,
  },
  {
    id: 40,
    at: '2026-11-25T12:30:00.000Z',
    device: 'Firefox en Linux',
    network: null,
    way: 'unknown' as const,
    second_factor: false,
    accepted: false,
  },
]
const pageOfSignIns = { sign_ins: signIns, total: 2, page: 1, limit: 10 }

async function openPage(as: 'patient' | 'admin' = 'patient') {
  mockEndpoint(accountSecurityEndpoints.signIns, pageOfSignIns)
  return renderPage(as === 'patient' ? '/dashboard/seguridad' : '/admin/seguridad', { as })
}

describe('«Mi seguridad»', () => {
  test('the page shows the sign-ins in plain words, and the open session', async () => {
    await openPage()
    expect(await screen.findByRole('heading', { level: 1, name: 'Mi seguridad' })).toBeVisible()
    const table = await screen.findByRole('table', { name: /Inicios de sesión/ })
    const [, first, second] = within(table).getAllByRole('row')
    expect(first).toHaveTextContent('Chrome en Windows')
    expect(first).toHaveTextContent('Contraseña y código')
    expect(first).toHaveTextContent('Entró')
    expect(second).toHaveTextContent('Rechazado')
    expect(second).toHaveTextContent('No registrada')
    expect(await screen.findByText('Safari en iPhone (este)')).toBeVisible()
    expect(await screen.findByRole('heading', { name: 'Segundo factor' })).toBeVisible()
  })

  test('only an accepted sign-in can be reported', async () => {
    await openPage()
    expect(await screen.findAllByRole('button', { name: /^No fui yo/ })).toHaveLength(1)
  })

  test('a reported sign-in ends the session in the browser, and the page says what happens next', async () => {
    const { user, path } = await openPage()
    await user.click(await screen.findByRole('button', { name: /^No fui yo/ }))
    const dialog = await screen.findByRole('dialog', { name: '¿No fuiste tú?' })
    expect(dialog).toHaveTextContent('Cerraremos todas tus sesiones')
    mockEndpoint(accountSecurityEndpoints.reportSignIn, {})
    await user.click(within(dialog).getByRole('button', { name: 'No fui yo' }))
    expect(await screen.findByRole('heading', { name: 'Cerramos todas tus sesiones' })).toBeVisible()
    expect(path()).toBe('/proteger/no-fui-yo/listo')
    expect(requestsTo(accountSecurityEndpoints.reportSignIn)).toHaveLength(1)
  })

  test('new recovery codes are created with a code and shown once', async () => {
    mockEndpoint(secondFactorEndpoints.state, { enabled: true, required: false, recovery_codes_left: 2 })
    const { user } = await openPage()
    await user.click(await screen.findByRole('button', { name: 'Nuevos códigos' }))
    const codes = ['ABCDE-23456', 'FGHJK-78923']
    mockEndpoint(secondFactorEndpoints.renewCodes, { recovery_codes: codes })
    await user.type(await screen.findByLabelText('Código'), '123456')
    await user.click(screen.getByRole('button', { name: 'Crear códigos' }))
    const list = await screen.findByRole('list', { name: 'Códigos de recuperación' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(2)
    expect(screen.getByText('Los códigos anteriores ya no sirven')).toBeVisible()
  })
})
