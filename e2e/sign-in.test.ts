import { expect, type Page } from '@playwright/test'
import { findViolations, onlyWcag } from './accessibility.ts'
import { test } from './journey.ts'
import { clinicPassword, signIn } from './steps.ts'

test('a visitor sees at each field of the sign-in page what is missing or wrong', async ({
  page,
  expectAccessible,
}) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'INICIAR SESIÓN' }).click()
  await expect(page.getByText('Digita RUT', { exact: true })).toBeVisible()
  await expect(page.getByText('Digita Contraseña', { exact: true })).toBeVisible()
  const document = page.getByRole('textbox', { name: 'RUT' })
  await expect(document).toBeFocused()
  await expectAccessible()
  await document.fill('12.345.678-9')
  const password = page.getByLabel('Contraseña', { exact: true })
  await password.fill('No-es-esta-2026')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Digita RUT válido')).toBeVisible()
  await expect(password).toHaveValue('No-es-esta-2026')
  await document.fill('12.345.678-5')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Usuario o contraseña inválida')
  await page.getByRole('button', { name: 'REINTENTAR' }).click()
  await expect(document).toHaveValue('12345678-5')
  await expect(password).toBeFocused()
  await expectAccessible()
})

test('a visitor finds an accessible sign-in page', async ({ page, expectAccessible }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'INICIAR SESIÓN' })).toBeVisible()
  await expectAccessible()
})

test('axe finds a page without a language, a text that can hardly be read, and an image without text in a frame', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'INICIAR SESIÓN' }).click()
  await expect(page.getByText('Digita RUT', { exact: true })).toBeVisible()
  await page.evaluate(() => {
    document.documentElement.removeAttribute('lang')
    const heading = document.querySelector('h1')
    if (heading) heading.style.color = '#eee'
    const frame = document.createElement('iframe')
    frame.title = 'Marco'
    document.querySelector('main')?.append(frame)
    const framed = frame.contentDocument
    if (framed === null) return
    framed.documentElement.lang = 'es'
    framed.body.append(framed.createElement('img'))
  })
  expect(await findViolations(page, onlyWcag)).toEqual([
    expect.stringMatching(/^color-contrast: h1/),
    expect.stringMatching(/^html-has-lang: html/),
    expect.stringMatching(/^image-alt: iframe img/),
  ])
})

/** Delays the application's script until the returned function is called. */
async function delayScript(page: Page): Promise<() => Promise<void>> {
  let releaseScript = () => {}
  const come = new Promise<void>((resolve) => {
    releaseScript = resolve
  })
  await page.route('**/assets/index-*.js', async (route) => {
    await come
    await route.continue()
  })
  return async () => {
    releaseScript()
    await page.unrouteAll({ behavior: 'wait' })
  }
}

test('the prerendered page is shown before its script has loaded, and only to its kind of user', async ({
  page,
  isMobile,
}) => {
  const prerenderedPage = page.locator('#root > [inert]')
  const openBeforeScript = async (path: string) => {
    const releaseScript = await delayScript(page)
    await page.goto(path, { waitUntil: 'commit' })
    await expect(prerenderedPage).toHaveCount(1)
    return releaseScript
  }
  const expectPrerendered = async (path: string, words: string) => {
    const releaseScript = await openBeforeScript(path)
    await expect(prerenderedPage.getByText(words, { exact: true })).toBeVisible()
    await expect(prerenderedPage).not.toContainText('{')
    await releaseScript()
    await expect(page).toHaveURL(path)
    await expect(prerenderedPage).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  const expectEmpty = async (path: string, thenPath: RegExp) => {
    const releaseScript = await delayScript(page)
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.locator('#root')).toBeEmpty()
    await releaseScript()
    await expect(page).toHaveURL(thenPath)
  }

  await expectPrerendered('/', 'INICIAR SESIÓN')
  await expectPrerendered('/registrar', 'Regístrate')
  await expectPrerendered('/reservas', 'Para reservar una hora, inicia sesión con tu cuenta de paciente')
  // The prerendered page also shows the current alerts.
  const releaseVisitor = await openBeforeScript('/')
  await expect(prerenderedPage.getByLabel('Avisos')).toContainText('Nunca te pediremos tu contraseña')
  await releaseVisitor()
  await expectEmpty('/dashboard', /:\d+\/$/)

  await signIn(page, { passport: 'P1234567' }, clinicPassword)
  await expect(page).toHaveURL(/\/dashboard$/)
  await expectPrerendered('/dashboard', 'Bienvenida, Lucía Marta')
  await expectPrerendered(
    '/dashboard/mis-examenes',
    'Resultados de laboratorio desde 2017. Imágenes y procedimientos desde noviembre de 2021.',
  )
  await expectPrerendered('/dashboard/consultas-medicas', 'Revisa tus horas, tu historial y tus documentos.')
  // The prerendered home page has the bar of this width.
  const releasePatient = await openBeforeScript('/dashboard')
  await expect(prerenderedPage.getByLabel('Abrir menú')).toBeVisible({ visible: isMobile })
  await expect(prerenderedPage.getByText('Mi cuenta')).toBeVisible({ visible: !isMobile })
  await releasePatient()
  await expectEmpty('/', /\/dashboard$/)
  await expectEmpty('/reservas', /\/reservas$/)
})

test('a patient can sign in from an address with many failed attempts, because the browser solves the robot check', async ({
  page,
}) => {
  // A hundred documents without an account, ten at a time.
  for (let from = 0; from < 100; from += 10) {
    const tried = Array.from({ length: 10 }, (_, index) =>
      page.request.post('/api/auth/login', {
        data: { document_type_id: 2, document_number: `Q${900_000 + from + index}`, password: 'No-es-2026' },
      }),
    )
    for (const answer of await Promise.all(tried)) expect(answer.status()).toBe(400)
  }
  const challenge = page.waitForResponse(/\/agenda\/v1\/challenge/)
  await signIn(page, { passport: 'P1234567' }, clinicPassword)
  expect((await challenge).status()).toBe(200)
  await expect(page).toHaveURL(/\/dashboard$/)
})
