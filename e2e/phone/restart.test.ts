/** The server stops and starts again, perhaps as a new release, while a patient has a half-filled form. */
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { test as base } from '../journey.ts'
import { chooseOption, clinicPassword, enter } from '../steps.ts'

const root = join(import.meta.dirname, '../..')

// The browser logs every call that the stopped server rejects; in this file that is expected.
const test = base.extend({ browserErrors: async ({ page: _ }, use) => use([]) })

/** Copies the build, and gives the script of the page for times without a connection another name, as a changed one would have. */
function buildNextRelease(folder: string): { before: string; after: string } {
  rmSync(folder, { recursive: true, force: true })
  cpSync(join(root, 'dist'), folder, { recursive: true })
  const web = join(folder, 'web')
  const page = readFileSync(join(web, 'shells/sin-conexion.html'), 'utf8')
  const before = /\/assets\/[\w-]+\.js/.exec(page)?.[0]
  if (before === undefined) throw new Error('the page for times without a connection has no script')
  const after = before.replace('.js', '-next.js')
  // The asset is also stored compressed.
  const [folderOfAssets, name] = [join(web, 'assets'), before.replace('/assets/', '')]
  for (const file of readdirSync(folderOfAssets).filter((file) => file.startsWith(name)))
    renameSync(join(folderOfAssets, file), join(folderOfAssets, file.replace('.js', '-next.js')))
  for (const path of ['shells/sin-conexion.html', 'service-worker.js']) {
    const text = readFileSync(join(web, path), 'utf8')
    writeFileSync(join(web, path), text.replaceAll(before, after))
    for (const ending of ['.br', '.gz', '.zst']) rmSync(join(web, path + ending), { force: true })
  }
  return { before, after }
}

function storedAssets(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.includes('precache'))
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
}

/** Returns whether no service worker is being installed or waits, and the one that is there has taken over. */
function hasOnlyActiveWorker(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration()) ?? {}
    return !installing && !waiting && active?.state === 'activated'
  })
}

test('a half-filled form survives a restart of the server', async ({ page, portal }) => {
  await enter(page, { run: '12.345.678-5' }, clinicPassword)
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
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click()
  await expect(message).toHaveValue('Gracias por la atención del lunes')
  await portal.start()
  await expect(message).toHaveValue('Gracias por la atención del lunes')
  await send.click()
  await expect(page.getByRole('heading', { name: '¡Tu mensaje ha sido recibido con éxito!' })).toBeVisible()
})

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the service worker of a new release stores its own page without reloading a page with a half-filled form', async ({
    page,
    context,
    portal,
  }) => {
    const folder = join(root, '.cache/next-release')
    const { before, after } = buildNextRelease(folder)
    await enter(page, { run: '12.345.678-5' }, clinicPassword)
    await expect.poll(() => storedAssets(page)).toContain(before)
    await page.goto('/dashboard/contactanos')
    expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    await page.getByText('Felicitaciones', { exact: true }).click()
    await chooseOption(page, '¿Quién es el paciente?', 'Camila Andrea Fuentes (yo)')
    const message = page.getByRole('textbox', { name: 'Mensaje' })
    await message.fill('Gracias por la atención del lunes')

    await portal.stop()
    await portal.start(folder)
    // As the browser does with each page that the patient opens.
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
    await expect.poll(() => storedAssets(page)).toContain(after)
    // It stores its files before it takes over, and a page that is opened meanwhile waits for it.
    await expect.poll(() => hasOnlyActiveWorker(page)).toBe(true)
    await expect(message).toHaveValue('Gracias por la atención del lunes')
    await page.getByRole('button', { name: 'Solicitar contacto' }).click()
    await expect(page.getByRole('heading', { name: '¡Tu mensaje ha sido recibido con éxito!' })).toBeVisible()

    // The stored page is that of the new release, with its script.
    await context.setOffline(true)
    const withoutConnection = await context.newPage()
    await withoutConnection.goto('/dashboard', { waitUntil: 'commit' })
    await expect(
      withoutConnection.getByRole('heading', { level: 1, name: 'No hay conexión a internet' }),
    ).toBeVisible()
    expect(await withoutConnection.content()).toContain(after)
    rmSync(folder, { recursive: true, force: true })
  })
})
