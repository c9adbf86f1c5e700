/** What a patient asks the clinic for, and what staff answer. */
import { expect, type Page } from '@playwright/test'
import { buildPdf } from '../../apps/server/test/files/attachments.ts'
import { test } from '../journey.ts'
import { chooseOption, clinicPassword, createAccount, createPhoto, enter, readEmail } from '../steps.ts'

const password = 'Cordillera2026'
const passport = 'RQD1000'
const email = 'dora@ejemplo.cl'
const pdf = { name: 'orden médica.pdf', mimeType: 'application/pdf', buffer: buildPdf('orden') }

async function readRequestNumber(page: Page, email: string): Promise<string> {
  const text = await readEmail(page, email, 'Recibimos tu solicitud')
  return /Número: (\d+)/.exec(text)?.[1] ?? ''
}

test('a patient writes to the clinic with files, and reads what staff answer', async ({ page }) => {
  await createAccount(page, { passport, firstName: 'Dora', email, password })
  await enter(page, { passport }, password)
  await page.goto('/dashboard/contactanos')
  await page.getByText('Visualización de exámenes', { exact: true }).click()
  await page.getByRole('button', { name: 'Solicitar contacto' }).click()
  await expect(page.getByRole('link', { name: 'Ingrese la fecha del examen' })).toBeVisible()
  await chooseOption(page, '¿Quién es el paciente?', 'Dora Viajera (yo)')
  await page.getByRole('textbox', { name: /Fecha del examen/ }).fill('28/10/2025')
  await chooseOption(page, 'Tipo de examen', 'Imagenología')
  await page.getByRole('textbox', { name: 'Nombre del examen' }).fill('Radiografía de tórax')
  await page.getByRole('textbox', { name: 'Mensaje' }).fill('No logro ver las imágenes')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Agregar archivo' }).click(),
  ])
  await chooser.setFiles([pdf, await createPhoto(page, 'captura.jpg'), { ...pdf, name: 'sobra.pdf' }])
  await page.getByRole('button', { name: 'Quitar sobra.pdf' }).click()
  await page.getByRole('button', { name: 'Solicitar contacto' }).click()
  await expect(page.getByRole('heading', { name: '¡Tu mensaje ha sido recibido con éxito!' })).toBeVisible()
  // The history opens automatically.
  await expect(page.getByRole('tab', { name: 'Contactos anteriores', selected: true })).toBeVisible()
  await expect(page.getByText('Visualización de exámenes').last()).toBeVisible()

  const number = await readRequestNumber(page, email)
  // The page of the mails has no script of the portal.
  await page.evaluate(() => localStorage.clear())
  await enter(page, { run: '22.222.222-2' }, clinicPassword, '/admin')
  await page.goto('/admin/solicitudes?matter=contact')
  await expect(page.getByText('Dora Viajera').first()).toBeVisible()
  await page.getByRole('button', { name: new RegExp(`Abrir la solicitud ${number} `) }).click()
  await expect(page.getByText('No logro ver las imágenes')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Descargar captura.jpg' })).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar orden médica.pdf' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('orden médica.pdf')
  await page.getByRole('textbox', { name: 'Respuesta' }).fill('Ya están disponibles')
  await page.getByRole('button', { name: 'Enviar respuesta' }).click()
  await expect(page.getByRole('heading', { name: 'La respuesta fue enviada' })).toBeVisible()

  await readEmail(page, email, 'Respondimos tu solicitud')
  await page.evaluate(() => localStorage.clear())
  await enter(page, { passport }, password)
  await page.goto('/dashboard/contactanos?tab=anteriores')
  // Each message is a card that has to be opened.
  await page.locator('summary').filter({ hasText: 'Visualización de exámenes' }).click()
  await expect(page.getByText('Mensaje nuevo')).toBeVisible()
  await page.getByRole('link', { name: 'Abrir la conversación' }).click()
  await expect(page.getByText('Ya están disponibles')).toBeVisible()
  await page.getByRole('textbox', { name: 'Mensaje' }).fill('Falta la del lado derecho')
  await page.getByRole('button', { name: 'Enviar mensaje' }).click()
  await expect(page.getByText(/Te responderemos a más tardar/)).toBeVisible()
  await expect(page.getByText('Falta la del lado derecho')).toBeVisible()
})
