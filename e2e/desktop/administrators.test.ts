/** The account of an administrator: opened by a super administrator, and limited to the front desk of a site. */
import { expect } from '@playwright/test'
import { test } from '../journey.ts'
import {
  chooseOption,
  clinicPassword,
  enter,
  fillAccountForm,
  findTemporaryPassword,
  readEmail,
  signIn,
  signOut,
} from '../steps.ts'

const passport = 'AD300001'
const email = 'recepcion@ejemplo.cl'
const password = 'Mostrador-Claro-2031'

test('a super administrator opens the account of a member of staff and limits it to a site', async ({
  page,
  expectAccessible,
}) => {
  await enter(page, { run: '11.111.111-1' }, clinicPassword, '/admin')
  await test.step('a super administrator opens an administrator’s account', async () => {
    await page.getByRole('link', { name: 'CREAR ADMINISTRADOR' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Crear administrador' })).toBeVisible()
    await fillAccountForm(page, { passport, firstName: 'Ingrid', lastName: 'Solberg', email })
    const done = page.getByRole('dialog', { name: '¡Usuario registrado con éxito!' })
    await expect(done.getByText(/^Avisamos por correo a .+ una contraseña temporal/)).toBeVisible()
    await done.getByRole('button', { name: 'Volver a usuarios' }).click()
  })
  await test.step('a super administrator limits a member of the front desk to a site, who is mailed and begins at the arrivals', async () => {
    await page
      .getByRole('searchbox', { name: 'Buscar por nombre, documento, teléfono o e-mail' })
      .fill(passport)
    await page.getByRole('link', { name: 'Editar a Ingrid Solberg' }).click()
    const permissions = page.getByRole('region', { name: 'Permisos' })
    await chooseOption(page, 'Permisos', 'Mesón')
    await permissions.getByRole('checkbox', { name: 'Todas las sedes' }).uncheck()
    await permissions.getByRole('button', { name: 'Guardar permisos' }).click()
    await expect(permissions.getByRole('alert')).toHaveText('Selecciona al menos una sede')
    await permissions.getByRole('checkbox', { name: 'Maipú' }).check()
    await expectAccessible()
    await permissions.getByRole('button', { name: 'Guardar permisos' }).click()
    await expect(permissions.getByText('Los permisos quedaron guardados')).toBeVisible()
    await signOut(page)

    const notice = await readEmail(page, email, 'Tus permisos en Mi Portal cambiaron')
    expect(notice).toContain('Mesón')
    expect(notice).toContain('Maipú')
    const temporary = findTemporaryPassword(
      await readEmail(page, email, 'Te damos la bienvenida a Mi Portal'),
    )
    await signIn(page, { passport }, temporary, '/admin')
    await page.waitForURL('**/admin/cambiar-contrasena')
    await page.getByLabel('Nueva contraseña', { exact: true }).fill(password)
    await page.getByLabel('Confirmar nueva contraseña').fill(password)
    await page.getByRole('button', { name: 'GUARDAR CAMBIOS' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Continuar' }).click()
    await page.waitForURL('**/admin/llegadas')
  })
})
