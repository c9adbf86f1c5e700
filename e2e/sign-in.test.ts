import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { clinicPassword, signIn } from './steps.ts'

test('whoever comes to the portal finds the sign-in page, readable by everybody', async ({
  page,
  expectAccessible,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'INICIAR SESIÓN' })).toBeVisible()
  await expectAccessible()
})

test('the sign-in page is seen before its script has come, and nothing of it by whoever is signed in', async ({
  page,
}) => {
  let letCome = () => {}
  const holdScript = () => {
    const come = new Promise<void>((resolve) => {
      letCome = resolve
    })
    return page.route('**/assets/index-*.js', async (route) => {
      await come
      await route.continue()
    })
  }
  const picture = page.locator('#root > [inert]')

  await holdScript()
  await page.goto('/', { waitUntil: 'commit' })
  await expect(picture.getByText('INICIAR SESIÓN', { exact: true })).toBeVisible()
  // The notices of the moment stand in it, too.
  const notices = picture.getByLabel('Avisos')
  await expect(notices).toContainText('Nunca te pediremos tu contraseña')
  await expect(notices).not.toContainText('{')
  letCome()
  await expect(page.getByRole('textbox', { name: 'RUT' })).toBeVisible()
  await expect(picture).toHaveCount(0)
  await page.unrouteAll({ behavior: 'wait' })

  await signIn(page, { passport: 'P1234567' }, clinicPassword)
  await expect(page).toHaveURL(/\/dashboard$/)
  await holdScript()
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('#root')).toBeEmpty()
  letCome()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('from an address where many failed a person still signs in: their browser does the robot check', async ({
  page,
}) => {
  // A hundred documents without an account, a few at a time.
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
