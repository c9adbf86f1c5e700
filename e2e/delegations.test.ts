import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { createAccount, fillDocument, readEmail, signIn, signOut } from './steps.ts'

const password = 'Bosque2026'

test('an adult gives another adult sight of their appointments, who accepts, sees them, and loses them again', async ({
  page,
  expectAccessible,
}) => {
  test.slow()
  const number = 1 + test.info().retry
  const grantor = {
    passport: `DOTORGA${number}`,
    firstName: 'Rosa',
    email: `rosa.d${number}@ejemplo.cl`,
  }
  const delegate = {
    passport: `DRECIBE${number}`,
    firstName: 'Elisa',
    email: `elisa.d${number}@ejemplo.cl`,
  }
  await createAccount(page, { ...grantor, password })
  await createAccount(page, { ...delegate, password })

  await signIn(page, grantor, password)
  await expect(page.getByRole('heading', { level: 1, name: /Bienvenida/ })).toBeVisible()
  await page.goto('/dashboard/mi-grupo-familiar')
  await page.getByRole('link', { name: 'VER ACCESOS' }).click()
  await expect(page.getByText('No le has dado acceso a nadie')).toBeVisible()
  await expectAccessible()
  await page.getByRole('link', { name: 'DAR ACCESO' }).first().click()
  await page.getByRole('button', { name: 'DAR ACCESO' }).click()
  await expect(page.getByText('Elige qué podrá ver')).toBeVisible()
  await expectAccessible()
  await fillDocument(page, delegate)
  await page.getByLabel('País que emitió el pasaporte').selectOption({ label: 'Francia' })
  await page.getByRole('checkbox', { name: /^Horas médicas/ }).check()
  await page.getByRole('button', { name: 'DAR ACCESO' }).click()
  await expect(page.getByRole('heading', { name: 'Ofreciste el acceso' })).toBeVisible()
  await page.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await expect(page.getByText('Espera respuesta')).toBeVisible()
  await expectAccessible()
  await signOut(page)

  const mail = await readEmail(page, delegate.email, 'Te ofrecieron un acceso en Mi Portal')
  const link = /\/dashboard\/mi-grupo-familiar\/accesos/.exec(mail)?.[0] ?? ''
  await signIn(page, delegate, password)
  await expect(page.getByRole('heading', { level: 1, name: /Bienvenida/ })).toBeVisible()
  await page.goto(link)
  await page.getByRole('button', { name: /^Aceptar el acceso de Rosa/ }).click()
  await expectAccessible()
  await page.getByRole('button', { name: 'Aceptar', exact: true }).click()
  await page.getByRole('link', { name: /^Ver horas de Rosa/ }).click()
  await expect(page.getByRole('region', { name: 'Persona que estás viendo' })).toContainText('Rosa')
  await expect(page.getByText('Aún no tienes próximas horas médicas reservadas')).toBeVisible()
  // The menu books for the user. The page offers no booking for a person whose appointments can only be seen.
  await expect(page.getByRole('main').getByRole('link', { name: 'RESERVAR HORA' })).toHaveCount(0)
  await expectAccessible()
  await page.goto('/dashboard/mis-examenes')
  await expect(page.getByRole('button', { name: 'Rosa' })).toHaveCount(0)
  await signOut(page)

  await signIn(page, grantor, password)
  await expect(page.getByRole('heading', { level: 1, name: /Bienvenida/ })).toBeVisible()
  await page.goto('/dashboard/perfil?tab=quien-vio-mis-datos')
  await expect(page.getByText('Persona a quien diste acceso').first()).toBeVisible()
  await page.goto('/dashboard/mi-grupo-familiar/accesos')
  await page.getByRole('button', { name: /^Renovar el acceso de Elisa/ }).click()
  await page.getByRole('button', { name: 'Renovar', exact: true }).click()
  await page.getByRole('button', { name: /^Terminar el acceso de Elisa/ }).click()
  await page.getByRole('button', { name: 'Terminar', exact: true }).click()
  await expect(page.getByText('No le has dado acceso a nadie')).toBeVisible()
  await expectAccessible()
})
