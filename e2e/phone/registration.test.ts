/** Registration with the identity check, and with a passport by keyboard alone. */
import { expect, type Page } from '@playwright/test'
import { test } from '../journey.ts'
import {
  approveAccount,
  createPhoto,
  enter,
  fillDocument,
  fillSections,
  readEmail,
  signIn,
  tabTo,
} from '../steps.ts'

const password = 'Quebrada-Honda-27'

async function startRegistration(page: Page, run: string) {
  await page.goto('/')
  await page.getByRole('link', { name: 'REGISTRARME' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Regístrate' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'CONTINUAR' })).toBeDisabled()
  await fillDocument(page, { run })
  await page.getByLabel('Número de documento').fill('A1B2C3D4E5')
  await page.getByLabel('E-mail').fill('persona@ejemplo.cl')
  await page.getByLabel('Celular').fill('912345678')
}

/** Answers the questions of the identity window; the demonstration marks the right answers. */
async function passIdentityCheck(window: Page) {
  for (const number of [1, 2, 3]) {
    await expect(window.getByText(`Pregunta ${number} de 3`)).toBeVisible()
    await window.getByText('Demostración: respuesta correcta').click()
    await window.getByRole('button', { name: 'CONTINUAR' }).click()
  }
}

async function openIdentityWindow(page: Page): Promise<Page> {
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'CONFIRMAR' }).click()
  const window = await opening
  await expect(window.getByRole('heading', { level: 1, name: 'Valida tu identidad' })).toBeVisible()
  return window
}

test('a person registers with a run and the identity check, and signs in', async ({
  page,
  expectAccessible,
}) => {
  const run = '16.789.012-1'
  await startRegistration(page, run)
  await page.getByRole('button', { name: '¿Dónde está el número de documento?' }).click()
  await expect(page.getByRole('img', { name: /cédula de identidad/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'CONTINUAR' }).click()
  await expect(page.getByRole('heading', { name: 'Valida tu identidad' })).toBeVisible()
  await expectAccessible()

  const given_up = await openIdentityWindow(page)
  await given_up.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByText('La validación no se completó')).toBeVisible()
  expect(given_up.isClosed()).toBe(true)

  const window = await openIdentityWindow(page)
  await expectAccessible(window)
  await passIdentityCheck(window)
  await expect(page.getByRole('heading', { level: 1, name: 'Crea tu cuenta' })).toBeVisible()
  expect(window.isClosed()).toBe(true)
  await expect(page.getByLabel('Nombres')).not.toHaveValue('')

  await fillSections(page, password)
  await page.getByRole('button', { name: 'Leer en pantalla' }).click()
  const terms = page.getByRole('dialog', { name: 'Términos y condiciones' })
  await expect(terms.getByRole('button', { name: 'ACEPTAR' })).toBeDisabled()
  await expectAccessible()
  await terms.getByRole('checkbox').check()
  await terms.getByRole('button', { name: 'ACEPTAR' }).click()
  await page.getByRole('button', { name: 'REGISTRARME' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Registro exitoso' })).toBeVisible()
  await expect(page.getByText(/Te enviamos un correo a pe.+@ejemplo\.cl/)).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('formData'))).toBeNull()

  await page.getByRole('link', { name: 'IR A MI PORTAL' }).click()
  await fillDocument(page, { run })
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'INICIAR SESIÓN' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Bienvenida, / })).toBeVisible()

  // Until the address is verified, the home page says so.
  await expect(page.getByText('Confirma tu correo para recibir avisos.')).toBeVisible()
  const mail = await readEmail(page, 'persona@ejemplo.cl', 'Tu cuenta en Mi Portal está lista')
  await page.goto(/\/correo\/\S+/.exec(mail)?.[0] ?? '/correo/')
  await page.getByRole('button', { name: 'CONFIRMAR MI E-MAIL' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tu e-mail fue confirmado' })).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: /^Bienvenida, / })).toBeVisible()
  await expect(page.getByText('Confirma tu correo para recibir avisos.')).toHaveCount(0)
})

