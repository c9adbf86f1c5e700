/** Registration where staff validate a RUN: photos of the card and of the person, the page of the application, and the counter. */
import { expect, type Page } from '@playwright/test'
import { test } from '../journey.ts'
import {
  clinicPassword,
  createPhoto,
  enter,
  fillDocument,
  fillSections,
  readEmail,
  signIn,
  signOut,
} from '../steps.ts'

test.use({ portalOptions: { settings: { IDENTITY_CHECK: 'staff' } } })

const run = '16.789.012-1'
const mailbox = 'rosa@ejemplo.cl'
const password = 'Quebrada-Honda-27'
const cards = [
  'Fotografía del frente de tu cédula',
  'Fotografía del reverso de tu cédula',
  'Fotografía de tu cara',
]

async function fillForm(page: Page): Promise<void> {
  await page.getByLabel('Nombres').fill('Rosa Elena')
  await page.getByLabel('Primer apellido').fill('Mena')
  await fillSections(page, password, '05/05/1990')
  for (const text of [/^Leí y acepto los términos/, /^Leí y acepto el aviso/])
    await page.getByRole('checkbox', { name: text }).check()
}

test('a person registers with photos of the card, follows the registration, and staff at the counter confirm them with the code', async ({
  page,
  expectAccessible,
}) => {
  await page.goto('/registrar')
  await fillDocument(page, { run })
  await page.getByLabel('E-mail').fill(mailbox)
  await page.getByLabel('Celular').fill('912345678')
  await page.getByRole('button', { name: 'CONTINUAR' }).click()

  await expect(page.getByRole('heading', { level: 2 })).toHaveText(cards)
  const inputs = page.locator('input[type=file]')
  for (const index of [0, 1, 2])
    await inputs.nth(index).setInputFiles(await createPhoto(page, `foto-${index}.jpg`))
  await expect(page.getByRole('img', { name: `${cards[2]}, elegida` })).toBeVisible()
  await page.getByRole('button', { name: 'CONTINUAR' }).click()
  await fillForm(page)
  await page.getByRole('button', { name: 'REGISTRARME' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Registro exitoso' })).toBeVisible()

  await page.getByRole('link', { name: 'VER MI REGISTRO' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Estamos validando tu identidad' })).toBeVisible()
  const address = page.url()
  await page.getByRole('button', { name: 'OBTENER CÓDIGO' }).click()
  const code = (
    (await page
      .getByText(/^Tu código/)
      .locator('..')
      .textContent()) ?? ''
  ).replace(/\D/g, '')
  expect(code).toMatch(/^\d{6}$/)
  expect(await readEmail(page, mailbox, 'Recibimos tu registro en Mi Portal')).toContain(
    new URL(address).pathname,
  )

  await enter(page, { run: '22.222.222-2' }, clinicPassword, '/admin')
  await page
    .getByRole('searchbox', { name: 'Buscar por nombre, documento, teléfono o e-mail' })
    .fill('16789012')
  // A list that is still being filtered moves under the pointer.
  await expect(page.getByRole('link', { name: /^(Validar|Editar) a/ })).toHaveCount(1)
  await page.getByRole('link', { name: 'Validar a Rosa Elena Mena' }).click()
  const labels = ['Frente del documento', 'Reverso del documento', 'Cara de la persona']
  for (const label of labels) {
    await page.getByRole('button', { name: `Ver imagen: ${label}` }).click()
    await expect(page.getByRole('img', { name: label })).toBeVisible()
  }
  await page.getByRole('button', { name: 'CONFIRMAR EN PERSONA' }).click()
  const dialog = page.getByRole('dialog', { name: '¿Confirmar en persona a Rosa Elena Mena?' })
  await dialog.getByLabel('Código').fill(code)
  await dialog.getByLabel('¿Por qué confirmas en persona?').fill('Vino con su cédula')
  await dialog.getByRole('checkbox').check()
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Confirmar en persona' }).click()
  const done = page.getByRole('dialog', { name: '¡Usuario validado con éxito!' })
  await expect(done).toBeVisible()
  await done.getByRole('button', { name: 'Volver a usuarios' }).click()
  await signOut(page)

  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: 'Validamos tu identidad' })).toBeVisible()
  await signIn(page, { run }, password)
  await expect(page.getByRole('heading', { level: 1, name: /^Bienvenida, Rosa$/ })).toBeVisible()
})
