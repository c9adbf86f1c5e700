import { expect, type Locator, type Page } from '@playwright/test'
import { test } from './journey.ts'
import {
  approveAccount,
  chooseOption,
  createPhoto,
  fillDocument,
  isPhone,
  readEmail,
  signIn,
  tabTo,
} from './steps.ts'

const password = 'Quebrada-Honda-27'
const cardNumber = 'A1B2C3D4E5'

async function startRegistration(page: Page, document: { run: string } | { passport: string }) {
  await page.goto('/')
  await page.getByRole('link', { name: 'REGISTRARME' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Regístrate' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'CONTINUAR' })).toBeDisabled()
  await fillDocument(page, document)
  if ('run' in document) await page.getByLabel('Número de documento').fill(cardNumber)
  else await page.getByLabel('País que emitió el pasaporte').selectOption('Francia')
  await page.getByLabel('E-mail').fill('persona@ejemplo.cl')
  await page.getByLabel('Celular').fill('912345678')
}

async function fillAccountForm(page: Page) {
  await chooseOption(page, 'Nacionalidad', 'Chilena')
  await chooseOption(page, 'Previsión', 'Fonasa')
  await chooseOption(page, 'Género', 'Femenino')
  await page.getByLabel('Dirección').fill('Los Aromos 1240')
  await chooseOption(page, 'Región', 'Metropolitana de Santiago')
  await chooseOption(page, 'Provincia', 'Santiago')
  await chooseOption(page, 'Comuna', 'Maipú')
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByLabel('Confirmar contraseña').fill(password)
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

/**
 * Chooses a photo as large as a camera's in a file field, and returns its size in bytes. The page creates it itself: sending megabytes to a
 * browser takes longer on a busy machine than an action may.
 */
function choosePhotoOfCamera(field: Locator): Promise<number> {
  return field.evaluate(async (input) => {
    if (!(input instanceof HTMLInputElement)) throw new Error('this is no file field')
    const tile = new OffscreenCanvas(256, 256)
    const noise = new ImageData(256, 256)
    for (let i = 0; i < noise.data.length; i++) noise.data[i] = i % 4 === 3 ? 255 : Math.random() * 256
    tile.getContext('2d')?.putImageData(noise, 0, 0)
    const photo = new OffscreenCanvas(3000, 2200)
    const drawing = photo.getContext('2d')
    const pattern = drawing?.createPattern(tile, 'repeat')
    if (!drawing || !pattern) throw new Error('this browser does not draw')
    drawing.fillStyle = pattern
    drawing.fillRect(0, 0, photo.width, photo.height)
    const blob = await photo.convertToBlob({ type: 'image/jpeg', quality: 1 })
    const chosen = new DataTransfer()
    chosen.items.add(new File([blob], 'IMG_2041.jpg', { type: blob.type }))
    input.files = chosen.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
    return blob.size
  })
}

test('a person registers with a run and the identity check, and signs in', async ({
  page,
  expectAccessible,
}, info) => {
  // Opening two windows and drawing and compressing a camera image are slow on a busy machine.
  test.setTimeout(120_000)
  const run = '16.789.012-1'
  await startRegistration(page, { run })
  await expectAccessible()
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
  if (!isPhone(info)) {
    expect(await window.evaluate(() => [innerWidth, innerHeight])).toEqual([1024, 640])
  }
  await expectAccessible(window)
  await passIdentityCheck(window)
  await expect(page.getByRole('heading', { level: 1, name: 'Crea tu cuenta' })).toBeVisible()
  expect(window.isClosed()).toBe(true)
  await expect(page.getByLabel('Nombres')).not.toHaveValue('')
  await expect(page.getByLabel('Fecha de nacimiento')).toHaveValue(/^\d\d\/\d\d\/\d{4}$/)
  await expectAccessible()

  expect(await choosePhotoOfCamera(page.getByLabel('Fotografía', { exact: true }))).toBeGreaterThan(6_000_000)
  await expect(page.getByRole('img', { name: 'Tu fotografía' })).toBeVisible()

  await fillAccountForm(page)
  await page.getByRole('button', { name: 'Leer en pantalla' }).click()
  const terms = page.getByRole('dialog', { name: 'Términos y condiciones' })
  await expect(terms.getByRole('button', { name: 'ACEPTAR' })).toBeDisabled()
  await expectAccessible()
  await terms.getByRole('checkbox').check()
  await terms.getByRole('button', { name: 'ACEPTAR' }).click()
  await page.getByRole('button', { name: 'REGISTRARME' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Registro exitoso' })).toBeVisible()
  await expect(page.getByText(/e-mail de confirmación a persona@ejemplo\.cl/)).toBeVisible()
  await expectAccessible()
  expect(await page.evaluate(() => localStorage.getItem('formData'))).toBeNull()

  await page.getByRole('link', { name: 'IR A MI PORTAL' }).click()
  await fillDocument(page, { run })
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'INICIAR SESIÓN' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Bienvenida, / })).toBeVisible()

  // Until the address is verified, every page shows a banner.
  await expect(page.getByText('Verifica tu correo')).toBeVisible()
  await expectAccessible()
  await page.goto('/dashboard/solicitudes')
  await expect(page.getByText('Verifica tu correo')).toBeVisible()
  const mail = await readEmail(page, 'persona@ejemplo.cl', 'Tu cuenta en Mi Portal está lista')
  await page.goto(/\/correo\/\S+/.exec(mail)?.[0] ?? '/correo/')
  await page.getByRole('button', { name: 'CONFIRMAR MI E-MAIL' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tu e-mail fue confirmado' })).toBeVisible()
  await expectAccessible()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: /^Bienvenida, / })).toBeVisible()
  await expect(page.getByText('Verifica tu correo')).toHaveCount(0)
})

test('a registered document and a wrong card number show errors and keep the input', async ({ page }) => {
  await startRegistration(page, { run: '12.345.678-5' })
  await page.getByRole('button', { name: 'CONTINUAR' }).click()
  await expect(page.getByText('El documento ya se encuentra registrado')).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveValue('persona@ejemplo.cl')

  await page.getByRole('textbox', { name: 'RUT' }).fill('10.011.012-1')
  await page.getByLabel('Número de documento').fill('ZZZZ999999')
  await page.getByRole('button', { name: 'CONTINUAR' }).click()
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'CONFIRMAR' }).click()
  await opening
  await expect(page.getByText('El RUT o el número de documento no coinciden')).toBeVisible()

  await page.goto('/registrar/run')
  await expect(page.getByRole('heading', { level: 1, name: 'Regístrate' })).toBeVisible()
})

