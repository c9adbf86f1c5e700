/** A complaint from the patient's message to the letter that two members of staff sign. */
import { expect } from '@playwright/test'
import { test } from '../journey.ts'
import { chooseOption, clinicPassword, createAccount, enter, readEmail, signOut } from '../steps.ts'

const password = 'Cordillera2026'
const passport = 'RQD1100'
const email = 'elena@ejemplo.cl'

test('a complaint is acknowledged, written about by one person, approved by another, and read by the patient', async ({
  page,
  expectAccessible,
}) => {
  await createAccount(page, { passport, firstName: 'Elena', email, password })
  let number = ''
  const enterAs = async (run: string) => {
    await enter(page, { run }, clinicPassword, '/admin')
    await page.goto('/admin/reclamos')
  }
  await test.step('the patient complains and reads number and term', async () => {
    await enter(page, { passport }, password)
    await page.goto('/dashboard/contactanos')
    await page.getByText('Reclamo', { exact: true }).click()
    await chooseOption(page, '¿Quién es el paciente?', 'Elena Viajera (yo)')
    await page.getByRole('textbox', { name: 'Mensaje' }).fill('Llegué y me enviaron a otra sede')
    await page.getByRole('button', { name: 'Solicitar contacto' }).click()
    const heading = page.getByRole('heading', { name: /^Recibimos tu reclamo R-\d{4}-\d{4,}$/ })
    number = /R-.*/.exec((await heading.textContent()) ?? '')?.[0] ?? ''
    await page.goto('/dashboard')
    await signOut(page)
    expect(await readEmail(page, email, 'Recibimos tu solicitud')).toMatch(
      /a más tardar el \d\d\/\d\d\/\d{4}/,
    )
  })
  await test.step('a member of staff writes the letter and cannot approve it', async () => {
    await enterAs('22.222.222-2')
    await page.getByRole('searchbox', { name: 'Número o paciente' }).fill(number)
    await page.getByRole('link', { name: number }).click()
    await expect(page.getByText('Llegué y me enviaron a otra sede')).toBeVisible()
    await expectAccessible()
    await page.getByRole('textbox', { name: 'Nota interna' }).fill('El aviso rebotó')
    await page.getByRole('button', { name: 'Agregar nota' }).click()
    await expect(page.getByText('El aviso rebotó').first()).toBeVisible()
    await page.getByRole('textbox', { name: 'Texto de la carta' }).fill('Lamentamos lo ocurrido.')
    await page.getByRole('button', { name: 'Firmar y pedir aprobación' }).click()
    await expect(page.getByText(/la aprueba y la envía otra persona/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Aprobar y enviar carta' })).toHaveCount(0)
    await signOut(page)
  })
  await test.step('another member of staff approves it', async () => {
    await enterAs('11.111.111-1')
    await page.getByRole('searchbox', { name: 'Número o paciente' }).fill(number)
    await page.getByRole('link', { name: number }).click()
    await page.getByRole('button', { name: 'Aprobar y enviar carta' }).click()
    await expect(page.getByText('La carta fue firmada y enviada')).toBeVisible()
    await expectAccessible()
    await signOut(page)
  })
  await test.step('the patient reads and downloads the letter', async () => {
    await readEmail(page, email, 'Respondimos tu solicitud')
    await enter(page, { passport }, password)
    await page.goto('/dashboard/contactanos?tab=anteriores')
    await expect(page.getByText('Lamentamos lo ocurrido.')).toBeVisible()
    await expect(page.getByText('2 de 2 firmas')).toBeVisible()
    await expectAccessible()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Descargar respuesta-R-/ }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^respuesta-R-\d{4}-\d{4,}\.pdf$/)
  })
})
