/** What a visitor meets before signing in: pages before their script, the content policy, and the robot check. */
import { expect, type Page } from '@playwright/test'
import { test } from '../journey.ts'
import { test as plain } from '../portal.ts'
import { clinicPassword, signIn } from '../steps.ts'

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
    await expect(prerenderedPage.getByText(words, { exact: true }).last()).toBeVisible()
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
  // The prerendered page also shows the current alerts.
  const releaseVisitor = await openBeforeScript('/')
  await expect(prerenderedPage.getByLabel('Avisos')).toContainText('Nunca te pediremos tu contraseña')
  await releaseVisitor()
  await expectEmpty('/dashboard', /:\d+\/$/)

  await signIn(page, { passport: 'P1234567' }, clinicPassword)
  await expect(page).toHaveURL(/\/dashboard$/)
  await expectPrerendered('/dashboard', 'Bienvenida, Lucía')
  // The prerendered home page has the bar of this width.
  const releasePatient = await openBeforeScript('/dashboard')
  await expect(prerenderedPage.getByRole('button', { name: 'Menú' })).toBeVisible({ visible: true })
  await expect(prerenderedPage.locator('button', { hasText: 'Mi cuenta' })).toBeHidden()
  await releasePatient()
  await expectEmpty('/', /\/dashboard$/)
})

plain('text that a script sets as markup is blocked, and the browser reports it', async ({ page }) => {
  await page.goto('/privacidad')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const report = page.waitForResponse((answer) => answer.url().endsWith('/api/policy-reports'))
  const outcome = await page.evaluate(() => {
    const place = document.createElement('div')
    const write = (text: string) => {
      try {
        place.innerHTML = text
        return place.innerHTML
      } catch (error) {
        return error instanceof TypeError ? 'stopped' : 'another error'
      }
    }
    return [write('<img src=x onerror="window.ran = true">'), write('body { color: red }')]
  })
  expect(outcome).toEqual(['stopped', 'body { color: red }'])
  expect((await report).status()).toBe(204)
  expect(await page.evaluate(() => Reflect.get(window, 'ran'))).toBeUndefined()
})

test.describe('with the usual limits', () => {
  test.use({ portalOptions: { settings: { LIMITS_FACTOR: '1' } } })

  test('a patient can sign in from an address with many failed attempts, because the browser solves the robot check', async ({
    page,
  }) => {
    // A hundred documents without an account, ten at a time.
    for (let from = 0; from < 100; from += 10) {
      const tried = Array.from({ length: 10 }, (_, index) =>
        page.request.post('/api/auth/login', {
          data: {
            document_type_id: 2,
            document_number: `Q${900_000 + from + index}`,
            password: 'No-es-2026',
          },
        }),
      )
      for (const answer of await Promise.all(tried)) expect(answer.status()).toBe(400)
    }
    const challenge = page.waitForResponse(/\/agenda\/v1\/challenge/)
    await signIn(page, { passport: 'P1234567' }, clinicPassword)
    expect((await challenge).status()).toBe(200)
    await expect(page).toHaveURL(/\/dashboard$/)
  })
})
