import { ApiError } from '@mi-portal/contract/api-error'
import { clinicHelpEndpoints, helpScreens } from '@mi-portal/contract/clinic/help'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setClinic } from '../../../test/clinic.ts'
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

test('a search finds questions of all pages without regard to accents, and says when there are none', async () => {
  mockEndpoint(clinicHelpEndpoints.help, { screens })
  const { user, dialog } = await openHelp('/dashboard/contactanos')
  await user.type(await within(dialog).findByRole('searchbox'), 'PROXIMAS{Enter}')
  expect(await within(dialog).findByText('¿Cómo anulo una hora?')).toBeVisible()
  await user.clear(within(dialog).getByRole('searchbox'))
  await user.type(within(dialog).getByRole('searchbox'), 'xyz{Enter}')
  expect(await within(dialog).findByText(/No encontramos nada/)).toBeVisible()
})

test('a page for which the clinic wrote no questions says so', async () => {
  mockEndpoint(clinicHelpEndpoints.help, { screens: [] })
  const { dialog } = await openHelp('/dashboard/contactanos')
  expect(await within(dialog).findByText('Aún no hay preguntas sobre esta página.')).toBeVisible()
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

test.each([
  '/dashboard/contactanos',
  '/dashboard/agenda',
  '/dashboard/agenda-imagenologia',
  '/dashboard/agenda-imagenologia?paso=imagenologia',
  '/dashboard/agenda-procedimientos',
  '/reservas',
])('the page %s says whom to call in an emergency', async (path) => {
  await renderPortal(path, { as: 'patient' })
  const line = await screen.findByText(/Si es una emergencia, llama al/)
  expect(line).toHaveTextContent('(SAMU)')
  // Readers who go from landmark to landmark find the line.
  expect(line.closest('header, main')).not.toBeNull()
  expect(within(line).getByRole('link', { name: '131' })).toHaveAttribute('href', 'tel:131')
})

test('a clinic without a number for emergencies shows no line about them', async () => {
  setClinic({ emergency_phone: '' })
  await renderPortal('/dashboard/contactanos', { as: 'patient' })
  await screen.findByRole('heading', { level: 1, name: 'Contáctanos' })
  expect(screen.queryByText(/Si es una emergencia/)).not.toBeInTheDocument()
})
