/** The agenda of a family, one appointment, and the link of a reminder. */
import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { clinicPassword, signIn } from './steps.ts'

const agenda = '/dashboard/consultas-medicas'
const banner = (page: Page) => page.getByRole('region', { name: 'Persona que estás viendo' })

async function signInAsMother(page: Page) {
  await signIn(page, { run: '12.345.678-5' }, clinicPassword)
  await expect(page.getByRole('heading', { level: 1, name: /Bienvenida, Camila/ })).toBeVisible()
}

test('a mother reads the appointments of her family in one list and keeps her daughter selected on other pages', async ({
  page,
  expectAccessible,
}) => {
  await signInAsMother(page)
  // One tap from the home page.
  await page.getByRole('link', { name: 'Ver todas las próximas horas' }).click()
  await expect(page.getByText(/^Para Martina/).first()).toBeVisible()
  await expect(page.getByText('Para ti').first()).toBeVisible()
  await expectAccessible()

  await banner(page).getByRole('button', { name: 'Martina' }).click()
  await expect(banner(page).getByText('Martina Ignacia')).toBeVisible()
  await expect(page.getByText('Para ti')).toHaveCount(0)
  await expectAccessible()
  await page.reload()
  await expect(banner(page).getByText('Martina Ignacia')).toBeVisible()

  const menu = page.getByRole('button', { name: 'Abrir menú' })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('link', { name: 'Solicitud de presupuestos' }).filter({ visible: true }).click()
  await expect(page).toHaveURL(/solicitud-presupuestos\?patient_id=\d+$/)
  await expect(banner(page).getByText('Martina Ignacia')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/consultas-medicas\?patient_id=\d+$/)
  await banner(page).getByRole('button', { name: 'Camila (tú)' }).click()
  await expect(banner(page).getByText('Martina Ignacia')).toHaveCount(0)
})

test('a person whom the user may not see gives way to the user’s own record', async ({ page }) => {
  await signInAsMother(page)
  await page.goto('/dashboard/mis-examenes?patient_id=99999')
  await expect(page.getByText('No puedes ver los datos de esa persona')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard\/mis-examenes$/)
  await expect(banner(page).getByText('Camila Andrea')).toBeVisible()
})

test('a patient opens an appointment, confirms the attendance, and paper shows the appointment alone', async ({
  page,
  expectAccessible,
}) => {
  await signInAsMother(page)
  await page.goto(agenda)
  await page
    .getByRole('link', { name: /^Detalle y preparación/ })
    .first()
    .click()
  const card = page.getByRole('region', { name: 'Datos de la hora' })
  await expect(card).toBeVisible()
  await expectAccessible()
  await card.getByRole('button', { name: /^Confirmo (mi|su) asistencia/ }).click()
  await expect(card.getByText('Asistencia confirmada')).toBeVisible()
  await expectAccessible()
  const saved = page.waitForEvent('download')
  await card.getByRole('button', { name: /^Agregar al calendario/ }).click()
  expect((await saved).suggestedFilename()).toMatch(/^hora-\d+\.ics$/)
  await page.emulateMedia({ media: 'print' })
  await expect(card).toBeVisible()
  await expect(card.getByRole('button', { name: /^Cancelar hora/ })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Consultas médicas' }).filter({ visible: true })).toHaveCount(0)
  await expect(page.locator('header')).toBeHidden()
})

test('an appointment is cancelled with three taps from the home page', async ({ page }) => {
  await signInAsMother(page)
  const upcoming = page.getByRole('region', { name: 'Próximas horas' })
  await upcoming.getByRole('listitem').getByRole('link', { name: /Dr/ }).first().click()
  await page
    .getByRole('button', { name: /^Cancelar hora/ })
    .last()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar hora' }).click()
  await expect(page.getByRole('dialog', { name: 'Tu hora fue cancelada' })).toBeVisible()
})

test('an old link of a reminder says that it no longer works', async ({ page, expectAccessible }) => {
  await page.goto('/hora/un-enlace-viejo')
  await expect(page.getByRole('heading', { name: 'Este enlace ya no sirve' })).toBeVisible()
  await expectAccessible()
})
