import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { clinicPassword, signIn, signOut } from './steps.ts'

const camila = { run: '12345678-5' }
const admin = { run: '11111111-1' }
const past = '/dashboard/consultas-medicas/horas-pasadas'

test('a patient gets the certificate of a visit, anyone verifies it, and a correction by staff withdraws it', async ({
  page,
  expectAccessible,
}) => {
  test.slow()
  await signIn(page, camila, clinicPassword)
  await expect(page.getByRole('heading', { level: 1, name: /Bienvenida/ })).toBeVisible()
  await page.goto(`${past}?patient_id=1`)
  const button = page.getByRole('button', { name: /^Certificado de atención de la hora/ }).first()
  await expect(button).toBeVisible()
  await expectAccessible()

  // By keyboard: Enter opens the dialog, Escape closes it and the focus returns.
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Certificado de atención' })
  await expect(dialog).toBeVisible()
  await expectAccessible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()

  await button.click()
  await dialog.getByRole('radio', { name: /^Mostrar especialidad y profesional/ }).check()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Obtener certificado' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Certificado de atención.pdf')
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')
  await expect(dialog.getByText(/se guardó como PDF/)).toBeFocused()
  await expectAccessible()
  const address = await dialog.getByRole('link', { name: 'la página de verificación' }).getAttribute('href')
  const code = /#(.+)$/.exec(address ?? '')?.[1] ?? ''
  expect(code).toMatch(/^(\w{4}-){3}\w{4}$/)
  await dialog.getByRole('button', { name: 'Cerrar' }).last().click()
  await signOut(page)

  const path = `/verificar#${code}`
  await page.goto('/verificar')
  await expectAccessible()
  await page.getByLabel('Código del certificado').fill('0000-0000-0000-0000')
  await page.getByRole('button', { name: 'VERIFICAR' }).click()
  await expect(page.getByText(/No encontramos un certificado con ese código/)).toBeVisible()
  await expectAccessible()
  await page.getByLabel('Código del certificado').fill(code.toLowerCase())
  await page.getByRole('button', { name: 'VERIFICAR' }).click()
  await expect(page.getByRole('heading', { name: 'Certificado válido' })).toBeFocused()
  await expect(page.getByText(/^RUT \*\*\.\*\*\*\.678-5$/)).toBeVisible()
  await expectAccessible()

  const correct = async (from: string, to: string) => {
    await page.goto('/admin/usuarios/editar/1')
    await page.getByRole('button', { name: 'Ver sus horas pasadas' }).click()
    await expect(page.getByText(from, { exact: true }).first()).toBeVisible()
    await expectAccessible()
    await page
      .getByRole('button', { name: /^Corregir la asistencia/ })
      .first()
      .click()
    const question = page.getByRole('dialog', { name: `¿Corregir a «${to}»?` })
    await expectAccessible()
    await question.getByRole('button', { name: 'Corregir' }).click()
    await expect(question).toBeHidden()
  }
  await signIn(page, admin, clinicPassword, '/admin')
  await page.waitForURL('**/admin/usuarios')
  await page.goto('/admin/agenda?ver=asistencia')
  await expect(page.getByRole('checkbox', { name: 'Solo las que faltan por registrar' })).toBeVisible()
  await expectAccessible()
  await correct('Se atendió', 'No se presentó')
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'Certificado retirado' })).toBeVisible()
  await expectAccessible()
  await correct('No se presentó', 'Se atendió')
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'Certificado válido' })).toBeVisible()
})
