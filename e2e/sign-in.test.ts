import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { clinicPassword, signIn } from './steps.ts'

test('a visitor finds an accessible sign-in page', async ({ page, expectAccessible }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'INICIAR SESIÓN' })).toBeVisible()
  await expectAccessible()
})

/** Delays the application's script until the returned function is called. */
async function holdScript(page: Page): Promise<() => Promise<void>> {
  let letCome = () => {}
  const come = new Promise<void>((resolve) => {
    letCome = resolve
  })
  await page.route('**/assets/index-*.js', async (route) => {
    await come
    await route.continue()
  })
  return async () => {
    letCome()
    await page.unrouteAll({ behavior: 'wait' })
  }
}

test('the prerendered page is shown before its script has loaded, and only to its kind of user', async ({
  page,
}) => {
  const picture = page.locator('#root > [inert]')
  const seen = async (path: string, words: string) => {
    const letCome = await holdScript(page)
    await page.goto(path, { waitUntil: 'commit' })
    await expect(picture).toHaveCount(1)
    await expect(picture.getByText(words, { exact: true })).toBeVisible()
    await expect(picture).not.toContainText('{')
    await letCome()
    await expect(page).toHaveURL(path)
    await expect(picture).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  const empty = async (path: string, thenPath: RegExp) => {
    const letCome = await holdScript(page)
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.locator('#root')).toBeEmpty()
    await letCome()
    await expect(page).toHaveURL(thenPath)
  }

  await seen('/', 'INICIAR SESIÓN')
  await seen('/registrar', 'Regístrate')
  await seen('/reservas', 'Para reservar una hora, inicia sesión con tu cuenta de paciente')
  // The prerendered page also shows the current alerts.
  const letCome = await holdScript(page)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(picture.getByLabel('Avisos')).toContainText('Nunca te pediremos tu contraseña')
  await letCome()
  await empty('/dashboard', /:\d+\/$/)

  await signIn(page, { passport: 'P1234567' }, clinicPassword)
  await expect(page).toHaveURL(/\/dashboard$/)
  await seen('/dashboard', 'Bienvenida, Lucía Marta')
  await empty('/', /\/dashboard$/)
  await empty('/reservas', /\/reservas$/)
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
