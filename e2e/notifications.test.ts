import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { clinicPassword, signIn } from './steps.ts'

const preferences = '/dashboard/perfil/notificaciones'

test('a patient chooses how to be notified by keyboard, for themself and for a child, and finds the choice again', async ({
  page,
  expectAccessible,
}) => {
  await signIn(page, { run: '12.345.678-5' }, clinicPassword)
  await expect(page.getByRole('heading', { level: 1, name: /Bienvenida, Camila/ })).toBeVisible()
  await page.goto('/dashboard/perfil')
  await page.getByRole('link', { name: 'Mis notificaciones' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mis notificaciones' })).toBeVisible()
  const child = page.getByRole('form', { name: /^Novedades de / }).first()
  await expect(child).toBeVisible()
  await expectAccessible()

  const email = child
    .getByRole('group', { name: 'Resultados' })
    .getByRole('checkbox', { name: 'Correo electrónico' })
  await email.focus()
  await page.keyboard.press('Space')
  await expect(email).not.toBeChecked()
  await child.getByRole('button', { name: /^Guardar los canales de/ }).press('Enter')
  await expect(child.getByText('Guardamos tus preferencias.')).toBeVisible()

  const settings = page.getByRole('form', { name: 'Cuándo y en qué orden' })
  await settings.getByText('Uno a la vez, en mi orden').click()
  await settings.getByLabel('Desde').fill('22:30')
  await settings.getByRole('button', { name: 'Guardar orden y silencio' }).click()
  await expect(settings.getByText('Guardamos tus preferencias.')).toBeVisible()
  await expectAccessible()

  await page.goto(preferences)
  await expect(email).not.toBeChecked()
  await expect(settings.getByRole('radio', { name: /Uno a la vez/ })).toBeChecked()
  await expect(settings.getByLabel('Desde')).toHaveValue('22:30')

  await email.check()
  await child.getByRole('button', { name: /^Guardar los canales de/ }).click()
  await settings.getByText('Usa todos a la vez').click()
  await settings.getByLabel('Desde').fill('21:00')
  await settings.getByRole('button', { name: 'Guardar orden y silencio' }).click()
  await expect(settings.getByText('Guardamos tus preferencias.')).toBeVisible()
})

test('an address of a notification that the patient cannot see says so', async ({
  page,
  expectAccessible,
}) => {
  await signIn(page, { run: '12.345.678-5' }, clinicPassword)
  await expect(page.getByRole('heading', { level: 1, name: /Bienvenida, Camila/ })).toBeVisible()
  await page.goto('/dashboard/novedades/999999999')
  await expect(page.getByRole('heading', { name: 'Esta novedad ya no se puede ver' })).toBeVisible()
  await expectAccessible()
})
