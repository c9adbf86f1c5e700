/** The appointments of a family: the list, one appointment, and its certificate. */
import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { test } from '../journey.ts'
import { clinicPassword, enter, signOut } from '../steps.ts'

test('a mother reads the appointments of her family, prepares one, and gets the certificate of a visit', async ({
  page,
  expectAccessible,
}) => {
  await enter(page, { run: '12.345.678-5' }, clinicPassword)
  const banner = page.getByRole('region', { name: 'Persona que estás viendo' })
  await test.step('she reads all appointments in one list and keeps her daughter selected on other pages', async () => {
    // One tap from the home page.
    await page.getByRole('link', { name: 'Ver todas las próximas horas' }).click()
    const cards = page.getByRole('tabpanel').getByRole('listitem')
    await expect(cards.filter({ hasText: 'para Martina' }).first()).toBeVisible()
    // The screen is calm: low cards with three controls each.
    for (const card of await cards.all()) {
      expect((await card.boundingBox())?.height).toBeLessThanOrEqual(200)
      expect(await card.locator('a, button').count()).toBeLessThanOrEqual(3)
    }

    await banner.getByRole('button', { name: 'Martina' }).click()
    await expect(banner.getByText('Martina Ignacia')).toBeVisible()
    await expect(page.getByText('para Martina')).toHaveCount(0)
    await page.reload()
    await expect(banner.getByText('Martina Ignacia')).toBeVisible()

    const menu = page.getByRole('button', { name: 'Menú', exact: true })
    if (await menu.isVisible()) await menu.click()
    await page.getByRole('link', { name: 'Solicitud de presupuestos' }).filter({ visible: true }).click()
    await expect(page).toHaveURL(/solicitud-presupuestos\?patient_id=\d+$/)
    await expect(banner.getByText('Martina Ignacia')).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/consultas-medicas\?patient_id=\d+$/)
    await banner.getByRole('button', { name: 'Camila (tú)' }).click()
    await expect(banner.getByText('Martina Ignacia')).toHaveCount(0)
  })
  await test.step('she confirms that she will attend, and paper shows the appointment alone', async () => {
    await page.goto('/dashboard/consultas-medicas')
    const menu = page.getByRole('button', { name: /^Más acciones de la hora/ }).first()
    await menu.click()
    await expectAccessible()
    await page.keyboard.press('Escape')
    await expect(menu).toBeFocused()
    await page.getByRole('tabpanel').getByRole('link').first().click()
    const card = page.getByRole('region', { name: 'Datos de la hora' })
    await expect(card).toBeVisible()
    await card.getByRole('button', { name: /^Confirmo (mi asistencia|su hora)/ }).click()
    await expect(card.getByText('Confirmada')).toBeVisible()
    const saved = page.waitForEvent('download')
    await card.getByRole('button', { name: /^Agregar al calendario/ }).click()
    expect((await saved).suggestedFilename()).toMatch(/^hora-\d+\.ics$/)
    await page.emulateMedia({ media: 'print' })
    await expect(card).toBeVisible()
    await expect(card.getByRole('button', { name: /^Cancelar hora/ })).toBeHidden()
    await expect(page.getByRole('link', { name: 'Consultas médicas' }).filter({ visible: true })).toHaveCount(
      0,
    )
    await expect(page.locator('header')).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
  })
  await test.step('she gets the certificate of a visit, and anyone verifies it', async () => {
    await page.goto('/dashboard/consultas-medicas/horas-pasadas?patient_id=1')
    const menu = page.getByRole('button', { name: /^Más acciones de la hora/ }).first()
    const item = page.getByRole('menuitem', { name: 'Certificado de atención' })

    // By keyboard: Enter opens the dialog, Escape closes it and the focus returns.
    await menu.press('Enter')
    await item.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Certificado de atención' })
    await expect(dialog).toBeVisible()
    await expectAccessible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(menu).toBeFocused()

    await menu.click()
    await item.click()
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

    await page.goto('/verificar')
    await page.getByLabel('Código del certificado').fill('0000-0000-0000-0000')
    await page.getByRole('button', { name: 'VERIFICAR' }).click()
    await expect(page.getByText(/No encontramos un certificado con ese código/)).toBeVisible()
    await page.getByLabel('Código del certificado').fill(code.toLowerCase())
    await page.getByRole('button', { name: 'VERIFICAR' }).click()
    await expect(page.getByRole('heading', { name: 'Certificado válido' })).toBeFocused()
    await expect(page.getByText(/^RUT \*\*\.\*\*\*\.678-5$/)).toBeVisible()
  })
})
