/** Counts the taps that frequent tasks take on a phone, from the home page. Typing is not counted. */
import { expect, type Page } from '@playwright/test'
import { test } from '../journey.ts'
import { clinicPassword, countTaps, signIn, signOut } from '../steps.ts'

// The father of Martina, who has an account and is not in his group.
const diego = { run: '15.678.234-3' }
const martina = '23.456.789-6'

async function openHome(page: Page) {
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: /Bienvenid[ao]/ })).toBeVisible()
}

test('frequent tasks of a patient take one to five taps from the home page', async ({ page }) => {
  const countTapsOf = await countTaps(page)
  await signIn(page, { run: '12.345.678-5' }, clinicPassword)
  await expect(page.getByRole('heading', { level: 1, name: /Bienvenid[ao]/ })).toBeVisible()
  await test.step('a patient books with the usual professional in four taps and cancels an appointment in three', async () => {
    const booking = await countTapsOf(async () => {
      const professionals = page.getByRole('region', { name: 'Tus profesionales' })
      await professionals
        .getByRole('link', { name: /Próxima:/ })
        .first()
        .tap()
      await page
        .getByRole('group')
        .getByRole('button', { name: /^\d{2}:\d{2}/ })
        .first()
        .tap()
      await page.getByRole('button', { name: 'RESERVAR HORA' }).tap()
      await page.getByRole('button', { name: 'CONFIRMAR HORA' }).tap()
      await expect(page.getByRole('heading', { level: 1, name: 'Tu hora está reservada' })).toBeVisible()
    })
    expect(booking).toBe(4)
    await openHome(page)
    const cancelling = await countTapsOf(async () => {
      // News link to an appointment of tomorrow too, for its preparation.
      await page.locator('main li a[href="/dashboard/consultas-medicas"]').first().tap()
      await page
        .getByRole('button', { name: /^Cancelar hora/ })
        .last()
        .tap()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancelar hora' }).tap()
      await expect(page.getByRole('dialog', { name: 'Tu hora fue cancelada' })).toBeVisible()
    })
    expect(cancelling).toBe(3)
  })
  await test.step('the newest result is one tap away and its PDF two, and an exam is shared in five taps', async () => {
    await openHome(page)
    const frame = page.frameLocator('iframe')
    const opening = await countTapsOf(async () => {
      const news = page.getByRole('region', { name: 'Novedades' })
      await news
        .getByRole('link', { name: /^Ver (Hemograma|Perfil)/ })
        .first()
        .tap()
      await expect(frame.getByText(/dentro del rango|fuera del rango/).first()).toBeVisible()
    })
    expect(opening).toBe(1)
    const download = await countTapsOf(async () => {
      const saved = page.waitForEvent('download')
      await frame
        .getByRole('link', { name: /^Descargar/ })
        .first()
        .tap()
      expect((await saved).suggestedFilename()).toMatch(/\.pdf$/)
    })
    expect(opening + download).toBe(2)
    const sharing = await countTapsOf(async () => {
      await page.getByRole('button', { name: 'Compartir este examen' }).tap()
      const dialog = page.getByRole('dialog', { name: 'Compartir examen' })
      await dialog.getByRole('textbox', { name: 'E-mail del destinatario' }).fill('luis@ejemplo.cl')
      await dialog.getByText('Familiar', { exact: true }).tap()
      await dialog.getByText(/Autorizo que la persona/).tap()
      await dialog.getByRole('button', { name: 'Compartir' }).tap()
      await expect(page.getByRole('dialog', { name: 'El examen fue compartido con éxito' })).toBeVisible()
    })
    expect(opening + sharing).toBe(5)
  })
  await test.step('a certificate is requested in four taps, and the next appointments of a child are one tap away', async () => {
    await openHome(page)
    const requesting = await countTapsOf(async () => {
      await page.getByRole('link', { name: 'Pedir un certificado u otro documento' }).tap()
      const dialog = page.getByRole('dialog', { name: 'Solicitar documento' })
      const list = dialog.getByRole('combobox', { name: 'Documento' })
      await list.tap()
      await list.selectOption('Certificado de atención')
      await dialog.getByRole('button', { name: 'Solicitar documento' }).tap()
      await expect(page.getByText('¡Tu solicitud ha sido recibida con éxito!')).toBeVisible()
    })
    expect(requesting).toBe(4)
    await openHome(page)
    const reading = await countTapsOf(async () => {
      await page.getByRole('link', { name: 'Próximas horas de Martina Ignacia' }).tap()
      await expect(page.getByRole('region', { name: 'Persona que estás viendo' })).toContainText('Martina')
    })
    expect(reading).toBe(1)
  })
  await test.step('a registered child is added in five taps', async () => {
    await openHome(page)
    await signOut(page)
    await signIn(page, diego, clinicPassword)
    await expect(page.getByRole('heading', { level: 1, name: /Bienvenid[ao]/ })).toBeVisible()
    const adding = await countTapsOf(async () => {
      await page.getByRole('link', { name: /^Agregar a un hijo/ }).tap()
      await page.getByRole('textbox', { name: 'RUT' }).fill(martina)
      // The key of the keyboard that ends the typing.
      await page.keyboard.press('Enter')
      const text = page.getByRole('dialog', { name: 'Agregar a una persona menor de edad' })
      await text.getByText('Leí y acepto el texto legal').tap()
      await text.getByRole('button', { name: 'ACEPTAR' }).tap()
      await page.getByRole('group', { name: 'Tipo de relación' }).getByText('Hijo/a', { exact: true }).tap()
      await page.getByRole('button', { name: 'ENVIAR SOLICITUD' }).tap()
      await expect(
        page.getByRole('heading', { name: '¡La solicitud ha sido enviada con éxito!' }),
      ).toBeVisible()
    })
    expect(adding).toBe(5)
  })
})
