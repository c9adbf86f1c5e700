import { join } from 'node:path'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { launchModifiedPortal } from './portals.ts'
import { payloads } from './script-injection/payloads.ts'
import { clinicPassword } from './steps.ts'

const test = base.extend<object, { portal: { url: string } }>({
  // A separate clinic in which every text is adversarial.
  portal: [
    async ({ browserName: _ }, use) => {
      const { url, end } = await launchModifiedPortal(
        'script-injection',
        join(import.meta.dirname, './script-injection/fill.ts'),
      )
      await use({ url }).finally(end)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ portal }, use) => use(portal.url),
  // The content security policy is disabled, so that the pages have to be safe without it.
  bypassCSP: true,
})

/** Records every payload that runs, in the page and in its frames. */
async function recordPayloads(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const payloadsRun: number[] = []
    const ran = (payload: number) => payloadsRun.push(payload)
    Object.assign(window, { payloadsRun, ran })
  })
}

async function readRunPayloads(page: Page): Promise<number[]> {
  const lists = await Promise.all(
    page
      .frames()
      .map((frame) =>
        frame.evaluate((): number[] => Reflect.get(window, 'payloadsRun') ?? []).catch((): number[] => []),
      ),
  )
  return lists.flat()
}

/** Returns markup that would run on a click, or that became an active attribute without running. */
function findActiveMarkup(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const addresses = ['href', 'src', 'action', 'formaction', 'data', 'srcdoc', 'xlink:href']
    return [...document.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes]
        .filter(({ name, value }) => {
          const code = name.startsWith('on') || (name === 'srcdoc' && value.includes('ran('))
          return (
            code || (addresses.includes(name) && /^[\s\p{Cc}]*(javascript|vbscript|data:text)/iu.test(value))
          )
        })
        .map(({ name, value }) => `${element.tagName} ${name}=${value.slice(0, 80)}`),
    )
  })
}

/** Returns whether one of the payloads is shown on the page, including its fields. */
function isShown(page: Page): Promise<boolean> {
  const shown = page.waitForFunction(
    () =>
      /ran\(\d+\)/.test(document.body.textContent ?? '') ||
      [...document.querySelectorAll('input, textarea')].some(
        (field) => 'value' in field && /ran\(/.test(String(field.value)),
      ),
    undefined,
    { timeout: 3_000 },
  )
  return shown.then(
    () => true,
    () => false,
  )
}

/**
 * Opens each address, waits until its texts are shown, and checks that they are only text. Returns the addresses
 * that show no payload.
 */
async function visitAddresses(page: Page, addresses: readonly string[]): Promise<string[]> {
  const withoutPayload: string[] = []
  for (const address of addresses) {
    await page.goto(address)
    await expect(page.getByRole('heading').first()).toBeVisible()
    if (!(await isShown(page))) withoutPayload.push(address)
    await expectOnlyText(page, address)
  }
  return withoutPayload
}

async function expectOnlyText(page: Page, where: string): Promise<void> {
  // Resources that fail to load run their handlers a moment later.
  await page.evaluate(() => new Promise((later) => setTimeout(later, 150)))
  expect(await readRunPayloads(page), `${where}: no payload ran`).toEqual([])
  expect(await findActiveMarkup(page), `${where}: no payload became markup`).toEqual([])
}

/** Signs in on the page and returns the session header for API calls. */
async function signInOnPage(
  page: Page,
  run: string,
  signInPath: '/' | '/admin',
): Promise<Record<string, string>> {
  await page.goto(signInPath)
  await page.getByRole('textbox', { name: 'RUT' }).fill(run)
  await page.getByLabel('Contraseña', { exact: true }).fill(clinicPassword)
  await page.getByRole('button', { name: 'INICIAR SESIÓN' }).click()
  await page.waitForURL(signInPath === '/' ? '**/dashboard' : '**/admin/**')
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('currentUser') ?? '{}').token)
  return { 'x-token': String(token) }
}

test.beforeEach(({ context }) => recordPayloads(context))

test('the payloads run in a page that treats text as markup', async ({ page }) => {
  expect(payloads.length).toBeGreaterThanOrEqual(200)
  const run = new Set<number>()
  await page.goto('/privacidad')
  for (let from = 0; from < payloads.length; from += 25) {
    await page.setContent(payloads.slice(from, from + 25).join('\n'))
    await page.evaluate(() => new Promise((later) => setTimeout(later, 150)))
    for (const payload of await readRunPayloads(page)) run.add(payload)
  }
  expect(run.size).toBeGreaterThan(60)
})

test('no payload runs on a patient’s pages', async ({ page }) => {
  test.setTimeout(120_000)
  expect(await visitAddresses(page, ['/'])).toEqual([])
  const headers = await signInOnPage(page, '12.345.678-5', '/')
  await expectOnlyText(page, 'the first page')
  const withoutPayload = await visitAddresses(page, [
    '/dashboard',
    '/dashboard/perfil',
    '/dashboard/consultas-medicas',
    '/dashboard/mis-examenes',
    '/dashboard/mi-grupo-familiar',
    '/dashboard/solicitudes',
    '/dashboard/contactanos',
    '/dashboard/solicitud-presupuestos',
    '/dashboard/control-prevencion',
    '/dashboard/agenda-imagenologia',
    '/dashboard/agenda-procedimientos',
    '/dashboard/agenda',
    '/reservas',
    '/privacidad',
    '/terminos',
  ])
  expect(withoutPayload).toEqual([])
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^Notificaciones/ }).click()
  await expect(page.getByRole('dialog', { name: /Notificaciones/ })).toContainText('ran(')
  await expectOnlyText(page, 'the notifications')
  // Checks the e-mails made from an adversarial name and message.
  const { data } = await (await page.request.get('/api/patients', { headers })).json()
  const sent = await page.request.post('/api/contacts', {
    headers,
    multipart: {
      reason_contact_id: '1',
      patient_id: String(data.id),
      message: payloads.slice(0, 20).join('\n'),
    },
  })
  expect(sent.status()).toBe(200)
  await visitAddresses(page, ['/dev/correo'])
  const letters = await page
    .getByRole('link')
    .evaluateAll((links) => links.slice(0, 6).map((link) => link.getAttribute('href')))
  for (const letter of letters) {
    if (letter === null) continue
    await page.goto(letter)
    await expectOnlyText(page, letter)
  }
})

test('no payload runs on the staff pages', async ({ page }) => {
  test.setTimeout(120_000)
  const headers = await signInOnPage(page, '11.111.111-1', '/admin')
  const users = await (await page.request.post('/api/patients/pages', { headers, data: {} })).json()
  const people: { id: number }[] = users.patients ?? users.users ?? []
  const withoutPayload = await visitAddresses(page, [
    '/admin/inicio',
    '/admin/usuarios',
    ...people.slice(0, 2).map(({ id }) => `/admin/usuarios/editar/${id}`),
    ...people.slice(0, 2).map(({ id }) => `/admin/familia/${id}`),
    '/admin/solicitudes',
    '/admin/agenda',
    '/admin/alerts',
    '/admin/control-prevencion',
    '/admin/anuncios',
    '/admin/mailing',
    '/admin/registro',
    '/admin/privacidad',
    '/admin/familia',
  ])
  expect(withoutPayload).toEqual([])
  await page.goto('/admin/solicitudes')
  await page
    .getByRole('row')
    .nth(1)
    .getByRole('button')
    .or(page.getByRole('row').nth(1).getByRole('link'))
    .first()
    .click()
  await expectOnlyText(page, 'a request')
})
