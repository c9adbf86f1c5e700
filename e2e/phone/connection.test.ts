/** Pages survive a lost connection and a missing file of a release, and Back closes layers over the page. */
import { expect, type Page } from '@playwright/test'
import { test as base } from '../journey.ts'
import { clinicPassword, enter } from '../steps.ts'

// The browser logs every request that the lost connection rejects; in this file that is expected.
const test = base.extend({ browserErrors: async ({ page: _ }, use) => use([]) })

async function follow(page: Page, name: string) {
  await page.getByRole('button', { name: 'Menú', exact: true }).click()
  await page
    .getByRole('navigation', { name: 'Menú principal' })
    .getByRole('link', { name, exact: true })
    .click()
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('a patient loses the connection and a file of a release, and closes layers with Back', async ({
  page,
  context,
  expectAccessible,
}) => {
  await enter(page, { run: '12.345.678-5' }, clinicPassword)
  await test.step('a page opened without a network says so inside the layout, and loads automatically with the network', async () => {
    await context.setOffline(true)
    await follow(page, 'Control y Prevención')
    await expect(heading(page, 'No pudimos mostrar esta página')).toBeVisible()
    const strip = page.getByText('Sin conexión a internet.')
    await expect(strip).toBeVisible()
    // Below the header, where it covers nothing of the bar at the foot.
    const { y, height } = (await strip.boundingBox()) ?? { y: 844, height: 844 }
    expect(y + height).toBeLessThan(120)
    await expect(page.getByRole('button', { name: 'REINTENTAR' })).toBeVisible()
    await expectAccessible()
    await context.setOffline(false)
    await expect(heading(page, 'Control y Prevención')).toBeVisible()
    await expect(page.getByText('Sin conexión a internet')).toHaveCount(0)
  })
  await test.step('a page whose script a release has replaced reloads the portal once', async () => {
    await page.goto('/dashboard')
    let loads = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1
    })
    // The new release is available once the document is requested again.
    await page.route(/\/assets\/articles\.page-.*\.js$/, (route) =>
      loads === 0 ? route.fulfill({ status: 404, body: '' }) : route.continue(),
    )
    await follow(page, 'Control y Prevención')
    await expect(heading(page, 'Control y Prevención')).toBeVisible()
    expect(loads).toBe(1)
    await page.unrouteAll()
  })
  await test.step('parts of the menu that load later do not move what a finger is about to press', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(/\/assets\/(help-button|survey-widget)-|\/favourites/, async (route) => {
      await released
      await route.continue()
    })
    await page.goto('/dashboard/mi-grupo-familiar')
    await page.getByRole('button', { name: 'Menú', exact: true }).click()
    const menu = page.getByRole('navigation', { name: 'Menú principal' })
    const signOutButton = menu.getByRole('button', { name: 'Cerrar sesión' })
    const findTop = () => signOutButton.evaluate((button: HTMLElement) => button.offsetTop)
    await expect(
      menu.getByRole('button', { name: /^(Ayuda y chat|Tu opinión|Editar favoritos)$/ }),
    ).toHaveCount(0)
    const before = await findTop()
    release()
    await expect(
      menu.getByRole('button', { name: /^(Ayuda y chat|Tu opinión|Editar favoritos)$/ }),
    ).toHaveCount(3)
    expect(await findTop()).toBe(before)
    await page.unrouteAll({ behavior: 'wait' })
  })
  await test.step('Back closes an open layer, leaves the page once it is closed, and never interrupts what was confirmed', async () => {
    await page.goto('/dashboard/consultas-medicas')
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Menú', exact: true }).click()
    await expect(page.getByRole('navigation', { name: 'Menú principal' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('navigation', { name: 'Menú principal' })).toHaveCount(0)
    await expect(page).toHaveURL(/\/dashboard$/)
    await page.getByRole('button', { name: 'Menú', exact: true }).click()
    await page.getByRole('button', { name: 'Ayuda y chat' }).click()
    await page.getByRole('button', { name: 'Agenda por chat' }).click()
    await expect(page.getByRole('dialog', { name: 'Reserva tu hora' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('dialog', { name: 'Reserva tu hora' })).toBeHidden()
    await expect(page).toHaveURL(/\/dashboard$/)
    await page.goBack()
    // After a link in a layer, one step back returns to the page below it.
    await follow(page, 'Contáctanos')
    await expect(heading(page, 'Contáctanos')).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(page.getByRole('navigation', { name: 'Menú principal' })).toHaveCount(0)
    await page.goBack()
    await expect(heading(page, 'Consultas médicas')).toBeVisible()

    const more = page.getByRole('button', { name: /^Más acciones de la hora/ }).first()
    const cancel = page.getByRole('menuitem', { name: 'Cancelar hora' })
    const question = page.getByRole('dialog', { name: '¿Quieres cancelar esta hora?' })
    await more.click()
    await cancel.click()
    await question.getByRole('button', { name: 'Volver' }).click()
    await expect(question).toBeHidden()
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/appointments/cancel', async (route) => {
      await answered
      await route.continue()
    })
    await more.click()
    await cancel.click()
    await question.getByRole('button', { name: 'Cancelar hora' }).click()
    await page.evaluate(() => history.back())
    await expect(question).toBeVisible()
    answer()
    await expect(page.getByRole('dialog', { name: 'Tu hora fue cancelada' })).toBeVisible()
  })
})
