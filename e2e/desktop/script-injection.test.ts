import { type BrowserContext, expect, type Page } from '@playwright/test'
import { test } from '../portal.ts'
import { payloads } from '../script-injection/payloads.ts'
import { clinicPassword, signIn } from '../steps.ts'

test.use({
  // Every text of the clinic is adversarial.
  portalOptions: { change: 'script-injection/fill.ts' },
  // The content security policy is disabled, so that the pages have to be safe without it.
  bypassCSP: true,
})

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

/** Opens each address, waits until a payload is shown on the page or in a field, and checks that it is only text. */
async function visitAddresses(page: Page, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    await page.goto(address)
    await page.waitForFunction(
      () =>
        /ran\(\d+\)/.test(document.body.textContent ?? '') ||
        [...document.querySelectorAll('input, textarea')].some(
          (field) => 'value' in field && /ran\(/.test(String(field.value)),
        ),
    )
    await expectOnlyText(page, address)
  }
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
  await signIn(page, { run }, clinicPassword, signInPath)
  await page.waitForURL(signInPath === '/' ? '**/dashboard' : '**/admin/**')
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('currentUser') ?? '{}').token)
  return { 'x-token': String(token) }
}

test.beforeEach(({ context }) => recordPayloads(context))

test('no payload runs on a patient’s pages', async ({ page }) => {
  await visitAddresses(page, ['/'])
  const headers = await signInOnPage(page, '12.345.678-5', '/')
  await expectOnlyText(page, 'the first page')
  await visitAddresses(page, [
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
  await page.goto('/dev/correo')
  await expectOnlyText(page, 'the list of e-mails')
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
  const headers = await signInOnPage(page, '11.111.111-1', '/admin')
  const users = await (
    await page.request.post('/api/patients/pages', { headers, data: { filter: 'ejemplo' } })
  ).json()
  const people: { id: number }[] = users.patients ?? users.users ?? []
  await visitAddresses(page, [
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
