/** A patient's data stay readable without a connection while the session lasts, and only for this patient. */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { shiftClock } from '../clock.ts'
import { test as base } from '../journey.ts'
import { clinicPassword, enter, signOut } from '../steps.ts'

// The browser logs every request that the lost connection rejects; what the content policy blocked is still an error.
const test = base.extend({
  browserErrors: async ({ context }, use) => {
    const errors: string[] = []
    context.on('console', (message) => {
      if (/content security policy|trusted ?script/i.test(message.text())) errors.push(message.text())
    })
    context.on('weberror', (error) => errors.push(error.error().message))
    await use(errors)
    expect(errors, 'the content policy blocked nothing').toEqual([])
  },
})
test.use({ serviceWorkers: 'allow' })

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const camila = { run: '12.345.678-5' }

function countRecords(page: Page): Promise<number> {
  return page.evaluate(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === 'portal-device')) return 0
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('portal-device')
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const count = await new Promise<number>((resolve) => {
      const request = database.transaction('records').objectStore('records').count()
      request.onsuccess = () => resolve(request.result)
    })
    database.close()
    return count
  })
}

/** Opens the portal without a connection in a new tab, as from the home screen of a phone. */
async function startWithoutConnection(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/dashboard')
  await expect(heading(page, 'No hay conexión a internet')).toBeVisible()
  return page
}

test('a patient reads stored appointments and results without a connection, and the next patient sees nothing of them', async ({
  page,
  context,
  expectAccessible,
}) => {
  await enter(page, camila, clinicPassword)
  await test.step('without a connection the portal starts with the next appointments and the results that she opened', async () => {
    await expect.poll(() => countRecords(page)).toBeGreaterThan(1)
    const before = await countRecords(page)
    await page.goto('/dashboard/mis-examenes/laboratorio')
    await page.getByRole('button', { name: /^Ver / }).first().click()
    const dialog = page.getByRole('dialog')
    await expect(
      dialog
        .locator('iframe')
        .contentFrame()
        .getByText(/dentro del rango/)
        .first(),
    ).toBeVisible()
    const exam = (await dialog.getByRole('heading').first().innerText()).trim()
    await expect.poll(() => countRecords(page)).toBeGreaterThan(before)

    await context.setOffline(true)
    const cold = await startWithoutConnection(context)
    await expect(cold.getByRole('heading', { level: 2, name: 'Próximas horas' })).toBeVisible()
    await expect(cold.getByText(/^Datos guardados el \S+ \d+ a las \d\d:\d\d$/).first()).toBeVisible()
    await expect(cold.getByText('Avenida El Quillay 2035, Maipú').first()).toBeVisible()
    await expect(cold.getByRole('heading', { level: 3, name: exam })).toBeVisible()
    await cold.getByText('Ver resultados').first().click()
    await expect(cold.getByText(/dentro del rango/).first()).toBeVisible()
    await expectAccessible(cold)

    // A nonce of the content policy is used for one page only.
    const readNonce = (opened: Page) =>
      opened.evaluate(() => document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce)
    const again = await startWithoutConnection(context)
    expect(await readNonce(again)).toMatch(/^.{20,}$/)
    expect(await readNonce(again)).not.toBe(await readNonce(cold))
    await again.close()

    await context.setOffline(false)
    await expect(heading(cold, 'Ya hay conexión')).toBeVisible()
    await cold.getByRole('button', { name: 'VOLVER AL PORTAL' }).click()
    await expect(heading(cold, /Bienvenida, Camila/)).toBeVisible()
    await cold.close()
  })
  await test.step('signing out deletes what the device stored, and the next patient sees nothing of the previous one', async () => {
    await page.goto('/dashboard')
    await signOut(page)
    await expect.poll(() => countRecords(page)).toBe(0)
    await context.setOffline(true)
    const cold = await startWithoutConnection(context)
    await expect(cold.getByText('No hay datos guardados en este dispositivo')).toBeVisible()
    await expectAccessible(cold)
    await cold.close()

    await context.setOffline(false)
    await enter(page, camila, clinicPassword)
    await expect.poll(() => countRecords(page)).toBeGreaterThan(1)
    // The browser is closed without signing out: the next patient's token takes the place of Camila's.
    await page.goto('/olvido-contrasena')
    await page.evaluate(() => localStorage.removeItem('currentUser'))
    await enter(page, { run: '13.579.246-2' }, clinicPassword)
    await expect
      .poll(async () => {
        await context.setOffline(true)
        const next = await startWithoutConnection(context)
        await expect(next.getByRole('heading', { level: 2 }).first()).toBeVisible()
        const text = await next.locator('main').innerText()
        await next.close()
        await context.setOffline(false)
        return /Camila|Rojas/.test(text)
      })
      .toBe(false)
  })
})

test('what the device stored cannot be read after the session has ended', async ({ page, context }) => {
  await enter(page, camila, clinicPassword)
  await expect.poll(() => countRecords(page)).toBeGreaterThan(1)
  await context.setOffline(true)
  const cold = await context.newPage()
  await cold.addInitScript(shiftClock, 31 * 60_000)
  await cold.goto('/dashboard')
  await expect(cold.getByText('No hay datos guardados en este dispositivo')).toBeVisible()
  expect(await countRecords(cold)).toBe(0)
})
