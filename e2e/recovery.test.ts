import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import {
  createAccount,
  createStaffAccount,
  fillDocument,
  findTemporaryPassword,
  readEmail,
  signIn,
  signOut,
} from './steps.ts'

async function requestPassword(page: Page, passport: string) {
  await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Recuperar contraseña' })).toBeVisible()
  await fillDocument(page, { passport })
  await page.getByRole('button', { name: 'RECUPERAR CONTRASEÑA' }).click()
}

test('a patient who forgot the password signs in with the one from the e-mail, and must choose another', async ({
  page,
  expectAccessible,
}) => {
  // This journey is long, and takes twice as long on a busy machine.
  test.slow()
  const passport = 'RC100001'
  const email = 'olvido@ejemplo.cl'
  await createAccount(page, { passport, firstName: 'Inés', email, password: 'Perdida-Hoy-2031' })

  await page.goto('/')
  await requestPassword(page, 'ZZ999999')
  await expect(page.getByText('Lo sentimos, no existe una cuenta con esos datos')).toBeVisible()
  await expectAccessible()
  await page.getByRole('textbox', { name: 'Pasaporte' }).fill(passport)
  await page.getByRole('button', { name: 'RECUPERAR CONTRASEÑA' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Revisa tu e-mail' })).toBeFocused()
  await expect(page.getByText(/código temporal a tu e-mail o•+@•+/)).toBeVisible()
  await expectAccessible()

  const mail = await readEmail(page, email, 'Contraseña temporal de Mi Portal')
  const temporary = findTemporaryPassword(mail)
  await signIn(page, { passport }, temporary)
  await expect(page.getByRole('heading', { level: 2, name: 'Cambiar contraseña' })).toBeVisible()
  await expect(page.getByText('Ingresaste con una contraseña temporal')).toBeVisible()
  await expect(page.getByLabel('Contraseña actual')).toBeDisabled()
  await expect(page.getByLabel('Contraseña actual')).toHaveValue(temporary)
  await expectAccessible()
  // No other page opens until the password is changed.
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 2, name: 'Cambiar contraseña' })).toBeVisible()

  // After a reload, only the patient knows the temporary password.
  await page.getByLabel('Contraseña actual').fill(temporary)
  await page.getByLabel('Nueva contraseña', { exact: true }).fill('Encontrada-Hoy-2031')
  await page.getByLabel('Confirmar nueva contraseña').fill('Encontrada-Hoy-2031')
  await page.getByRole('button', { name: 'GUARDAR CAMBIOS' }).click()
  const saved = page.getByRole('dialog', { name: '¡Los cambios fueron guardados con éxito!' })
  await saved.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Bienvenida, Inés' })).toBeVisible()
  expect(await readEmail(page, email, 'Cambiaste tu contraseña de Mi Portal')).toContain('Hola, Inés')

  await page.goto('/dashboard')
  await signOut(page)
  await signIn(page, { passport }, temporary)
  await expect(page.getByText('Usuario o contraseña inválida')).toBeVisible()
  await signIn(page, { passport }, 'Encontrada-Hoy-2031')
  await expect(page.getByRole('heading', { level: 1, name: 'Bienvenida, Inés' })).toBeVisible()
})

test('a member of staff who forgot the password recovers it on the staff sign-in page', async ({
  page,
  expectAccessible,
}) => {
  test.slow()
  const passport = 'RC200001'
  const email = 'personal@ejemplo.cl'
  await createStaffAccount(page, { passport, firstName: 'Teresa', email })

  await page.goto('/admin')
  await requestPassword(page, passport)
  await expect(page.getByRole('heading', { level: 1, name: 'Revisa tu e-mail' })).toBeVisible()
  await expectAccessible()
  const temporary = findTemporaryPassword(await readEmail(page, email, 'Contraseña temporal de Mi Portal'))
  await signIn(page, { passport }, temporary, '/admin')
  await page.waitForURL('**/admin/cambiar-contrasena')
  await expect(page.getByText('Ingresaste con una contraseña temporal')).toBeVisible()
  await expect(page.getByLabel('Contraseña actual')).toHaveValue(temporary)
  await expectAccessible()
  await page.getByLabel('Nueva contraseña', { exact: true }).fill('Encontrada-Hoy-2031')
  await page.getByLabel('Confirmar nueva contraseña').fill('Encontrada-Hoy-2031')
  await page.getByRole('button', { name: 'GUARDAR CAMBIOS' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continuar' }).click()
  await page.waitForURL('**/admin/usuarios')
  await signOut(page)
  await signIn(page, { passport }, 'Encontrada-Hoy-2031', '/admin')
  await page.waitForURL('**/admin/usuarios')
})
