/** What a super administrator oversees: passports, and the audit log. */
import { expect } from '@playwright/test'
import { test } from '../journey.ts'
import { chooseOption, clinicPassword, enter } from '../steps.ts'

test('a super administrator decides about passports and reads the audit log', async ({
  page,
  expectAccessible,
}) => {
  await enter(page, { run: '11.111.111-1' }, clinicPassword, '/admin')
  await test.step('a passport is denied with its reasons', async () => {
    await page.goto('/admin/usuarios?estado=3')
    await expect(page.getByText(/venció el|Vence el/).first()).toBeVisible()
    await page
      .getByRole('link', { name: /^Validar a/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'DENEGAR' }).click()
    const question = page.getByRole('dialog', { name: '¿Quieres denegar la validación?' })
    await question.getByRole('checkbox', { name: 'El documento está vencido.' }).check()
    await question.getByLabel(/Otro motivo/).fill('Trae tu pasaporte nuevo')
    await expectAccessible()
    await question.getByRole('button', { name: 'Denegar' }).click()
    await expect(page.getByRole('dialog', { name: 'Usuario denegado' })).toBeVisible()
  })
  await test.step('the audit log shows who did what and can be downloaded', async () => {
    await page.goto('/admin/registro')
    const actor = page.getByText('Rodrigo Alberto Sáez Prado').first()
    await expect(actor).toBeVisible()
    await page.getByRole('searchbox', { name: 'Quién actuó' }).fill('saez rodrigo')
    await chooseOption(page, 'Acción', 'Inició sesión')
    await expect(page).toHaveURL(/\/admin\/registro\?accion=session\.open$/)
    // The list of actions has the same text, and is hidden.
    await expect(page.getByText('Inició sesión').filter({ visible: true }).first()).toBeVisible()
    await expect(actor).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Descargar CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(/^registro-\d{4}-\d{2}-\d{2}\.csv$/)
  })
})
