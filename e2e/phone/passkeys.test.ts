import { type BrowserContext, expect, type Page } from '@playwright/test'
import { test } from '../journey.ts'
import { clinicPassword, enter, signOut } from '../steps.ts'

test.use({ portalOptions: { isNamed: true } })

/**
 * Adds an authenticator to the browser, which verifies its person and stores passkeys. The returned function says whether the person
 * touches it at every request. Otherwise the suggestion of passkeys in the sign-in form would sign in by itself.
 */
async function addAuthenticator(
  page: Page,
  context: BrowserContext,
): Promise<(enabled: boolean) => Promise<unknown>> {
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return (enabled) => session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
}

test('a patient adds a passkey, names it, signs in with it without typing, and removes it', async ({
  page,
  context,
  expectAccessible,
}) => {
  const simulateTouch = await addAuthenticator(page, context)
  await enter(page, { run: '12.345.678-5' }, clinicPassword)

  await page.getByRole('link', { name: 'Activar' }).click()
  await expect(page).toHaveURL(/\/dashboard\/seguridad$/)
  await expect(page.getByText('Aún no agregas ninguna.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Activar' })).toBeHidden()
  await page.getByRole('button', { name: 'AGREGAR HUELLA O PIN' }).click()
  const added = page.getByRole('dialog', { name: 'Agregar huella o PIN' })
  await expect(added.getByLabel('Nombre')).toBeFocused()
  await expectAccessible()
  await added.getByLabel('Nombre').fill('Mi telefono')
  await added.getByRole('button', { name: 'CONTINUAR' }).click()
  await expect(page.getByText('Quedó lista. Ya puedes entrar con tu huella o PIN.')).toBeVisible()
  await expect(
    page.getByRole('list', { name: 'Tus huellas y PIN' }).getByText('Todavía no la usas'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Cambiar nombre de Mi telefono' }).click()
  await page.getByRole('dialog', { name: 'Cambiar nombre' }).getByLabel('Nombre').fill('Mi teléfono')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Mi teléfono', { exact: true })).toBeVisible()
  await simulateTouch(false)
  await signOut(page)

  await page.goto('/')
  await simulateTouch(true)
  await page.getByRole('button', { name: 'Entrar con huella o PIN' }).click()
  await page.waitForURL('**/dashboard')
  await page.goto('/dashboard/seguridad')
  await expect(page.getByText(/Último uso: /)).toBeVisible()
  await page.getByRole('button', { name: 'Quitar Mi teléfono' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'QUITAR' }).click()
  await expect(page.getByText('Aún no agregas ninguna.')).toBeVisible()
  await simulateTouch(false)
  await signOut(page)

  await page.goto('/')
  await simulateTouch(true)
  await page.getByRole('button', { name: 'Entrar con huella o PIN' }).click()
  await expect(page.getByText(/No pudimos reconocer tu huella o PIN/)).toBeVisible()
})