test('a person registers with a passport using only the keyboard, and signs in after staff approve it', async ({
  page,
}) => {
  const passport = 'KB123456'
  const mailbox = 'teclado@ejemplo.cl'
  const press = (key: string) => page.keyboard.press(key)
  const type = (text: string) => page.keyboard.type(text)
  await page.goto('/registrar')
  await expect(page.getByRole('heading', { level: 1, name: 'Regístrate' })).toBeVisible()
  await tabTo(page, page.getByRole('radio', { name: 'RUT' }))
  await press('ArrowRight')
  await tabTo(page, page.getByRole('textbox', { name: 'Pasaporte' }))
  const readHeight = () => page.evaluate(() => document.documentElement.scrollHeight)
  await type(passport)
  await tabTo(page, page.getByRole('combobox', { name: 'País que emitió el pasaporte' }))
  expect(await readHeight()).toBeLessThan(1370)
  await type('Perú')
  await press('Enter')
  await tabTo(page, page.getByLabel('E-mail'))
  await type(mailbox)
  await tabTo(page, page.getByLabel('Celular'))
  await type('912345678')
  await press('Enter')

  for (const name of ['Fotografía de tu pasaporte', 'Fotografía de ti con tu pasaporte']) {
    const button = page.getByRole('button', { name: `Elegir archivo: ${name}` })
    await expect(button).toBeVisible()
    expect(await readHeight()).toBeLessThan(1400)
    const file = await createPhoto(page, 'foto.jpg')
    // The browser learns that the journey chooses the file while the focus moves. A key that follows at once could be faster.
    const asked = page.waitForEvent('filechooser')
    await tabTo(page, button)
    await press('Enter')
    await (await asked).setFiles(file)
    await expect(page.getByRole('img', { name: `${name}, elegida` })).toBeVisible()
  }
  const next = async () => {
    await tabTo(page, page.getByRole('button', { name: 'CONTINUAR' }))
    await press('Enter')
  }
  await next()

  await expect(page.getByLabel('Nombres')).toBeVisible()
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const list = async (label: string, typed: string, option = typed) => {
    const box = page.getByRole('combobox', { name: label })
    await expect(box).toBeEnabled()
    await tabTo(page, box)
    await type(typed)
    await expect(page.getByRole('option', { name: option, exact: true })).toBeVisible()
    await press('Enter')
    await expect(box).toHaveAttribute('aria-expanded', 'false')
    await expect(box).toHaveValue(option)
  }
  await tabTo(page, field('Nombres'))
  await type('Keiko')
  await tabTo(page, field('Primer apellido'))
  await type('Tanaka')
  await next()
  await tabTo(page, page.getByLabel('Fecha de nacimiento'))
  await type('14031987')
  await list('Nacionalidad', 'Japon', 'Japonesa')
  await list('Previsión', 'Fonasa')
  await list('Género', 'Femenino')
  await next()
  await tabTo(page, field('Dirección'))
  await type('Los Aromos 1240')
  await list('Región', 'Metropolitana', 'Metropolitana de Santiago')
  await list('Provincia', 'Santiago')
  await list('Comuna', 'Maip', 'Maipú')
  await next()
  await tabTo(page, field('Contraseña'))
  await type(password)
  await tabTo(page, field('Confirmar contraseña'))
  await type(password)
  await next()
  for (const text of [/^Leí y acepto los términos/, /^Leí y acepto el aviso/]) {
    await tabTo(page, page.getByRole('checkbox', { name: text }))
    await press('Space')
  }
  await tabTo(page, page.getByRole('button', { name: 'REGISTRARME' }))
  const registered = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/api/patients'),
  )
  await press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Registro exitoso' })).toBeVisible()
  await expect(page.getByText(/48 horas hábiles/)).toBeVisible()
  const { patient } = await (await registered).json()

  await signIn(page, { passport }, password)
  await expect(page.getByText(/Estamos validando tu identidad/)).toBeVisible()
  await approveAccount(page, patient.id)
  expect(await readEmail(page, mailbox, 'Tu cuenta en Mi Portal fue validada')).toContain('Hola, Keiko')
  await enter(page, { passport }, password)
})
