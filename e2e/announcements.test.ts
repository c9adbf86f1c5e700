import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { chooseOption, clinicPassword, createPhoto, signIn, signOut } from './steps.ts'

const superAdministrator = { run: '11.111.111-1' }
const patient = { run: '12.345.678-5' }

test('a super administrator publishes an ad with its image, and patients see it until it is disabled', async ({
  page,
  context,
  expectAccessible,
}, info) => {
  test.slow()
  const words = `Campaña ${info.project.name} ${info.retry}`
  await signIn(page, superAdministrator, clinicPassword, '/admin')
  await expect(page).toHaveURL(/\/admin\/usuarios/)
  await page.goto('/admin/anuncios/crear')
  const save = page.getByRole('button', { name: 'GUARDAR CAMBIOS' })
  await save.click()
  await expect(page.getByRole('alert').getByText('Ingresa la URL de la imagen')).toBeVisible()
  await expectAccessible()
  await page.getByLabel('Subir URL de la imagen').setInputFiles(await createPhoto(page, 'afiche.jpg'))
  await expect(page.getByRole('textbox', { name: 'URL de la imagen' })).toHaveValue(/^\/api\//)
  await page.getByRole('textbox', { name: 'Qué dice la imagen' }).fill(words)
  await page.getByRole('textbox', { name: 'URL del anuncio' }).fill('/dashboard/control-prevencion')
  await page.getByRole('textbox', { name: 'Edad desde' }).fill('0')
  await page.getByRole('textbox', { name: 'Edad hasta' }).fill('120')
  await chooseOption(page, 'Género', 'Todos')
  await page.getByRole('textbox', { name: 'Orden' }).fill('1')
  await page.getByRole('tab', { name: 'Vista previa' }).click()
  // The preview is inert, so its content has no role.
  await expect(page.getByRole('region', { name: 'En el teléfono' }).locator('img')).toBeVisible()
  await expectAccessible()
  await save.click()
  await expect(page.getByRole('heading', { name: '¡Creación exitosa!' })).toBeVisible()
  await page.getByRole('button', { name: 'VOLVER AL ADMINISTRADOR' }).click()

  // Two pages edit the ad: the second is rejected and does not overwrite what the first has saved.
  await page.getByRole('link', { name: `Editar ${words}` }).click()
  await expect(page.getByRole('textbox', { name: 'Orden' })).toHaveValue('1')
  const second = await context.newPage()
  await second.goto(page.url())
  await second.getByRole('textbox', { name: 'Orden' }).fill('7')
  await page.getByRole('textbox', { name: 'Orden' }).fill('2')
  await save.click()
  await expect(page.getByRole('heading', { name: '¡Actualización exitosa!' })).toBeVisible()
  await second.getByRole('button', { name: 'GUARDAR CAMBIOS' }).click()
  await expect(second.getByText(/Los datos cambiaron mientras los editabas/)).toBeVisible()
  await second.close()
  await page.getByRole('button', { name: 'VOLVER AL ADMINISTRADOR' }).click()
  await expect(page.getByRole('link', { name: `Editar ${words}` })).toBeVisible()
  await signOut(page)

  await signIn(page, patient, clinicPassword)
  const carousel = page.getByRole('region', { name: 'Anuncios de la clínica' })
  const shown = carousel.getByRole('link', { name: words, includeHidden: true })
  await expect(shown).toHaveAttribute('href', '/dashboard/control-prevencion')
  await signOut(page)

  await signIn(page, superAdministrator, clinicPassword, '/admin')
  await expect(page).toHaveURL(/\/admin\/usuarios/)
  await page.goto('/admin/anuncios')
  await page.getByRole('button', { name: `Deshabilitar ${words}` }).click()
  await expect(page.getByRole('button', { name: `Habilitar ${words}`, exact: true })).toBeVisible()
  await signOut(page)
  await signIn(page, patient, clinicPassword)
  await expect(carousel).toBeVisible()
  await expect(shown).toHaveCount(0)
})
