import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { clinicPassword, signIn } from './steps.ts'

test('a patient reads notifications and prevention articles, and answers the survey', async ({
  page,
  expectAccessible,
}) => {
  await signIn(page, { run: '12.345.678-5' }, clinicPassword)
  await page.getByRole('button', { name: /^Notificaciones/ }).click()
  const list = page.getByRole('dialog', { name: /Notificaciones/ })
  await expect(list.getByText(/resultado de laboratorio/).first()).toBeVisible()
  await expectAccessible()
  const mark = list.getByRole('button', { name: 'Marcar como leídas' })
  if (await mark.isVisible()) await mark.click()
  await expect(mark).toHaveCount(0)
  await list.getByRole('link', { name: 'Ver exámenes' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mis Exámenes' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Notificaciones', exact: true })).toBeVisible()

  await page.goto('/dashboard/control-prevencion')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectAccessible()

  const burger = page.getByRole('button', { name: 'Abrir menú' })
  // On phones the survey is an entry of the menu, where it covers nothing.
  if (await burger.isVisible()) await burger.click()
  await page.getByRole('button', { name: 'Tu opinión' }).click()
  const survey = page.getByRole('dialog', { name: '¿Qué te parece el portal?' })
  await survey.getByRole('button', { name: 'ENVIAR' }).click()
  await expect(survey.getByText('Selecciona Sugerencia')).toBeVisible()
  await expectAccessible()
  await survey.getByRole('radio', { name: 'Mis exámenes' }).check()
  await survey.getByRole('textbox', { name: 'Comentario' }).fill('Se entiende todo')
  await survey.getByRole('button', { name: 'ENVIAR' }).click()
  await expect(page.getByText('¡Gracias por tu opinión!')).toBeVisible()
})

test('a super administrator writes an article whose draft survives, publishes an alert and sends a test e-mail', async ({
  page,
  expectAccessible,
}, info) => {
  const mark = `${info.project.name} ${info.retry}`
  await signIn(page, { run: '11.111.111-1' }, clinicPassword, '/admin')
  await expect(page).toHaveURL(/\/admin\/usuarios/)

  await page.goto('/admin/control-prevencion/crear')
  await page.getByRole('button', { name: 'GUARDAR CAMBIOS' }).click()
  await expect(page.getByRole('alert').getByText('Digita Título')).toBeVisible()
  await expectAccessible()
  await page.getByRole('textbox', { name: 'Título', exact: true }).fill(`Nota ${mark}`)
  await expect(page.getByText('Borrador guardado.')).toBeVisible()
  await page.goto('/admin/control-prevencion')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible()
  await page.goto('/admin/control-prevencion/crear')
  await expect(page.getByText('Continúas tu borrador')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Título', exact: true })).toHaveValue(`Nota ${mark}`)
  await page.getByRole('textbox', { name: 'Orden' }).fill('99')
  await page.getByRole('textbox', { name: 'Edad desde' }).fill('90')
  await page.getByRole('textbox', { name: 'Edad hasta' }).fill('99')
  await page.getByRole('combobox', { name: 'Género' }).click()
  await page.getByRole('option', { name: 'Todos' }).click()
  await page.getByRole('textbox', { name: 'Descripción' }).fill('De una prueba')
  await page.getByRole('tab', { name: 'Vista previa' }).click()
  await expect(page.getByRole('region', { name: 'En el teléfono' })).toContainText('Texto de la nota')
  await page.getByRole('button', { name: 'GUARDAR CAMBIOS' }).click()
  await expect(page.getByRole('heading', { name: '¡Creación exitosa!' })).toBeVisible()
  await page.getByRole('button', { name: 'VOLVER AL ADMINISTRADOR' }).click()
  await expect(page.getByText(`Nota ${mark}`)).toBeVisible()

  await page.goto('/admin/anuncios')
  await expect(page.getByRole('button', { name: /^Deshabilitar/ }).first()).toBeVisible()
  await expectAccessible()

  await page.goto('/admin/alerts')
  await page.getByRole('textbox', { name: 'Nombre' }).fill(`Aviso ${mark}`)
  await page.getByRole('textbox', { name: 'Texto' }).fill('De una prueba')
  await page.getByRole('radio', { name: /Verde/ }).check()
  await expectAccessible()
  await page.getByRole('button', { name: 'CREAR ALERTA' }).click()
  const row = page.getByRole('checkbox', { name: `Elegir Aviso ${mark}` })
  await row.check()
  await page.getByRole('button', { name: /^Eliminar/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(row).toHaveCount(0)

  await page.goto('/admin/mailing')
  await expect(page.getByRole('combobox', { name: 'Plantilla' })).toBeVisible()
  // Checked before the e-mail is shown, because its frame allows no scripts, not even axe's.
  await expectAccessible()
  await page.getByRole('combobox', { name: 'Plantilla' }).click()
  await page.getByRole('option', { name: 'Bienvenida', exact: true }).click()
  await page.getByRole('textbox', { name: 'Emails' }).fill('ana@ejemplo.cl, luis@ejemplo.cl')
  await expect(page.getByRole('region', { name: 'Vista previa' })).toContainText('Asunto')
  await page.getByRole('button', { name: 'ENVIAR' }).click()
  await expect(page.getByText('Email de prueba enviado exitosamente')).toBeVisible()
})
