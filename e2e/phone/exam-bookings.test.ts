/** The booking of an exam by a call. */
import { expect, type Page } from '@playwright/test'
import { test } from '../journey.ts'
import { chooseOption, clinicPassword, createAccount, enter, readEmail } from '../steps.ts'

const wizard = '/dashboard/agenda-imagenologia'
const password = 'Cordillera2026'
const passport = 'IMR1000'
const email = 'rosa@ejemplo.cl'

/** Describes an adult's exam, and selects the part of the body on the figure by keyboard. */
async function describeExam(page: Page, specialty: string, part: string, exam: string) {
  await page.goto(`${wizard}?paso=imagenologia`)
  await expect(page.getByRole('heading', { level: 1, name: 'Reserva de hora imagenología' })).toBeVisible()
  await chooseOption(page, 'Tipo de examen', specialty)
  await expect(page).toHaveURL(/prestacion=/)
  await page.getByRole('button', { name: part, exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('radio', { name: part, exact: true })).toBeChecked()
  await expect(page).toHaveURL(/parte=/)
  await chooseOption(page, 'Examen', exam)
  await expect(page.getByRole('link', { name: 'Descargar indicaciones (PDF)' })).toBeVisible()
}

async function answerAll(page: Page, count: number, yes: number[] = []) {
  const groups = page.getByRole('group')
  await expect(groups).toHaveCount(count)
  for (let index = 0; index < count; index++) {
    const words = yes.includes(index) ? 'Sí' : 'No'
    await groups.nth(index).getByRole('button', { name: words }).click()
  }
}

test('a patient requests a call about a resonance, and staff see the request', async ({ page }) => {
  await createAccount(page, { passport, firstName: 'Rosa', email, password })
  await test.step('she finds a resonance, answers yes to a question, and requests a call', async () => {
    await enter(page, { passport }, password)
    await page.goto(wizard)
    await expect(page.getByRole('heading', { level: 1, name: 'Reserva de exámenes' })).toBeVisible()
    await page.getByRole('link', { name: /^Imagenología/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Reserva de hora imagenología' })).toBeVisible()
    await describeExam(page, 'Resonancia magnética', 'Tronco', 'Resonancia magnética de columna lumbar')
    await page.getByRole('button', { name: 'CONTINUAR' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Cuestionario previo' })).toBeFocused()
    await answerAll(page, 7, [2])
    await expect(page.getByText('7 de 7 respondidas')).toBeVisible()
    await page.getByRole('button', { name: 'CONTINUAR' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Solicitar contacto' })).toBeVisible()
    const send = page.getByRole('button', { name: 'SOLICITAR CONTACTO' })
    await expect(page.getByRole('textbox', { name: 'Nombre', exact: true })).toHaveValue('Rosa')
    await page.getByRole('textbox', { name: 'RUT' }).fill('12345678-5')
    await send.click()
    await expect(
      page.getByRole('heading', { level: 2, name: '¡Gracias! Recibimos tu solicitud' }),
    ).toBeVisible()
    await readEmail(page, email, 'Recibimos tu solicitud de contacto')
  })
  await test.step('staff see the request', async () => {
    // The page of the mails has no script of the portal.
    await page.evaluate(() => localStorage.clear())
    await enter(page, { run: '22.222.222-2' }, clinicPassword, '/admin')
    await page.goto('/admin/solicitudes?matter=imaging')
    await expect(page.getByText('Rosa Viajera').filter({ visible: true }).first()).toBeVisible()
  })
})
