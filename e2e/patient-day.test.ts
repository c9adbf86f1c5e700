import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'

async function signIn(page: Page, run: string, password = 'Portal2026') {
  await page.goto('/')
  await page.getByRole('textbox', { name: 'RUT' }).fill(run)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'INICIAR SESIÓN' }).click()
}

test('a patient signs in, reads their summary, opens a result and cancels an appointment', async ({
  page,
  expectAccessible,
}) => {
  await signIn(page, '12.345.678-5')
  await expect(page.getByRole('heading', { level: 1, name: /Bienvenida, Camila/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Próximas horas' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Historial de horas' })).toBeVisible()
  await expectAccessible()

  await page.goto('/dashboard/mis-examenes')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: /^Ver/ }).first().click()
  const viewer = page.frameLocator('iframe')
  await expect(viewer.getByText(/resultados? dentro del rango/).first()).toBeVisible()
  await page.keyboard.press('Escape')

  await page.goto('/dashboard/consultas-medicas')
  await expect(page.getByRole('button', { name: /Cancelar/ }).first()).toBeVisible()
  await expectAccessible()
  // The list of the whole family has more than one page, which the next appointment would fill.
  await page.getByRole('button', { name: 'Camila (tú)' }).click()
  await expect(page).toHaveURL(/patient_id=/)
  await expect(page.getByText(/^Para /)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Cancelar/ }).first()).toBeVisible()
  const before = await page.getByRole('button', { name: /Cancelar/ }).count()
  await page
    .getByRole('button', { name: /Cancelar/ })
    .last()
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expectAccessible()
  await dialog.getByRole('button', { name: /cancelar hora|sí/i }).click()
  await expect(dialog.getByText(/cancelad/i).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /Cancelar/ })).toHaveCount(before - 1)
})

test('a wrong password keeps the document and says so, and signing out closes the record', async ({
  page,
}) => {
  await signIn(page, '13.579.246-2', 'Equivocada2026')
  await expect(page.getByText('Usuario o contraseña inválida')).toBeVisible()
  await page.getByRole('button', { name: 'REINTENTAR' }).click()
  await expect(page.getByRole('textbox', { name: 'RUT' })).toHaveValue('13579246-2')
  await signIn(page, '13.579.246-2')
  await expect(page.getByRole('heading', { level: 1, name: /Bienvenida, Paula/ })).toBeVisible()
  await page.evaluate(() => window.history.pushState(null, '', '/dashboard'))
  const menu = page.getByRole('button', { name: /menú/i })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('button', { name: 'Cerrar sesión' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeVisible()
  await expect(page.getByText('Paula')).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeVisible()
})

test('a session opened on another device closes this one, and the page says why', async ({
  page,
  browser,
}) => {
  await signIn(page, '15.678.234-3')
  await expect(page.getByRole('heading', { level: 1, name: /Bienvenido, Diego/ })).toBeVisible()
  const other = await browser.newPage()
  await signIn(other, '15.678.234-3')
  await expect(other.getByRole('heading', { level: 1, name: /Bienvenido, Diego/ })).toBeVisible()
  const reason = page.getByText(/otro dispositivo/)
  // The page says it by itself if one of its own requests was rejected before.
  if (!(await reason.isVisible())) await page.goto('/dashboard/consultas-medicas')
  await expect(reason).toBeVisible()
  await other.close()
})

test('staff have their own sign-in and area', async ({ page, expectAccessible }) => {
  await page.goto('/admin')
  await page.getByRole('textbox', { name: 'RUT' }).fill('22.222.222-2')
  await page.getByLabel('Contraseña', { exact: true }).fill('Portal2026')
  await expectAccessible()
  await page.getByRole('button', { name: 'INICIAR SESIÓN' }).click()
  await page.waitForURL('**/admin/usuarios')
  await expectAccessible()
  await page.goto('/admin/alerts')
  await expect(page).toHaveURL(/\/admin(\/usuarios)?$/)
})

test('floating buttons do not cover the end of a page', async ({ page }, info) => {
  await signIn(page, '12.345.678-5')
  await expect(page.getByRole('heading', { level: 1, name: /Bienvenida, Camila/ })).toBeVisible()
  await page.goto('/dashboard/consultas-medicas/horas-pasadas')
  const floating = page.getByRole('button', { name: 'Tu opinión' })
  if (info.project.name === 'phone') return expect(floating).toHaveCount(0)
  await expect(floating).toBeVisible()
  const last = page.getByRole('main').getByRole('listitem').getByRole('link').last()
  await expect(last).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  const [over, under] = [await floating.boundingBox(), await last.boundingBox()]
  if (!over || !under) throw new Error('neither is on the page')
  const apart = under.y + under.height <= over.y || under.x + under.width <= over.x
  expect(apart, `${JSON.stringify(under)} beside ${JSON.stringify(over)}`).toBe(true)
})
