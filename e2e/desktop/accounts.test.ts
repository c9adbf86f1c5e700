/** What staff do with a patient's account: one opens it for a person without a record, and two change its document. */
import { expect } from '@playwright/test'
import { test } from '../journey.ts'
import {
  clinicPassword,
  enter,
  fillAccountForm,
  fillDocument,
  findTemporaryPassword,
  readEmail,
  signIn,
  signOut,
} from '../steps.ts'

const administrator = { run: '22.222.222-2' }
const superAdministrator = { run: '11.111.111-1' }
const searchLabel = 'Buscar por nombre, documento, teléfono o e-mail'
const waits = 'Queda por confirmar por otra persona del equipo'
const passport = 'US200001'
const email = 'creada@ejemplo.cl'

test('a member of staff writes down a record and opens an account, and two change its document', async ({
  page,
  expectAccessible,
}) => {
  await test.step('a member of staff writes down a record and opens its account, its owner signs in with the password of the e-mail, and staff disable and enable it', async () => {
    await signIn(page, administrator, clinicPassword, '/admin')
    await page.getByRole('link', { name: 'CREAR FICHA' }).click()
    await page.getByRole('button', { name: 'CREAR FICHA' }).click()
    await expect(page.getByRole('heading', { name: 'Hay 5 datos por corregir' })).toBeVisible()
    await fillDocument(page, { run: '16.789.012-1' })
    await page.getByLabel('Nombres').fill('Rosa Elena')
    await page.getByLabel('Primer apellido').fill('Mena')
    await page.getByLabel('Fecha de nacimiento').fill('05/05/1951')
    await page.getByLabel('Teléfono').fill('912345678')
    await expectAccessible()
    await page.getByRole('button', { name: 'CREAR FICHA' }).click()
    const written = page.getByRole('dialog', { name: 'Ficha creada' })
    await expect(written.getByText(/Guardamos la ficha de Rosa Elena Mena/)).toBeVisible()
    await expectAccessible()
    await written.getByRole('button', { name: 'Abrir cuenta' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Abrir cuenta' })).toBeVisible()
    await page.goto('/admin/usuarios')
    await page.getByRole('link', { name: 'CREAR PACIENTE' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Crear paciente' })).toBeVisible()
    await page.getByRole('button', { name: 'REGISTRAR USUARIO' }).click()
    await expect(page.getByRole('heading', { name: 'Hay 14 datos por corregir' })).toBeVisible()
    await fillAccountForm(page, { passport, firstName: 'Helga', lastName: 'Lindqvist', email })
    const done = page.getByRole('dialog', { name: '¡Usuario registrado con éxito!' })
    await expect(done.getByText(/^Avisamos por correo a .+ una contraseña temporal/)).toBeVisible()
    await expectAccessible()
    await done.getByRole('button', { name: 'Volver a usuarios' }).click()
    await signOut(page)

    const mail = await readEmail(page, email, 'Te damos la bienvenida a Mi Portal')
    await signIn(page, { passport }, findTemporaryPassword(mail))
    await expect(page.getByText('Ingresaste con una contraseña temporal')).toBeVisible()
    await page.evaluate(() => localStorage.clear())

    await signIn(page, administrator, clinicPassword, '/admin')
    await page.getByRole('searchbox', { name: searchLabel }).fill(passport)
    const temporary = page.getByRole('button', { name: 'CON. TEMPORAL para Helga Lindqvist' })
    // A list that is still being filtered moves under the pointer.
    await expect(page.getByRole('button', { name: /^CON\. TEMPORAL para/ })).toHaveCount(1)
    await temporary.click()
    await page.getByRole('button', { name: 'Enviar' }).click()
    const sent = page.getByRole('dialog', { name: 'Contraseña temporal enviada' })
    await expect(sent).toBeVisible()
    await expect(sent).toBeHidden()
    await page.getByRole('button', { name: 'Deshabilitar a Helga Lindqvist' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deshabilitar' }).click()
    await page.getByRole('button', { name: 'Habilitar a Helga Lindqvist', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Habilitar' }).click()
    await expect(page.getByRole('button', { name: 'Deshabilitar a Helga Lindqvist' })).toBeVisible()
    await signOut(page)
  })
  await test.step('a changed document waits until a second member of staff sees both and confirms it, and its owner is mailed', async () => {
    await signIn(page, administrator, clinicPassword, '/admin')
    await page.getByRole('searchbox').fill(passport)
    await page.getByRole('searchbox').press('Enter')
    await page.getByRole('link', { name: 'Editar a Helga Lindqvist' }).click()
    await page.getByRole('textbox', { name: 'Pasaporte' }).fill('US200002')
    await page.getByRole('button', { name: 'GUARDAR CAMBIOS' }).click()
    const saved = page.getByRole('dialog', { name: waits })
    await expect(saved.getByText(/«Cambiar la identidad» se hará/)).toBeVisible()
    await expectAccessible()
    await saved.getByRole('button', { name: 'Seguir editando' }).click()
    await expect(page.getByRole('textbox', { name: 'Pasaporte' })).toHaveValue(passport)
    await expect(page.getByText(waits)).toBeVisible()
    await expectAccessible()
    await page.goto('/admin/por-confirmar')
    await expect(page.getByRole('button', { name: 'Retirar' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Confirmar' })).toBeHidden()
    await signOut(page)

    await enter(page, superAdministrator, clinicPassword, '/admin')
    await page.goto('/admin/inicio')
    await page.getByRole('link', { name: /Cambios por confirmar/ }).click()
    await expect(page.getByText('US200002')).toBeVisible()
    await page.getByRole('button', { name: 'Rechazar' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Rechazar' }).click()
    await expect(page.getByRole('dialog').getByText('Selecciona un motivo')).toBeVisible()
    await expectAccessible()
    await page.getByRole('dialog').getByRole('button', { name: 'Volver' }).click()
    await page.getByRole('button', { name: 'Confirmar' }).click()
    const question = page.getByRole('dialog', { name: /¿Confirmar «Cambiar la identidad» de Helga/ })
    await expect(question.getByText('US200002')).toBeVisible()
    await expectAccessible()
    await question.getByRole('button', { name: 'Confirmar' }).click()
    await expect(page.getByText('No hay cambios por confirmar')).toBeVisible()
    await page.getByRole('tab', { name: 'Resueltas' }).click()
    await expect(page.getByText('Confirmada').first()).toBeVisible()
    await expectAccessible()
    await page.getByRole('tab', { name: 'Ingresos tras un cambio' }).click()
    await expect(page.getByText(/en los últimos 28 días/)).toBeVisible()

    const mail = await readEmail(page, email, 'Cambiamos datos de tu cuenta de Mi Portal')
    expect(mail).toContain('/proteger/no-fui-yo/')
  })
})
