/**
 * The way from an empty machine to a portal that patients can use, in a real browser: the server makes a setup address, with which the
 * first super administrator is created, who uploads and publishes a clinic package. Needs `npm run build`.
 */
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium, type Page } from '@playwright/test'
import { expect, onTestFinished, test } from 'vitest'
import { zipShippedPackage } from '../../apps/server/test/clinic/zipped-package.ts'
import { freePort } from '../../apps/server/test/free-port.ts'
import { findViolations } from '../../e2e/accessibility.ts'
import { browserFlags, findHeadlessBrowser } from '../test/browser.ts'
import { begin, newFolder } from './server-starts.ts'

const person = {
  run: '11.111.111-1',
  email: 'rodrigo@ejemplo.cl',
  weakPassword: 'Rodrigo2026',
  password: 'Cordillera2026',
}

/** Starts the built server on a data folder. Returns the lines that it prints, and how to stop it. */
async function startServer(DATA_DIR: string, port: number) {
  // Otherwise the new account first sets up a second factor, which the journey of the second factor shows.
  const settings = { DEMO: 'false', STAFF_SECOND_FACTOR: 'offered' }
  const { child } = await begin({ ...settings, DATA_DIR, PORT: String(port) })
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  const isAnnounced = () => lines.some((line) => line.includes(`http://127.0.0.1:${port}`))
  await expect.poll(isAnnounced, { timeout: 120_000 }).toBe(true)
  const stop = async () => {
    child.kill('SIGTERM')
    // Unlike `exit`, it comes when all output was read.
    await once(child, 'close')
  }
  return { lines, stop }
}

/** Returns the setup address of a server that has no terminal; null without one. */
function readAddress(dataDir: string): string | null {
  const file = join(dataDir, 'configurar.txt')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}

async function openBrowser(): Promise<Page> {
  const browser = await chromium.launch({
    executablePath: findHeadlessBrowser() ?? undefined,
    args: browserFlags(),
  })
  onTestFinished(() => browser.close())
  const page = await (await browser.newContext({ locale: 'es-CL' })).newPage()
  page.setDefaultTimeout(20_000)
  return page
}

async function expectAccessible(page: Page): Promise<void> {
  expect(await findViolations(page, {})).toEqual([])
}

async function fillPasswords(page: Page, password: string): Promise<void> {
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByLabel('Confirmar contraseña').fill(password)
  await page.getByRole('button', { name: 'Crear cuenta' }).click()
}

test.runIf(findHeadlessBrowser())(
  'from the setup address a clinic is published and shown to patients',
  async () => {
    const dataDir = newFolder()
    const port = await freePort()
    const first = await startServer(dataDir, port)
    // The file is named after the line of the start.
    await expect.poll(() => first.lines.some((line) => line.endsWith('configurar.txt'))).toBe(true)
    const address = readAddress(dataDir) ?? ''
    const origin = `http://127.0.0.1:${port}`
    expect(address).toMatch(new RegExp(`^${origin}/configurar#[\\w-]{43}$`))
    const page = await openBrowser()

    await page.goto(origin)
    await page.getByText('Estamos preparando el portal').waitFor()
    await expectAccessible(page)

    await page.goto(`${origin}/configurar#${'x'.repeat(43)}`)
    await page.getByText('Esta dirección de configuración no es válida').waitFor()
    await expectAccessible(page)

    await page.goto('about:blank')
    await page.goto(address)
    await page.getByRole('button', { name: 'Crear cuenta' }).click()
    await page.getByText('Hay 6 datos por corregir').waitFor()
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'RUT' }).fill(person.run)
    await page.getByRole('textbox', { name: 'Nombres' }).fill('Rodrigo')
    await page.getByRole('textbox', { name: 'Primer apellido' }).fill('Sáez')
    await page.getByRole('textbox', { name: 'E-mail' }).fill(person.email)
    await fillPasswords(page, person.weakPassword)
    await page.getByText('Hay 1 dato por corregir').waitFor()
    expect(await page.getByRole('textbox', { name: 'RUT' }).inputValue()).toBe('11111111-1')
    await fillPasswords(page, person.password)

    await page.getByRole('heading', { level: 1, name: 'Puesta en marcha' }).waitFor()
    await page.getByText('No hay sedes: los pacientes no pueden reservar horas.').waitFor()
    await expectAccessible(page)
    const file = join(newFolder(), 'tres-sedes.zip')
    writeFileSync(file, zipShippedPackage('tres-sedes'))
    await page.getByLabel('Paquete ZIP').setInputFiles(file)
    await page.getByText(/3 nuevos \(VINA, QUILPUE, CONCON\)/).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Publicar cambios' }).click()
    await page.getByRole('button', { name: 'Publicar', exact: true }).click()
    await page.getByRole('heading', { name: 'Los cambios fueron publicados' }).waitFor()
    await page.keyboard.press('Escape')
    await page
      .getByText('No hay sedes: los pacientes no pueden reservar horas.')
      .waitFor({ state: 'detached' })

    await page.goto(`${origin}/admin/inicio`)
    await page.getByText('Falta configurar este portal').waitFor()
    await expectAccessible(page)

    const { clinic } = await (await fetch(`${origin}/api/clinic`)).json()
    expect(clinic.sites).toHaveLength(3)
    const visitor = await openBrowser()
    await visitor.goto(origin)
    await visitor.getByRole('heading', { level: 1, name: 'Iniciar sesión' }).waitFor()
    expect(await visitor.getByText('Estamos preparando el portal').count()).toBe(0)

    await visitor.goto(address)
    await visitor.getByText('Esta dirección de configuración no es válida').waitFor()
    await first.stop()
    const second = await startServer(dataDir, port)
    await second.stop()
    await expect.poll(() => readAddress(dataDir)).toBeNull()
  },
  180_000,
)
