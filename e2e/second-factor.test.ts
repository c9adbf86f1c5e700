import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { clinicPassword, createPreviousTotpCode, createTotpCode, signIn, signOut } from './steps.ts'

test('staff set up a second factor, sign in with it and with a recovery code, and remove it', async ({
  page,
  expectAccessible,
}) => {
  // This journey is long, and takes twice as long on a busy machine.
  test.slow()
  const run = '22.222.222-2'
  await signIn(page, { run }, clinicPassword, '/admin')
  await page.waitForURL('**/admin/usuarios')
  await page.getByRole('link', { name: 'Configurar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Seguridad' })).toBeVisible()
  await expect(page.getByText('Desactivado')).toBeVisible()
  await expectAccessible()

  await page.getByRole('button', { name: 'CONFIGURAR' }).click()
  await expect(page.getByRole('img', { name: /Código QR/ })).toBeVisible()
  const key = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()
  await expectAccessible()
  await page.getByLabel('Código', { exact: true }).fill('000000')
  await page.getByRole('button', { name: 'CONFIRMAR' }).click()
  await expect(page.getByText('El código no es válido')).toBeVisible()
  // The previous code is still valid and leaves the present one for the next sign-in, because each code works once.
  await page.getByLabel('Código', { exact: true }).fill(await createPreviousTotpCode(key))
  await page.getByRole('button', { name: 'CONFIRMAR' }).click()
  await expect(page.getByText('El segundo factor quedó activado')).toBeVisible()
  const codes = page.getByRole('list', { name: 'Códigos de recuperación' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = await codes.allInnerTexts()
  await expect(page.getByRole('button', { name: 'LISTO' })).toBeDisabled()
  await expectAccessible()
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
  await expectAccessible()
  await page.getByLabel('Código').fill('000000')
  await page.getByRole('button', { name: 'CONTINUAR' }).click()
  await expect(page.getByText('El código no es válido')).toBeVisible()
  await page.getByLabel('Código').fill(createTotpCode(key))
  await page.getByRole('button', { name: 'CONTINUAR' }).click()
  await page.waitForURL('**/admin/usuarios')
  await signOut(page)

  await signIn(page, { run }, clinicPassword, '/admin')
  await page.getByLabel('Código').fill(recovery[0] ?? '')
  await page.getByRole('button', { name: 'CONTINUAR' }).click()
  await page.waitForURL('**/admin/usuarios')
  await page.goto('/admin/seguridad')
  await expect(page.getByText('Códigos de recuperación sin usar: 9 de 10')).toBeVisible()
  await page.getByRole('button', { name: 'Desactivar' }).click()
  const asked = page.getByRole('dialog', { name: '¿Desactivar el segundo factor?' })
  await expectAccessible()
  await asked.getByLabel('Código').fill(recovery[1] ?? '')
  await asked.getByRole('button', { name: 'Desactivar' }).click()
  await expect(page.getByText('Desactivado')).toBeVisible()
})

test('staff who lost their phone remove the second factor with a code that another member of staff gives', async ({
  page,
  expectAccessible,
}) => {
  test.slow()
  const run = '22.222.222-2'
  await signIn(page, { run }, clinicPassword, '/admin')
  await page.waitForURL('**/admin/usuarios')
  await page.goto('/admin/seguridad')
  await page.getByRole('button', { name: 'CONFIGURAR' }).click()
  const key = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()
  await page.getByLabel('Código', { exact: true }).fill(await createPreviousTotpCode(key))
  await page.getByRole('button', { name: 'CONFIRMAR' }).click()
  await expect(page.getByText('El segundo factor quedó activado')).toBeVisible()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'LISTO' }).click()
  await signOut(page)

  await signIn(page, { run: '11.111.111-1' }, clinicPassword, '/admin')
  await page.waitForURL('**/admin/usuarios')
  await page.getByRole('searchbox').fill('222222222')
  await page.getByRole('searchbox').press('Enter')
  await page.getByRole('link', { name: 'Editar a Andrea Paz Morales Vidal' }).click()
  const security = page.getByRole('region', { name: 'Seguridad de la cuenta' })
  await security.getByRole('button', { name: 'Dar código en persona' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Crear código' }).click()
  const code = await page.getByText(/^\d{4} \d{4}$/).innerText()
  await expectAccessible()
  await page.getByRole('button', { name: 'Listo' }).click()
  await signOut(page)

  await signIn(page, { run }, clinicPassword, '/admin')
  await page.getByRole('button', { name: 'Perdí mi teléfono y mis códigos' }).click()
  await expect(page.getByLabel('Código de la clínica')).toBeFocused()
  await expectAccessible()
  await page.getByLabel('Código de la clínica').fill(code)
  await page.getByRole('button', { name: 'QUITAR SEGUNDO FACTOR' }).click()
  await expect(page.getByRole('heading', { name: 'Quitamos tu segundo factor' })).toBeFocused()
  await expectAccessible()
  await page.getByRole('button', { name: 'INICIAR SESIÓN' }).click()
  await signIn(page, { run }, clinicPassword, '/admin')
  await page.waitForURL('**/admin/usuarios')
  await page.goto('/admin/seguridad')
  await expect(page.getByText('Desactivado')).toBeVisible()
})
