/** What a super administrator publishes: a change of the clinic. */
import { expect } from '@playwright/test'
import { test } from '../journey.ts'
import { clinicPassword, enter, signIn, signOut } from '../steps.ts'

test('a super administrator changes a site of the clinic, publishes the change, and restores the earlier version', async ({
  page,
  expectAccessible,
}) => {
  await enter(page, { run: '11.111.111-1' }, clinicPassword, '/admin')
  const name = 'Maipú Centro'
  await page.goto('/admin/clinica')
  await expect(page.getByRole('heading', { level: 1, name: 'Clínica' })).toBeVisible()
  await page.getByRole('link', { name: 'Abrir Sedes' }).click()
  await page.getByRole('button', { name: 'Editar MAIPU' }).click()
  const dialog = page.getByRole('dialog', { name: 'Editar MAIPU' })
  const field = dialog.getByRole('textbox', { name: 'Nombre' })
  await field.fill('')
  await dialog.getByRole('button', { name: 'GUARDAR BORRADOR' }).click()
  await expect(dialog.getByText(/Escribe un texto de una línea/)).toBeVisible()
  await expectAccessible()
  await field.fill(name)
  await dialog.getByRole('button', { name: 'GUARDAR BORRADOR' }).click()
  await expect(page.getByText('Se guardó «MAIPU» en el borrador')).toBeVisible()
  await page.goto('/admin/clinica')
  await expect(page.getByText(/1 cambiado \(MAIPU\)/)).toBeVisible()
  await page.getByRole('button', { name: 'PUBLICAR CAMBIOS' }).click()
  await page.getByRole('textbox', { name: /Nota/ }).fill('Nombre nuevo')
  await page.getByRole('button', { name: 'PUBLICAR', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Los cambios fueron publicados' })).toBeVisible()
  await page.keyboard.press('Escape')
  await signOut(page)
  await signIn(page, { run: '12.345.678-5' }, clinicPassword)
  await expect(page).toHaveURL(/\/dashboard/)
  await page.goto('/dashboard/agenda?vista=consultation')
  await expect(page.getByRole('link', { name: `${name} Consulta médica` })).toBeVisible()
  await page.keyboard.press('Escape')
  await signOut(page)

  await enter(page, { run: '11.111.111-1' }, clinicPassword, '/admin')
  await page.goto('/admin/clinica/sites?ver=historial')
  await expect(page.getByText('Nombre nuevo')).toBeVisible()
  await page
    .getByRole('button', { name: /^Recuperar la versión/ })
    .last()
    .click()
  await page.getByRole('button', { name: 'Recuperar', exact: true }).click()
  await expect(page.getByText('La versión quedó en el borrador')).toBeVisible()
  await page.goto('/admin/clinica')
  await page.getByRole('button', { name: 'PUBLICAR CAMBIOS' }).click()
  await page.getByRole('button', { name: 'PUBLICAR', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Los cambios fueron publicados' })).toBeVisible()
  await page.goto('/admin/clinica/branding')
  await expect(page.getByRole('region', { name: 'Vista previa' })).toBeVisible()
})
