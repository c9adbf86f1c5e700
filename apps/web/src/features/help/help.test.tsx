import { ApiError } from '@mi-portal/contract/api-error'
import { clinicHelpEndpoints, helpScreens } from '@mi-portal/contract/clinic/help'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPortal } from '../../../test/render-portal.tsx'
import { findHelpScreen } from './help.rules.ts'

const screens = [
  {
    screen: 'contacto' as const,
    questions: [{ question: '¿Puedo adjuntar archivos?', answer: 'Sí, imágenes y documentos.' }],
  },
  {
    screen: 'horas' as const,
    questions: [
      { question: '¿Cómo anulo una hora?', answer: 'Elige «Cancelar» en la sección de próximas horas.' },
    ],
  },
]

async function openHelp(path: string) {
  const { user } = await renderPortal(path, { as: 'patient' })
  await user.click(await screen.findByRole('button', { name: 'Ayuda' }))
  return { user, dialog: await screen.findByRole('dialog', { name: 'Ayuda' }) }
}

test('the help is loaded when it is opened, and shows the questions of the page', async () => {
  mockEndpoint(clinicHelpEndpoints.help, { screens })
  const { user } = await renderPortal('/dashboard/contactanos', { as: 'patient' })
  const button = await screen.findByRole('button', { name: 'Ayuda' })
  expect(requestsTo(clinicHelpEndpoints.help)).toHaveLength(0)
  await user.click(button)
  const dialog = await screen.findByRole('dialog', { name: 'Ayuda' })
  expect(await within(dialog).findByText('¿Puedo adjuntar archivos?')).toBeVisible()
  expect(within(dialog).queryByText('¿Cómo anulo una hora?')).not.toBeInTheDocument()
  expect(within(dialog).getByText(/Llámanos al/)).toBeVisible()
})

test('help that fails to load can be retried', async () => {
  mockEndpoint(clinicHelpEndpoints.help, new ApiError('unavailable'))
  const { user, dialog } = await openHelp('/dashboard/contactanos')
  const retry = await within(dialog).findByRole('button', { name: 'REINTENTAR' })
  mockEndpoint(clinicHelpEndpoints.help, { screens })
  await user.click(retry)
  expect(await within(dialog).findByText('¿Puedo adjuntar archivos?')).toBeVisible()
})

test.each([
  ['/dashboard', 'inicio'],
  ['/dashboard/mis-examenes/otros-examenes', 'examenes'],
  ['/dashboard/consultas-medicas/horas-pasadas', 'horas'],
  ['/dashboard/consultas-medicas/solicitar-documento', 'documentos'],
  ['/dashboard/agenda-imagenologia', 'reservar'],
  ['/reservas', 'reservar'],
  ['/dashboard/perfil/datos-personales', 'perfil'],
] as const)('the page %s has the help of the screen %s', (path, name) => {
  expect(findHelpScreen(path)).toBe(name)
  expect(helpScreens).toContain(name)
})
