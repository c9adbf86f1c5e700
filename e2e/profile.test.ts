import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { chooseOption, createAccount, createPhoto, readEmail, signIn, signOut, tabTo } from './steps.ts'

const password = 'Quebrada-Honda-27'

test('a patient changes all their data, confirms a new e-mail, and sees who read the data', async ({
  page,
  expectAccessible,
}) => {
  // This journey is long, and takes twice as long on a busy machine.
  test.slow()
  const passport = 'PF100001'
  const email = 'perfil@ejemplo.cl'
  const newEmail = 'nuevo@ejemplo.cl'
  await createAccount(page, { passport, firstName: 'Rosa', email, password })
  await signIn(page, { passport }, password)
  await expect(page.getByRole('heading', { level: 1, name: 'Bienvenida, Rosa' })).toBeVisible()

  await page.goto('/dashboard/perfil')
  const data = page.getByRole('region', { name: 'Mis datos' })
  await expect(data.getByText('Pasaporte')).toBeVisible()
  await expect(data.getByText(passport)).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Cambiar datos' }).click()
  await expect(page.getByLabel('Nombres')).toHaveValue('Rosa')
  await expectAccessible()

  await page.getByLabel('Nombres').fill('')
  await page.getByLabel('Teléfono').fill('12')
  await page.getByRole('button', { name: 'GUARDAR CAMBIOS' }).click()
  const summary = page.getByRole('alert')
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link')).toHaveText(['Digita Nombre', 'Digita Teléfono válido'])
  await expectAccessible()

  await page.getByLabel('Fotografía', { exact: true }).setInputFiles(await createPhoto(page, 'yo.jpg'))
  await expect(page.getByRole('img', { name: 'Tu fotografía' })).toBeVisible()
  await page.getByLabel('Nombres').fill('Rosa Elvira')
  await page.getByLabel('Primer apellido').fill('Montes')
  await page.getByLabel('Segundo apellido').fill('Ruiz')
  await page.getByLabel('Fecha de nacimiento').fill('01/02/1991')
  await chooseOption(page, 'Nacionalidad', 'Peruana')
  await chooseOption(page, 'Previsión', 'Fonasa')
  await chooseOption(page, 'Género', 'Femenino')
  await page.getByLabel('E-mail').fill(newEmail)
  await page.getByLabel('Teléfono').fill('987654321')
  await page.getByLabel('Dirección').fill('Av. Las Lengas 77')
  await chooseOption(page, 'Región', 'Metropolitana de Santiago')
  await chooseOption(page, 'Provincia', 'Santiago')
  await chooseOption(page, 'Comuna', 'Maipú')
  await page.getByRole('button', { name: 'GUARDAR CAMBIOS' }).click()
  const saved = page.getByRole('dialog', { name: '¡Los cambios fueron guardados con éxito!' })
  await expect(
    saved.getByText(/Confirma tu nuevo e-mail desde el mensaje que enviamos a nu•+@/),
  ).toBeVisible()
  await expectAccessible()
  await saved.getByRole('button').last().click()
  await expect(data.getByRole('heading', { name: 'Rosa Elvira Montes Ruiz' })).toBeVisible()
  await expect(data.getByRole('img', { name: 'Tu fotografía' })).toBeVisible()
  for (const value of ['01/02/1991', 'Peruana', '987654321', 'Av. Las Lengas 77', 'Maipú', email]) {
    await expect(data.getByText(value, { exact: true })).toBeVisible()
  }
  await expect(page.getByText('Falta confirmar tu nuevo e-mail')).toBeVisible()

  expect(await readEmail(page, email, 'Solicitud de cambio de e-mail')).toContain('nu•')
  const mail = await readEmail(page, newEmail, 'Confirma tu nuevo e-mail')
  const link = /\/correo\/[\w-]+/.exec(mail)?.[0] ?? ''
  await page.goto(link)
  await expectAccessible()
  await page.getByRole('button', { name: 'CONFIRMAR MI E-MAIL' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tu e-mail fue confirmado' })).toBeVisible()
  await expectAccessible()
  await page.getByRole('link', { name: 'Ver mi perfil' }).click()
  await expect(data.getByText(newEmail)).toBeVisible()

  await page.getByRole('tab', { name: 'Quién vio mis datos' }).click()
  // The passport was approved by another person.
  await expect(page.getByText('Rodrigo Alberto Sáez Prado').first()).toBeVisible()
  await expect(page.getByText('Tú', { exact: true })).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Mostrar también lo que hice yo' }).check()
  await expect(page.getByText(/^Cambió tus nombres, .+ y tu fotografía$/)).toBeVisible()
  await expect(page.getByText('Tú', { exact: true }).first()).toBeVisible()
  await expectAccessible()
})

test('a patient changes their password and deletes the profile using only the keyboard', async ({
  page,
  expectAccessible,
}) => {
  // This journey is long, and takes twice as long on a busy machine.
  test.slow()
  const passport = 'PL100001'
  const email = 'adios@ejemplo.cl'
  const changed = 'Quebrada-Seca-28'
  const press = (key: string) => page.keyboard.press(key)
  const type = (text: string) => page.keyboard.type(text)
  const field = (label: string) => page.getByLabel(label, { exact: true })
  await createAccount(page, { passport, firstName: 'Elsa', email, password })
  await signIn(page, { passport }, password)
  await expect(page.getByRole('heading', { level: 1, name: 'Bienvenida, Elsa' })).toBeVisible()

  await page.goto('/dashboard/perfil')
  await tabTo(page, page.getByRole('tab', { name: 'Mis datos', exact: true }))
  await press('ArrowRight')
  await press('ArrowRight')
  await press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'Cambiar contraseña' })).toBeVisible()
  await expectAccessible()
  await tabTo(page, field('Contraseña actual'))
  await type('Equivocada-1')
  await tabTo(page, field('Nueva contraseña'))
  await type(changed)
  await tabTo(page, field('Confirmar nueva contraseña'))
  await type(changed)
  await press('Enter')
  const rejected = page.getByRole('dialog', { name: 'La contraseña actual no es correcta' })
  await expect(rejected).toBeVisible()
  await press('Escape')
  await expect(rejected).toBeHidden()
  await expect(field('Nueva contraseña')).toHaveValue(changed)
  await field('Contraseña actual').focus()
  await press('ControlOrMeta+a')
  await type(password)
  await press('Enter')
  const saved = page.getByRole('dialog', { name: '¡Los cambios fueron guardados con éxito!' })
  await expect(saved).toBeVisible()
  await press('Escape')
  await expect(saved).toBeHidden()
  await expect(field('Nueva contraseña')).toHaveValue('')
  await signOut(page)
  await signIn(page, { passport }, changed)
  await expect(page.getByRole('heading', { level: 1, name: 'Bienvenida, Elsa' })).toBeVisible()

  await page.goto('/dashboard/perfil?tab=eliminar-perfil')
  const leave = page.getByRole('button', { name: 'ELIMINAR MI PERFIL' })
  const asked = page.getByRole('dialog', { name: '¿Quieres eliminar tu perfil?' })
  await expectAccessible()
  await tabTo(page, leave)
  await press('Enter')
  await expect(asked).toBeVisible()
  await expectAccessible()
  await tabTo(page, asked.getByRole('button', { name: 'CANCELAR' }))
  await press('Enter')
  await expect(asked).toBeHidden()
  await expect(leave).toBeFocused()
  await press('Enter')
  await tabTo(page, asked.getByRole('button', { name: 'ELIMINAR', exact: true }))
  await press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeVisible()
  await expect(page.getByText('El perfil ha sido eliminado')).toBeVisible()
  await expectAccessible()
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  expect(await readEmail(page, email, 'Perfil eliminado')).toContain('Hola, Elsa')

  await signIn(page, { passport }, changed)
  const gone = page.getByRole('dialog', { name: 'El perfil ha sido eliminado' })
  await expect(gone).toBeVisible()
  await expectAccessible()
})
