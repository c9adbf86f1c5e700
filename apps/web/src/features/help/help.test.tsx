import { clinicHelpEndpoints } from '@mi-portal/contract/clinic/help'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPortal } from '../../../test/render-portal.tsx'

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

test('the help is loaded when it is opened, shows the questions of the page, and leads to the page that a found question is about', async () => {
  mockEndpoint(clinicHelpEndpoints.help, { screens })
  const { user } = await renderPortal('/dashboard/contactanos', { as: 'patient' })
  const button = await screen.findByRole('button', { name: 'Ayuda y chat' })
  expect(requestsTo(clinicHelpEndpoints.help)).toHaveLength(0)
  await user.click(button)
  const dialog = await screen.findByRole('dialog', { name: 'Ayuda' })
  expect(await within(dialog).findByText('¿Puedo adjuntar archivos?')).toBeVisible()
  expect(within(dialog).queryByText('¿Cómo anulo una hora?')).not.toBeInTheDocument()
  expect(within(dialog).getByText(/Llámanos al/)).toBeVisible()
  await user.type(within(dialog).getByRole('searchbox'), 'anulo{Enter}')
  await user.click(await within(dialog).findByText('¿Cómo anulo una hora?'))
  await user.click(within(dialog).getByRole('link', { name: 'Ir a Consultas médicas' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Consultas médicas' })).toBeVisible()
  expect(screen.queryByRole('dialog', { name: 'Ayuda' })).not.toBeInTheDocument()
})
