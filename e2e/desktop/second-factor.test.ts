import { expect } from '@playwright/test'
import { test } from '../journey.ts'
import { clinicPassword, createTotpCode, enter, signIn, signOut } from '../steps.ts'

const run = '22.222.222-2'

test('staff set up a second factor, sign in with a recovery code, and remove it', async ({
  page,
  expectAccessible,
}) => {
  await enter(page, { run }, clinicPassword, '/admin')
  await page.getByRole('link', { name: 'Configurar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Seguridad' })).toBeVisible()
  await expect(page.getByText('Desactivado')).toBeVisible()

  await page.getByRole('button', { name: 'CONFIGURAR' }).click()
  await expect(page.getByRole('img', { name: /Código QR/ })).toBeVisible()
  const key = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()
  await page.getByLabel('Código', { exact: true }).fill(createTotpCode(key))
  await page.getByRole('button', { name: 'CONFIRMAR' }).click()
  await expect(page.getByText('El código extra quedó activado')).toBeVisible()
  const codes = page.getByRole('list', { name: 'Códigos de recuperación' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = await codes.allInnerTexts()
  await expect(page.getByRole('button', { name: 'LISTO' })).toBeDisabled()
  // Paper has the codes and nothing else of the page.
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Códigos de recuperación de Mi Portal')).toBeVisible()
  await expect(page.getByText(recovery[9] ?? '').last()).toBeVisible()
  await expect(page.getByText('LISTO')).toBeHidden()
  await expect(page.getByText('Administración').first()).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'LISTO' }).click()
  await expect(page.getByText('Activado', { exact: true })).toBeVisible()
  await signOut(page)

  await signIn(page, { run }, clinicPassword, '/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Verifica que eres tú' })).toBeVisible()
  await expect(page.getByLabel('Código')).toBeFocused()
  await page.getByLabel('Código').fill(recovery[0] ?? '')
  await page.getByRole('button', { name: 'CONTINUAR' }).click()
  await page.waitForURL('**/admin/usuarios')
  await page.goto('/admin/seguridad')
  await expect(page.getByText('Códigos de recuperación sin usar: 9 de 10')).toBeVisible()
  await page.getByRole('button', { name: 'Desactivar' }).click()
  const asked = page.getByRole('dialog', { name: '¿Desactivar el código extra?' })
  await expectAccessible()
  await asked.getByLabel('Código').fill(recovery[1] ?? '')
  await asked.getByRole('button', { name: 'Desactivar' }).click()
  await expect(page.getByText('Desactivado')).toBeVisible()
})
