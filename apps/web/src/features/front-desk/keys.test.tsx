import { calendarAppointmentEndpoints } from '@mi-portal/contract/agenda/calendar-appointments'
import { frontDeskEndpoints } from '@mi-portal/contract/front-desk'
import { inboxEndpoints } from '@mi-portal/contract/service-requests/inbox'
import { userEndpoints } from '@mi-portal/contract/users'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { buildUser } from '../../../test/build.ts'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { patientPage } from '../../../test/patient-page.ts'
import { renderPortal } from '../../../test/render-portal.tsx'

const name = { level: 1, name: 'Camila Andrea Fuentes Rojas' }

/** Closes the open dialog with Escape, which the browser reports to it with this event. */
async function closeDialog() {
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

beforeEach(() => {
  mockEndpoint(frontDeskEndpoints.patient, {
    ...patientPage,
    patient: { ...patientPage.patient, may_be_booked: false },
  })
  const other = buildUser({ id: 8, first_name: 'Pablo' })
  mockEndpoint(userEndpoints.list, { patients: [buildUser(), other], total: 2, page: 1, limit: 10 })
})

test('on the page of a patient, C confirms, X asks before it cancels, «?» lists the keys, and Esc goes back', async () => {
  mockEndpoint(calendarAppointmentEndpoints.confirm, {})
  const { go, user } = await renderPortal('/admin/usuarios', { as: 'admin' })
  await go('/admin/pacientes/7')
  expect(await screen.findByRole('heading', name)).toBeVisible()
  // Searching the person whose page is open leads back to its keys.
  await user.keyboard('/')
  await user.keyboard('camila')
  await screen.findByRole('option', { name: /^Camila/ })
  await user.keyboard('{Enter}')
  await user.keyboard('c')
  await waitFor(() => expect(requestsTo(calendarAppointmentEndpoints.confirm)).toHaveLength(1))
  await waitFor(() => expect(screen.getByRole('button', { name: /^Cancelar: hora/ })).toBeEnabled())
  await user.keyboard('x')
  await screen.findByRole('dialog', { name: '¿Cancelar esta hora?' })
  await closeDialog()
  await user.keyboard('?')
  const list = within(await screen.findByRole('dialog', { name: 'Teclas de esta página' }))
  const listed = list.getAllByRole('listitem').map(({ textContent }) => textContent)
  for (const line of [
    '/buscar',
    'Ccon',
    'Lllegó',
    'Mmover',
    'Xcancelar',
    'Escvolver',
    '1 … 9abrir',
    'J Kfila',
  ])
    expect(
      listed.some((text) => text?.startsWith(line)),
      line,
    ).toBe(true)
  await closeDialog()
  expect(screen.getByRole('heading', name)).toBeVisible()
  await user.keyboard('{Escape}')
  expect(await screen.findByRole('heading', { level: 1, name: 'Administrador de usuarios' })).toBeVisible()
})

test('on every page of staff, digits open the pages of the menu, and J and K move through the rows of a list, but not from a field', async () => {
  const { user } = await renderPortal('/admin/usuarios', { as: 'admin' })
  await user.type(await screen.findByRole('searchbox'), 'fuentes')
  const first = await screen.findByRole('link', { name: 'Camila Andrea Fuentes Rojas' })
  const second = screen.getByRole('link', { name: /^Pablo/ })
  await user.keyboard('k')
  expect(screen.getByRole('searchbox')).toHaveFocus()
  await user.keyboard('{ArrowDown}')
  expect(first).toHaveFocus()
  await user.keyboard('jj')
  expect(second).toHaveFocus()
  await user.keyboard('k')
  expect(first).toHaveFocus()
  const links = within(screen.getByRole('region', { name: 'Atención' })).getAllByRole('link')
  const place = links.findIndex(({ textContent }) => textContent?.startsWith('Solicitudes')) + 1
  await user.keyboard(String(place))
  expect(await screen.findByRole('heading', { level: 1, name: 'Solicitudes' })).toBeVisible()
  await waitFor(() => expect(requestsTo(inboxEndpoints.tray)).not.toEqual([]))
})

test('staff find an answer in their help, with the keys of the front desk', async () => {
  const { user } = await renderPortal('/admin/usuarios', { as: 'admin' })
  await user.click(await screen.findByRole('button', { name: 'Ayuda' }))
  const help = within(await screen.findByRole('dialog', { name: 'Ayuda para el equipo' }))
  await user.type(help.getByRole('searchbox'), 'llego{Enter}')
  await user.click(await help.findByText('¿Cómo marco que un paciente llegó?'))
  expect(help.getByText(/baja a su fila con la flecha y pulsa L/)).toBeVisible()
  await user.clear(help.getByRole('searchbox'))
  await user.type(help.getByRole('searchbox'), 'zzz{Enter}')
  expect(await help.findByText(/No encontramos nada/)).toBeVisible()
})
