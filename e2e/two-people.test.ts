import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { clinicPassword, createAccount, readEmail, signIn, signOut } from './steps.ts'

const administrator = { run: '22.222.222-2' }
const superAdministrator = { run: '11.111.111-1' }
const waits = 'Queda por confirmar por otra persona del equipo'

test('a changed document waits until a second member of staff sees both and confirms it, and its owner is mailed', async ({
  page,
  expectAccessible,
}) => {
  test.slow()
  const before = 'DP100001'
  const after = 'DP100002'
  const email = 'dos-personas@ejemplo.cl'
  await createAccount(page, { passport: before, firstName: 'Delia', email, password: 'Quebrada-Honda-27' })

  await signIn(page, administrator, clinicPassword, '/admin')
  await page.getByRole('searchbox').fill(before)
  await page.getByRole('searchbox').press('Enter')
  await page.getByRole('link', { name: 'Editar a Delia Viajera' }).click()
  await page.getByRole('textbox', { name: 'Pasaporte' }).fill(after)
  await page.getByRole('button', { name: 'GUARDAR CAMBIOS' }).click()
  const saved = page.getByRole('dialog', { name: waits })
  await expect(saved.getByText(/«Cambiar el documento» se hará/)).toBeVisible()
  await expectAccessible()
  await saved.getByRole('button', { name: 'Seguir editando' }).click()
  await expect(page.getByRole('textbox', { name: 'Pasaporte' })).toHaveValue(before)
  await expect(page.getByText(waits)).toBeVisible()
  await expectAccessible()
  await page.goto('/admin/por-confirmar')
  await expect(page.getByRole('button', { name: 'Retirar' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirmar' })).toBeHidden()
  await signOut(page)

  await signIn(page, superAdministrator, clinicPassword, '/admin')
  await page.waitForURL('**/admin/usuarios')
  await page.goto('/admin/inicio')
  await page.getByRole('link', { name: /Cambios por confirmar/ }).click()
  await expect(page.getByText(after)).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Rechazar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rechazar' }).click()
  await expect(page.getByRole('dialog').getByText('Selecciona un motivo')).toBeVisible()
  await expectAccessible()
  await page.getByRole('dialog').getByRole('button', { name: 'Volver' }).click()
  await page.getByRole('button', { name: 'Confirmar' }).click()
  const question = page.getByRole('dialog', { name: /¿Confirmar «Cambiar el documento» de Delia/ })
  await expect(question.getByText(after)).toBeVisible()
  await expectAccessible()
  await question.getByRole('button', { name: 'Confirmar' }).click()
  await expect(page.getByText('No hay cambios por confirmar')).toBeVisible()
  await page.getByRole('tab', { name: 'Resueltas' }).click()
  await expect(page.getByText('Confirmada').first()).toBeVisible()
  await expectAccessible()
  await page.getByRole('tab', { name: 'Ingresos tras un cambio' }).click()
  await expect(page.getByText(/en los últimos 28 días/)).toBeVisible()
  await expectAccessible()

  const mail = await readEmail(page, email, 'Cambiamos datos de tu cuenta de Mi Portal')
  expect(mail).toContain('/proteger/no-fui-yo/')
})
