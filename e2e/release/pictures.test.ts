/** Takes the pictures of the README. `PICTURES=docs/pictures` writes them to that folder. */
import { join, resolve } from 'node:path'
import { expect } from '@playwright/test'
import { slotButtons } from '../booking-steps.ts'
import { test } from '../journey.ts'
import { clinicPassword, enter } from '../steps.ts'

test.use({ deviceScaleFactor: 2 })

test('four pictures show the home page of a patient, a result, a booking, and the day of staff', async ({
  page,
  openDevice,
}, info) => {
  const folder = process.env.PICTURES ? resolve(process.env.PICTURES) : info.outputDir
  const place = (name: string) => ({ path: join(folder, `${name}.png`), animations: 'disabled' }) as const

  await enter(page, { run: '12.345.678-5' }, clinicPassword)
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.screenshot(place('inicio-paciente'))

  await page.goto('/dashboard/mis-examenes/laboratorio')
  await page
    .getByRole('button', { name: /^Ver Perfil bioquímico/ })
    .first()
    .click()
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Glicemia' }).first()).toBeVisible()
  await page.screenshot(place('resultado'))

  await page.goto('/reservas?office_id=PROVIDENCIA&spec_id=362')
  await page.getByRole('button', { name: /^Camila Andrea/ }).click()
  await expect(slotButtons(page).first()).toBeVisible()
  await page.screenshot(place('reserva'))

  const desk = await openDevice({ viewport: { width: 1440, height: 900 }, isMobile: false })
  await enter(desk, { run: '11.111.111-1' }, clinicPassword, '/admin')
  await desk.goto('/admin/inicio')
  await expect(desk.getByText('Horas de hoy', { exact: true })).toBeVisible()
  await desk.screenshot(place('dia-del-personal'))
})
