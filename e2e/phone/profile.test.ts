/** A patient changes her data, takes a copy of them with her, and leaves. */
import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { test } from '../journey.ts'
import { chooseOption, createAccount, createPhoto, enter, readEmail, signIn, tabTo } from '../steps.ts'

const password = 'Quebrada-Honda-27'
const passport = 'PF100001'
const email = 'perfil@ejemplo.cl'
const newEmail = 'nuevo@ejemplo.cl'

test('a patient changes all her data, exports them, accepts the terms again, and deletes the profile by keyboard', async ({
  page,
  expectAccessible,
}) => {
  await createAccount(page, { passport, firstName: 'Rosa', email, password })
  await enter(page, { passport }, password)
  await test.step('she changes all her data, confirms a new e-mail, and sees who read the data', async () => {
    await page.goto('/dashboard/perfil')
    await expect(page.getByRole('heading', { level: 1, name: 'Mi cuenta' })).toBeVisible()
    await expectAccessible()
    await page.getByRole('navigation', { name: 'Mi cuenta' }).getByRole('link', { name: 'Mis datos' }).click()
    const data = page.getByRole('region', { name: 'Mis datos' })
    await expect(data.getByText('Pasaporte')).toBeVisible()
    await expect(data.getByText(passport)).toBeVisible()
    await page.getByRole('button', { name: 'Cambiar datos' }).click()
    await expect(page.getByLabel('Nombres')).toHaveValue('Rosa')

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
    await expect(saved.getByText(/Confirma tu nuevo e-mail desde el mensaje a nu•+@/)).toBeVisible()
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
    await page.getByRole('button', { name: 'CONFIRMAR MI E-MAIL' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Tu e-mail fue confirmado' })).toBeVisible()
    await page.getByRole('link', { name: 'Ver mi perfil' }).click()
    await expect(data.getByText(newEmail)).toBeVisible()

    await page.getByRole('tab', { name: 'Quién vio mis datos' }).click()
    // The passport was approved by another person.
    await expect(page.getByText('Rodrigo Alberto Sáez Prado').first()).toBeVisible()
    await expect(page.getByText('Tú', { exact: true })).toHaveCount(0)
    await page
      .getByRole('button', { name: /^Reclamar este acceso de Rodrigo/ })
      .first()
      .click()
    const claim = page.getByRole('dialog', { name: 'Reclamar este acceso' })
    await claim.getByLabel(/Por qué lo reclamas/).fill('No sé por qué abrió mi cuenta')
    await expectAccessible()
    await claim.getByRole('button', { name: 'Enviar reclamo' }).click()
    await page.getByRole('dialog', { name: 'Recibimos tu reclamo' }).getByRole('button').last().click()
    await expect(page.getByText(/^Reclamado el .+ Te responderemos a más tardar el/)).toBeVisible()
    await page.getByRole('checkbox', { name: 'Mostrar también lo que hice yo' }).check()
    await expect(page.getByText(/^Cambió tus nombres, .+ y tu fotografía$/)).toBeVisible()
    await expect(page.getByText('Tú', { exact: true }).first()).toBeVisible()
  })
  await test.step('she requests an export of all her data and downloads both files, each once', async () => {
    await page.goto('/dashboard/perfil/datos-personales')
    await expect(page.getByText('Reclamo de un acceso')).toBeVisible()
    const card = page.getByRole('region', { name: 'Copia de mis datos' })
    await expect(card.getByText('Aún no has pedido copias.')).toBeVisible()
    await card.getByRole('button', { name: 'Pedir una copia' }).click()
    await expect(card.getByText('Lista', { exact: true })).toBeVisible()

    const bundle = page.waitForEvent('download')
    await card.getByRole('button', { name: 'Para otros sistemas (FHIR)' }).click()
    const text = await readFile(await (await bundle).path(), 'utf8')
    expect(JSON.parse(text)).toMatchObject({ resourceType: 'Bundle', type: 'collection' })
    const pdf = page.waitForEvent('download')
    await card.getByRole('button', { name: 'Documento PDF' }).click()
    expect((await readFile(await (await pdf).path())).subarray(0, 5).toString()).toBe('%PDF-')
    await expect(card.getByText('No disponible')).toBeVisible()
  })
  await test.step('she withdraws acceptance of the terms, is asked again, and continues on the same page', async () => {
    await page.goto('/dashboard/perfil/datos-personales')
    await page.getByRole('button', { name: 'Retirar: Términos y condiciones' }).click()
    const asking = page.getByRole('dialog', { name: '¿Quieres retirar este consentimiento?' })
    await expect(asking.getByText(/No podrás usar el portal/)).toBeVisible()
    await expectAccessible()
    await asking.getByRole('button', { name: 'RETIRAR' }).click()
    await expect(asking).toBeHidden()
    await page.goto('/dashboard/consultas-medicas')
    const gate = page.getByRole('dialog', { name: 'Antes de continuar' })
    await expect(gate.getByRole('button', { name: 'ACEPTAR Y CONTINUAR' })).toBeDisabled()
    await expectAccessible()
    await gate.getByRole('checkbox', { name: /términos y condiciones/ }).check()
    await gate.getByRole('button', { name: 'ACEPTAR Y CONTINUAR' }).click()
    await expect(gate).toBeHidden()
    await expect(page).toHaveURL(/consultas-medicas/)
    await expect(page.getByRole('heading', { level: 1, name: 'Consultas médicas' })).toBeVisible()
  })
  await test.step('she deletes the profile using only the keyboard', async () => {
    const press = (key: string) => page.keyboard.press(key)
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
    expect(await readEmail(page, newEmail, 'Perfil eliminado')).toContain('Hola, Rosa Elvira')

    await signIn(page, { passport }, password)
    const gone = page.getByRole('dialog', { name: 'El perfil ha sido eliminado' })
    await expect(gone).toBeVisible()
    await expectAccessible()
  })
})