test('a passport registration shows all errors, succeeds after correction, and the person signs in after staff approve it', async ({
  page,
  expectAccessible,
}) => {
  const passport = 'AB123456'
  const mailbox = 'pasaporte@ejemplo.cl'
  await startRegistration(page, { passport })
  await page.getByRole('button', { name: 'CONTINUAR' }).click()

  await expect(page.getByRole('heading', { level: 2, name: 'Fotografía de tu pasaporte' })).toBeVisible()
  await page.getByRole('button', { name: 'CONTINUAR' }).click()
  await expect(page.getByText('Selecciona Fotografía de tu pasaporte')).toBeVisible()
  await expect(page.getByText('Selecciona Fotografía de ti con tu pasaporte')).toBeVisible()
  await expectAccessible()
  const text = { name: 'notas.txt', mimeType: 'text/plain', buffer: Buffer.from('nada') }
  await page.locator('input[type=file]').first().setInputFiles(text)
  await expect(page.getByText('Selecciona formato png o jpg')).toBeVisible()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await createPhoto(page, 'pasaporte.jpg'))
  await page
    .locator('input[type=file]')
    .nth(1)
    .setInputFiles(await createPhoto(page, 'yo.jpg'))
  await page.getByRole('button', { name: 'CONTINUAR' }).click()

  await page.getByLabel('E-mail').fill('persona@')
  await page.getByLabel('Teléfono').fill('123')
  await page.getByLabel('Fecha de nacimiento').fill('32/01/1990')
  await page.getByLabel('Contraseña', { exact: true }).fill('corta')
  await page.getByLabel('Confirmar contraseña').fill('distinta')
  await page.getByRole('button', { name: 'REGISTRARME' }).click()
  const summary = page.getByRole('alert')
  await expect(summary.getByRole('heading', { name: 'Hay 15 datos por corregir' })).toBeVisible()
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link')).toHaveText([
    'Digita Nombre',
    'Digita Primer apellido',
    'Selecciona Fecha de nacimiento',
    'Selecciona Nacionalidad',
    'Selecciona Previsión',
    'Selecciona Género',
    'Digita E-mail válido',
    'Digita Teléfono válido',
    'Digita Dirección',
    'Selecciona Región',
    'Selecciona Provincia',
    'Selecciona Comuna',
    'Digita mínimo 8 caracteres',
    'Las contraseñas no coinciden',
    'Acepta términos y condiciones',
  ])
  await expectAccessible()
  await summary.getByRole('link', { name: 'Digita Nombre' }).click()
  await expect(page.getByLabel('Nombres')).toBeFocused()

  await page.getByLabel('Nombres').fill('John Edward')
  await page.getByLabel('Primer apellido').fill('Smith')
  await page.getByLabel('Fecha de nacimiento').fill('01/06/2015')
  const notice = page.getByRole('dialog', { name: 'Información importante' })
  await notice.getByRole('button', { name: 'Entendido' }).click()
  await page.getByLabel('Fecha de nacimiento').fill('08/08/1984')
  await page.getByLabel('E-mail').fill(mailbox)
  await page.getByLabel('Teléfono').fill('987654321')
  await fillAccountForm(page)
  for (const text of [/^Leí y acepto los términos/, /^Leí y acepto el aviso/])
    await page.getByRole('checkbox', { name: text }).check()
  // Only the server knows that this password is too common.
  await page.getByLabel('Contraseña', { exact: true }).fill('Password1')
  await page.getByLabel('Confirmar contraseña').fill('Password1')
  await page.getByRole('button', { name: 'REGISTRARME' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ha ocurrido un error' })).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'REINTENTAR' }).click()
  await expect(page.getByText('Hay 1 dato por corregir')).toBeVisible()
  await expect(page.getByLabel('Dirección')).toHaveValue('Los Aromos 1240')

  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByLabel('Confirmar contraseña').fill(password)
  const registered = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/api/patients'),
  )
  await page.getByRole('button', { name: 'REGISTRARME' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Registro exitoso' })).toBeVisible()
  await expect(page.getByText(/48 horas hábiles/)).toBeVisible()
  const { patient } = await (await registered).json()

  await signIn(page, { passport }, password)
  await expect(page.getByText(/Estamos validando tu identidad/)).toBeVisible()
  await expectAccessible()
  await approveAccount(page, patient.id)
  expect(await readEmail(page, mailbox, 'Tu cuenta en Mi Portal fue validada')).toContain('Hola, John Edward')
  await signIn(page, { passport }, password)
  await expect(page.getByRole('heading', { level: 1, name: 'Bienvenida, John Edward' })).toBeVisible()
})

test('a person registers with a passport using only the keyboard', async ({ page }) => {
  const press = (key: string) => page.keyboard.press(key)
  const type = (text: string) => page.keyboard.type(text)
  await page.goto('/registrar')
  await expect(page.getByRole('heading', { level: 1, name: 'Regístrate' })).toBeVisible()
  await tabTo(page, page.getByRole('radio', { name: 'RUT' }))
  await press('ArrowRight')
  await tabTo(page, page.getByRole('textbox', { name: 'Pasaporte' }))
  await type('KB123456')
  await tabTo(page, page.getByRole('combobox', { name: 'País que emitió el pasaporte' }))
  // The keyboard of the browser's own list has no accents.
  await type('Per')
  await expect(page.getByRole('combobox', { name: 'País que emitió el pasaporte' })).toHaveValue('PE')
  await tabTo(page, page.getByLabel('E-mail'))
  await type('teclado@ejemplo.cl')
  await tabTo(page, page.getByLabel('Celular'))
  await type('912345678')
  await press('Enter')

  for (const name of ['Fotografía de tu pasaporte', 'Fotografía de ti con tu pasaporte']) {
    const button = page.getByRole('button', { name: `Elegir archivo: ${name}` })
    await expect(button).toBeVisible()
    const file = await createPhoto(page, 'foto.jpg')
    // The browser learns that the journey chooses the file while the focus moves. A key that follows at once could be faster.
    const asked = page.waitForEvent('filechooser')
    await tabTo(page, button)
    await press('Enter')
    await (await asked).setFiles(file)
    await expect(page.getByRole('img', { name: `${name}, elegida` })).toBeVisible()
  }
  await tabTo(page, page.getByRole('button', { name: 'CONTINUAR' }))
  await press('Enter')

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
  await tabTo(page, page.getByLabel('Fecha de nacimiento'))
  await type('14031987')
  await list('Nacionalidad', 'Japon', 'Japonesa')
  await list('Previsión', 'Fonasa')
  await list('Género', 'Femenino')
  await tabTo(page, field('Dirección'))
  await type('Los Aromos 1240')
  await list('Región', 'Metropolitana', 'Metropolitana de Santiago')
  await list('Provincia', 'Santiago')
  await list('Comuna', 'Maip', 'Maipú')
  await tabTo(page, field('Contraseña'))
  await type(password)
  await tabTo(page, field('Confirmar contraseña'))
  await type(password)
  for (const text of [/^Leí y acepto los términos/, /^Leí y acepto el aviso/]) {
    await tabTo(page, page.getByRole('checkbox', { name: text }))
    await press('Space')
  }
  await tabTo(page, page.getByRole('button', { name: 'REGISTRARME' }))
  await press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Registro exitoso' })).toBeVisible()
})

test('everyone can read the terms and the privacy notice in full and as PDF', async ({
  page,
  expectAccessible,
}) => {
  for (const [link, kind] of [
    ['Términos y condiciones', 'terms'],
    ['Aviso de privacidad', 'privacy'],
  ] as const) {
    await page.goto('/')
    await page.getByRole('link', { name: link }).click()
    await expect(page.getByRole('heading', { level: 1, name: link })).toBeVisible()
    await expect(page.getByText(/^Versión .+, vigente desde el/)).toBeVisible()
    const words = (await page.getByRole('article').innerText()).split(/\s+/).length
    expect(words).toBeGreaterThan(1200)
    await expectAccessible()
    const pdf = await page.request.get(`/api/legals/texts/${kind}/pdf`)
    expect(pdf.headers()['content-type']).toBe('application/pdf')
  }
})
