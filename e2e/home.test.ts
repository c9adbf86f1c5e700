import { expect, type Locator, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { clinicPassword, signIn } from './steps.ts'

const camila = { run: '12.345.678-5' }

/** Returns a function that taps an element, and the number of taps so far. */
function countTaps() {
  const taps = { count: 0 }
  const tap = async (target: Locator) => {
    taps.count += 1
    await target.click()
  }
  return { taps, tap }
}

async function openHome(page: Page) {
  await signIn(page, camila, clinicPassword)
  await expect(page.getByRole('heading', { level: 1, name: /Bienvenida, Camila/ })).toBeVisible()
  return page.getByRole('region', { name: 'Novedades' })
}

test('the home page shows the news of the family, and a new result opens in one tap and is then not new any more', async ({
  page,
  expectAccessible,
}) => {
  const news = await openHome(page)
  // Other journeys open results too, so any laboratory result will do.
  const results = news.getByRole('link', { name: /^Ver (Hemograma|Perfil)/ })
  const name = await results.first().getAttribute('aria-label')
  const result = news.getByRole('link', { name: name ?? '', exact: true })
  await expectAccessible()
  await result.click()
  await expect(
    page
      .frameLocator('iframe')
      .getByText(/dentro del rango|fuera del rango/)
      .first(),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await page.goto('/dashboard')
  await expect(news).toBeVisible()
  await expect(result).toHaveCount(0)
})

test('a patient books with their usual professional in four taps from the home page', async ({
  page,
  expectAccessible,
}) => {
  await openHome(page)
  const { taps, tap } = countTaps()
  const professionals = page.getByRole('region', { name: 'Tus profesionales' })
  await tap(professionals.getByRole('link', { name: /Próxima:/ }).first())
  await expect(page.getByRole('heading', { level: 1, name: 'Elige día y hora' })).toBeVisible()
  await tap(
    page
      .getByRole('group')
      .getByRole('button', { name: /^\d{2}:\d{2}/ })
      .first(),
  )
  await tap(page.getByRole('button', { name: 'RESERVAR HORA' }))
  const confirm = page.getByRole('button', { name: 'CONFIRMAR HORA' })
  await expect(confirm).toBeVisible()
  await expectAccessible()
  // The last tap would leave an appointment to the other journeys.
  expect(taps.count + 1).toBeLessThanOrEqual(4)
})

test('the next appointments of a child are one tap away, and booking keeps the child', async ({ page }) => {
  await openHome(page)
  await page.getByRole('link', { name: 'Próximas horas de Martina Ignacia' }).click()
  await expect(page.getByRole('region', { name: 'Persona que estás viendo' })).toContainText('Martina')
  await page.getByRole('link', { name: 'RESERVAR HORA', exact: true }).first().click()
  await expect(page.getByRole('dialog').getByText('Martina Ignacia Soto')).toBeVisible()
})
