import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { freePort } from '../apps/server/test/free-port.ts'
import { test as journey } from './journey.ts'
import { launchModifiedPortal } from './portals.ts'
import { clinicPassword, signIn } from './steps.ts'

type VideoRoom = { readonly url: string; readonly portal: string; readonly roomRequests: string[] }

const test = journey.extend<object, { room: VideoRoom }>({
  // A separate clinic with appointments at suitable times, and a server for the rooms of video visits.
  room: [
    async ({ browserName: _ }, use) => {
      const roomRequests: string[] = []
      const roomServer = createServer((request, answer) => {
        if (request.url?.startsWith('/sala/'))
          roomRequests.push(`${request.url} ${request.headers.referer ?? ''}`)
        answer.setHeader('content-type', 'text/html; charset=utf-8').end('<h1>Sala de espera</h1>')
      })
      const port = await freePort()
      await new Promise<void>((resolve) => roomServer.listen(port, '127.0.0.1', resolve))
      const url = `http://127.0.0.1:${port}/sala`
      const script = join(import.meta.dirname, './video/fill.ts')
      const settings = { TELEMEDICINE_URL: `${url}/{id_appointment}` }
      try {
        const { url: portal, end } = await launchModifiedPortal('video', script, settings)
        await use({ url, portal, roomRequests }).finally(end)
      } finally {
        roomServer.closeAllConnections()
        roomServer.close()
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ room }, use) => use(room.portal),
})

test('the link of a video visit appears fifteen minutes before the visit, and opens its room', async ({
  page,
  room,
  expectAccessible,
}) => {
  await signIn(page, { passport: 'P1234567' }, clinicPassword)
  await expect(page.getByRole('heading', { level: 1, name: /Bienvenida, Lucía/ })).toBeVisible()
  const linkTo = (doctor: RegExp) => page.getByRole('link', { name: doctor })
  // The news of today can show the visit too, above the upcoming appointments.
  await expect(linkTo(/^Conectarme a la videoconsulta con la Dra\. Abierta Paz Luna/).first()).toBeVisible()
  await expectAccessible()

  await page.goto('/dashboard/consultas-medicas')
  const appointments = page.getByRole('main').getByRole('listitem')
  const later = appointments.filter({ hasText: 'Dr. Cerrado Gil Mora' })
  await expect(later.getByText('El enlace para conectarte aparece aquí 15 minutos antes.')).toBeVisible()
  await expect(linkTo(/^Conectarme/)).toHaveCount(1)
  await expect(page.getByText('Dra. Anulada Vera Ríos')).toHaveCount(0)
  await expectAccessible()

  const opened = page.waitForEvent('popup')
  await linkTo(
    /^Conectarme a la videoconsulta con la Dra\. Abierta Paz Luna \(se abre en otra pestaña\)$/,
  ).click()
  const visit = await opened
  await expect(visit.getByRole('heading', { name: 'Sala de espera' })).toBeVisible()
  // The address belongs to this appointment, and the room receives no referrer.
  expect(visit.url()).toMatch(new RegExp(`^${room.url}/\\d+$`))
  expect(room.roomRequests.at(-1)).toMatch(/^\/sala\/\d+ $/)
})
