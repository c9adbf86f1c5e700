/** The account of a patient: sign-ins that can be reviewed, a lock, a forgotten password, and a second device. */
import { expect } from '@playwright/test'
import { test } from '../journey.ts'
import {
  clinicPassword,
  createAccount,
  enter,
  fillDocument,
  findTemporaryPassword,
  readEmail,
  signIn,
  signOut,
} from '../steps.ts'

const passport = 'PS100001'
const email = 'seguridad@ejemplo.cl'
const password = 'Quebrada-Honda-27'

test('a patient locks the account, recovers the password, and signs in on another device', async ({
  page,
  openDevice,
  expectAccessible,
}) => {
  await createAccount(page, { passport, firstName: 'Sara', email, password })
  await test.step('she reviews her sign-ins, locks the account from the sign-in page, and staff unlock it', async () => {
    await signIn(page, { passport }, 'Equivocada-2026')
    await expect(page.getByRole('alert')).toContainText('Usuario o contraseña inválida')
    await enter(page, { passport }, password)

    await page.goto('/dashboard/seguridad')
    await expect(page.getByRole('heading', { level: 1, name: 'Mi seguridad' })).toBeVisible()
    await page.getByRole('heading', { name: 'Inicios de sesión' }).click()
    await expect(page.getByText('Sí, entró', { exact: true })).toBeVisible()
    await expect(page.getByText('No entró', { exact: true })).toBeVisible()
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
    await page.getByText('¿Problemas para entrar?').click()
    await page.getByRole('link', { name: 'Bloquear mi cuenta' }).click()
    await expect(page.getByRole('heading', { name: 'Bloquear mi cuenta' })).toBeVisible()
    await fillDocument(page, { passport })
    await page.getByRole('button', { name: 'ENVIAR ENLACE' }).click()
    await expect(page.getByRole('heading', { name: 'Revisa tu e-mail' })).toBeVisible()
    const mail = await readEmail(page, email, 'Bloquear tu cuenta de Mi Portal')
    const link = /\/proteger\/bloquear\/\S+/.exec(mail)?.[0] ?? ''
    await page.goto(link)
    await page.getByRole('button', { name: 'BLOQUEAR MI CUENTA' }).click()
    await expect(page.getByRole('heading', { name: 'Tu cuenta está bloqueada' })).toBeVisible()
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
    await security.getByRole('button', { name: 'Desbloquear' }).click()
    await page.getByRole('dialog').getByRole('checkbox').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Desbloquear' }).click()
    await expect(security.getByText('Sin bloqueo')).toBeVisible()
    await page.goto('/admin/por-confirmar')
    await expect(page.getByText('No hay cambios por confirmar')).toBeVisible()
    await expectAccessible()
    await signOut(page)
  })
  await test.step('a patient who forgot the password signs in with the one from the e-mail, and must choose another', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Recuperar contraseña' })).toBeVisible()
    await fillDocument(page, { passport: 'ZZ999999' })
    await page.getByRole('button', { name: 'RECUPERAR CONTRASEÑA' }).click()
    await expect(page.getByText('Lo sentimos, no existe una cuenta con esos datos')).toBeVisible()
    await page.getByRole('textbox', { name: 'Pasaporte' }).fill(passport)
    await page.getByRole('button', { name: 'RECUPERAR CONTRASEÑA' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Revisa tu e-mail' })).toBeFocused()
    await expect(page.getByText(/código temporal a tu e-mail s\S*•+@•+/)).toBeVisible()

    const mail = await readEmail(page, email, 'Contraseña temporal de Mi Portal')
    const temporary = findTemporaryPassword(mail)
    await signIn(page, { passport }, temporary)
    await expect(page.getByRole('heading', { level: 2, name: 'Cambiar contraseña' })).toBeVisible()
    await expect(page.getByText('Ingresaste con una contraseña temporal')).toBeVisible()
    await expect(page.getByLabel('Contraseña actual')).toBeDisabled()
    await expect(page.getByLabel('Contraseña actual')).toHaveValue(temporary)
    // No other page opens until the password is changed.
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 2, name: 'Cambiar contraseña' })).toBeVisible()

    // After a reload, only the patient knows the temporary password.
    await page.getByLabel('Contraseña actual').fill(temporary)
    await page.getByLabel('Nueva contraseña', { exact: true }).fill('Encontrada-Hoy-2031')
    await page.getByLabel('Confirmar nueva contraseña').fill('Encontrada-Hoy-2031')
    await page.getByRole('button', { name: 'GUARDAR CAMBIOS' }).click()
    const saved = page.getByRole('dialog', { name: '¡Los cambios fueron guardados con éxito!' })
    await saved.getByRole('button', { name: 'Continuar' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Bienvenida, Sara' })).toBeVisible()
    expect(await readEmail(page, email, 'Cambiaste tu contraseña de Mi Portal')).toContain('Hola, Sara')

    await page.goto('/dashboard')
    await signOut(page)
    await signIn(page, { passport }, temporary)
    await expect(page.getByText('Usuario o contraseña inválida')).toBeVisible()
    await enter(page, { passport }, 'Encontrada-Hoy-2031')
  })
  await test.step('a session opened on another device closes this one, and the page says why', async () => {
    const other = await openDevice()
    await enter(other, { passport }, 'Encontrada-Hoy-2031')
    const reason = page.getByText(/otro dispositivo/)
    // The page says it by itself if one of its own requests was rejected before.
    if (!(await reason.isVisible())) await page.goto('/dashboard/consultas-medicas')
    await expect(reason).toBeVisible()
  })
})
