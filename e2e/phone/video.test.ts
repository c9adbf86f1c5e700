import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { test as base } from '../journey.ts'
import { clinicPassword, signIn } from '../steps.ts'

const test = base.extend<{ rooms: { readonly url: string; readonly requests: string[] } }>({
  // A server for the rooms of video visits.
  rooms: async ({ browserName: _ }, use) => {
    const requests: string[] = []
    const server = createServer((request, answer) => {
      if (request.url?.startsWith('/sala/')) requests.push(`${request.url} ${request.headers.referer ?? ''}`)
      answer.setHeader('content-type', 'text/html; charset=utf-8').end('<h1>Sala de espera</h1>')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sala`, requests })
    server.closeAllConnections()
    server.close()
  },
  portalOptions: ({ rooms }, use) =>
    use({ change: 'video/fill.ts', settings: { TELEMEDICINE_URL: `${rooms.url}/{id_appointment}` } }),
})

test('the link of a video visit appears fifteen minutes before the visit, and opens its room', async ({
  page,
  rooms,
}) => {
  await signIn(page, { passport: 'P1234567' }, clinicPassword)
  await expect(page.getByRole('heading', { level: 1, name: /Bienvenida, Lucía/ })).toBeVisible()
  const linkTo = (doctor: RegExp) => page.getByRole('link', { name: doctor })
  // The news of today can show the visit too, above the upcoming appointments.
  await expect(linkTo(/^Conectarme a la videoconsulta con la Dra\. Abierta Paz Luna/).first()).toBeVisible()

  await page.goto('/dashboard/consultas-medicas')
  const appointments = page.getByRole('main').getByRole('listitem')
  const later = appointments.filter({ hasText: 'Dr. Cerrado Gil Mora' })
  await expect(later.getByText('El enlace para conectarte aparece aquí 15 minutos antes.')).toBeVisible()
  await expect(linkTo(/^Conectarme/)).toHaveCount(1)
  await expect(page.getByText('Dra. Anulada Vera Ríos')).toHaveCount(0)

  const opened = page.waitForEvent('popup')
  await linkTo(
    /^Conectarme a la videoconsulta con la Dra\. Abierta Paz Luna \(se abre en otra pestaña\)$/,
  ).click()
  const visit = await opened
  await expect(visit.getByRole('heading', { name: 'Sala de espera' })).toBeVisible()
  // The address belongs to this appointment, and the room receives no referrer.
  expect(visit.url()).toMatch(new RegExp(`^${rooms.url}/\\d+$`))
  expect(rooms.requests.at(-1)).toMatch(/^\/sala\/\d+ $/)
})
