import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { clinicPassword, createAccount, fillDocument, readEmail, signIn } from './steps.ts'

const password = 'Quebrada-Honda-27'

test('a patient reviews their sign-ins, locks the account from the sign-in page, and staff unlock it', async ({
  page,
  expectAccessible,
}) => {
  test.slow()
  const passport = 'PS100001'
  const email = 'seguridad@ejemplo.cl'
  await createAccount(page, { passport, firstName: 'Sara', email, password })
  await signIn(page, { passport }, 'Equivocada-2026')
  await expect(page.getByRole('alert')).toContainText('Usuario o contraseña inválida')
  await signIn(page, { passport }, password)
  await expect(page.getByRole('heading', { level: 1, name: 'Bienvenida, Sara' })).toBeVisible()

  await page.goto('/dashboard/seguridad')
  await expect(page.getByRole('heading', { level: 1, name: 'Mi seguridad' })).toBeVisible()
  await expect(page.getByText('Entró', { exact: true })).toBeVisible()
  await expect(page.getByText('Rechazado', { exact: true })).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Bloquear mi cuenta' }).click()
  await expect(page.getByRole('dialog', { name: '¿Bloquear tu cuenta ahora?' })).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Volver' }).click()
  await page.getByRole('button', { name: /^No fui yo/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'No fui yo' }).click()
  await expect(page.getByRole('heading', { name: 'Cerramos todas tus sesiones' })).toBeVisible()
  await expectAccessible()
  await readEmail(page, email, 'Recibimos tu aviso: no fuiste tú')

  await page.goto('/')
  await page.getByRole('link', { name: 'Bloquear mi cuenta' }).click()
  await expect(page.getByRole('heading', { name: 'Bloquear mi cuenta' })).toBeVisible()
  await fillDocument(page, { passport })
  await expectAccessible()
  await page.getByRole('button', { name: 'ENVIAR ENLACE' }).click()
  await expect(page.getByRole('heading', { name: 'Revisa tu e-mail' })).toBeVisible()
  const mail = await readEmail(page, email, 'Bloquear tu cuenta de Mi Portal')
  const link = /\/proteger\/bloquear\/\S+/.exec(mail)?.[0] ?? ''
  await page.goto(link)
  await page.getByRole('button', { name: 'BLOQUEAR MI CUENTA' }).click()
  await expect(page.getByRole('heading', { name: 'Tu cuenta está bloqueada' })).toBeVisible()
  await expectAccessible()
  await signIn(page, { passport }, password)
  await expect(page.getByRole('alert')).toContainText('Tu cuenta está bloqueada')
  await page.getByRole('link', { name: 'DESBLOQUEAR' }).click()
  await expect(page.getByRole('heading', { name: 'Desbloquear mi cuenta' })).toBeVisible()
  await expectAccessible()

  await signIn(page, { run: '11.111.111-1' }, clinicPassword, '/admin')
  await expect(page.getByRole('heading', { name: 'Administrador de usuarios' })).toBeVisible()
  await page.getByRole('searchbox').fill(passport)
  await page.getByRole('searchbox').press('Enter')
  await page.getByRole('link', { name: 'Editar a Sara Viajera' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Actualizar usuario' })).toBeVisible()
  const security = page.getByRole('region', { name: 'Seguridad de la cuenta' })
  await expect(security.getByText(/^Bloqueada desde/)).toBeVisible()
  await expectAccessible()
  await security.getByRole('button', { name: 'Desbloquear' }).click()
  await page.getByRole('dialog').getByRole('checkbox').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Desbloquear' }).click()
  await expect(security.getByText('Sin bloqueo')).toBeVisible()
  await page.goto('/admin/por-confirmar')
  await expect(page.getByText('No hay cambios por confirmar')).toBeVisible()
  await expectAccessible()
})
