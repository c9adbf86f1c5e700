/** Stops the server and starts it again, on the same port and data, while a patient has a half-filled form. */
import { expect, type Page } from '@playwright/test'
import { test as base } from './journey.ts'
import { launchRestartablePortal } from './portals.ts'
import { chooseOption, clinicPassword, signIn } from './steps.ts'

// The browser logs every call that the stopped server rejects; in this file that is expected.
const test = base.extend<object, { portal: Awaited<ReturnType<typeof launchRestartablePortal>> }>({
  portal: [
    async ({ browserName: _ }, use) => {
      const portal = await launchRestartablePortal('restarted')
      await use(portal).finally(portal.end)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ portal }, use) => use(portal.url),
  browserErrors: async ({ page: _ }, use) => use([]),
})

async function signInAsPatient(page: Page) {
  await signIn(page, { run: '12.345.678-5' }, clinicPassword)
  await expect(page.getByRole('heading', { level: 1, name: /Bienvenida, Camila/ })).toBeVisible()
}

test('a half-filled form survives a restart of the server: the page explains the failure, and the form is sent afterwards', async ({
  page,
  portal,
  expectAccessible,
}) => {
  test.setTimeout(150_000)
  await signInAsPatient(page)
  await page.goto('/dashboard/contactanos')
  await page.getByText('Felicitaciones', { exact: true }).click()
  await chooseOption(page, '¿Quién es el paciente?', 'Camila Andrea Fuentes (yo)')
  const message = page.getByRole('textbox', { name: 'Mensaje' })
  await message.fill('Gracias por la atención del lunes')
  await portal.stop()
  const send = page.getByRole('button', { name: 'Solicitar contacto' })
  await send.click()
  await expect(
    page.getByText(/El portal no responde en este momento\..*lo que escribiste sigue aquí\./),
  ).toBeVisible()
  await expectAccessible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click()
  await expect(message).toHaveValue('Gracias por la atención del lunes')
  await portal.start()
  await expect(message).toHaveValue('Gracias por la atención del lunes')
  await send.click()
  await expect(page.getByRole('heading', { name: '¡Tu mensaje ha sido recibido con éxito!' })).toBeVisible()
})

test('a page opened while the server restarts says so inside the layout, and loads automatically afterwards', async ({
  page,
  portal,
  expectAccessible,
}) => {
  test.setTimeout(150_000)
  await signInAsPatient(page)
  await portal.stop()
  const burger = page.getByRole('button', { name: 'Abrir menú' })
  if (await burger.isVisible()) await burger.click()
  await page.getByRole('link', { name: 'Control y Prevención', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'No pudimos mostrar esta página' })).toBeVisible()
  await expect(page.getByText(/El portal no responde en este momento/)).toBeVisible()
  await expectAccessible()
  await portal.start()
  await expect(page.getByRole('heading', { level: 1, name: 'Control y Prevención' })).toBeVisible({
    timeout: 20_000,
  })
})
