import { expect } from '@playwright/test'
import { test } from '../journey.ts'
import { clinicPassword, createAccount, readEmail, signIn, signOut } from '../steps.ts'

const password = 'Cordillera2026'

test('a patient requests an erasure, staff extend the term and answer, and the patient reads it', async ({
  page,
  expectAccessible,
}) => {
  const passport = 'MD1000'
  const email = 'datos@ejemplo.cl'
  await createAccount(page, { passport, firstName: 'Dafne', email, password })
  await signIn(page, { passport }, password)
  await expect(page.getByRole('heading', { level: 1, name: 'Bienvenida, Dafne' })).toBeVisible()
  await page.goto('/dashboard/perfil')
  await page.getByRole('link', { name: 'Mis datos personales' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mis datos personales' })).toBeVisible()
  await expect(page.getByText('Aún no has hecho solicitudes sobre tus datos.')).toBeVisible()

  await page.getByRole('button', { name: 'Hacer una solicitud' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hacer una solicitud' })
  await dialog.getByRole('combobox', { name: 'Qué quieres solicitar' }).selectOption('Supresión')
  await expect(dialog.getByText(/Ley 20.584, art. 13/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Enviar solicitud' }).click()
  await expect(dialog.getByText('Digita qué datos quieres que se eliminen')).toBeVisible()
  await expectAccessible()
  await dialog.getByRole('textbox', { name: 'Detalle' }).fill('Mi dirección anterior')
  await dialog.getByRole('checkbox', { name: /Leí qué datos debe conservar/ }).check()
  await dialog.getByRole('button', { name: 'Enviar solicitud' }).click()
  const done = page.getByRole('dialog', { name: 'Recibimos tu solicitud' })
  const receipt = /DP-\d{4}-\d{6}/.exec((await done.textContent()) ?? '')?.[0] ?? ''
  expect(receipt).not.toBe('')
  await done.getByRole('button', { name: 'Cerrar' }).click()
  await expect(page.getByText(receipt)).toBeVisible()
  expect(await readEmail(page, email, 'Recibimos tu solicitud')).toContain(receipt)
  await page.goto('/dashboard/perfil/datos-personales')
  await signOut(page)

  await signIn(page, { run: '22.222.222-2' }, clinicPassword, '/admin')
  await expect(page).toHaveURL(/\/admin\/usuarios/)
  await page.goto(`/admin/solicitudes?matter=privacy&id=${Number(receipt.slice(-6))}`)
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(receipt) })).toBeVisible()
  await page.getByRole('button', { name: 'Extender el plazo' }).click()
  await page.getByRole('textbox', { name: 'Motivo' }).fill('Falta revisar un archivo')
  await page.getByRole('button', { name: 'EXTENDER', exact: true }).click()
  await page
    .getByRole('dialog', { name: 'El plazo fue extendido' })
    .getByRole('button', { name: 'Cerrar' })
    .click()
  await expect(page.getByText('Falta revisar un archivo')).toBeVisible()
  await page.getByRole('textbox', { name: 'Respuesta' }).fill('Eliminamos tu dirección anterior.')
  await page.getByRole('button', { name: 'Enviar respuesta' }).click()
  await expect(page.getByRole('heading', { name: 'La respuesta fue enviada' })).toBeVisible()
  await page.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Solicitudes' })).toBeVisible()
  await signOut(page)

  await signIn(page, { passport }, password)
  await expect(page.getByRole('heading', { level: 1, name: 'Bienvenida, Dafne' })).toBeVisible()
  await page.goto('/dashboard/perfil/datos-personales')
  await expect(page.getByText('Eliminamos tu dirección anterior.')).toBeVisible()
  await expect(page.getByText('Extendimos el plazo: Falta revisar un archivo')).toBeVisible()
})
