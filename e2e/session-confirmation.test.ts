import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { createAccount, signIn, tabTo } from './steps.ts'

const password = 'Quebrada-Honda-27'

/** Answers the next save of the profile as in a session that was not confirmed for 15 minutes. */
async function makeSessionStale(page: Page): Promise<void> {
  await page.route(
    '**/api/patients',
    (route) =>
      route.fulfill({
        status: 403,
        json: {
          status: 'Error',
          errors: [{ msg: 'Confirma que eres tú para continuar', code: 'confirmationNeeded' }],
          error: { code: 13, msg: 'Confirma que eres tú para continuar' },
        },
      }),
    { times: 1 },
  )
}

test('a patient confirms who they are before a sensitive change, by keyboard, and loses nothing typed', async ({
  page,
  expectAccessible,
}) => {
  const passport = 'PC100001'
  await createAccount(page, { passport, firstName: 'Rosa', email: 'confirma@ejemplo.cl', password })
  await signIn(page, { passport }, password)
  await page.waitForURL('**/dashboard')
  await page.goto('/dashboard/perfil?tab=cambiar-datos')
  await page.getByLabel('Dirección').fill('Av. Las Lengas 77')

  await makeSessionStale(page)
  await page.getByRole('button', { name: 'GUARDAR CAMBIOS' }).click()
  const asked = page.getByRole('dialog', { name: 'Confirma que eres tú' })
  await expect(asked.getByLabel('Contraseña', { exact: true })).toBeFocused()
  await expectAccessible()
  await page.keyboard.press('Escape')
  await expect(asked).toBeHidden()
  const rejected = page.getByRole('dialog', { name: 'No ha sido posible actualizar los datos' })
  await expect(rejected.getByText('Confirma que eres tú para continuar')).toBeVisible()
  await rejected.getByRole('button').last().click()
  await expect(page.getByLabel('Dirección')).toHaveValue('Av. Las Lengas 77')

  await makeSessionStale(page)
  await page.getByRole('button', { name: 'GUARDAR CAMBIOS' }).click()
  await page.keyboard.type('Equivocada-2026')
  await page.keyboard.press('Enter')
  await expect(asked.getByText('La contraseña no es correcta')).toBeVisible()
  await expectAccessible()
  await asked.getByLabel('Contraseña', { exact: true }).fill(password)
  await tabTo(page, asked.getByRole('button', { name: 'CONFIRMAR' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: '¡Los cambios fueron guardados con éxito!' })).toBeVisible()
  await page.goto('/dashboard/perfil')
  await expect(page.getByRole('region', { name: 'Mis datos' }).getByText('Av. Las Lengas 77')).toBeVisible()
})
