/** The medical order of an appointment, from attaching it to removing it. */
import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { clinicPassword, createPhoto, signIn } from './steps.ts'

const pdf = { name: 'orden médica.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\norden') }

test('a mother attaches the medical order of her daughter’s appointment, replaces it by a photo and removes it', async ({
  page,
  expectAccessible,
}) => {
  await signIn(page, { run: '12.345.678-5' }, clinicPassword)
  await page.getByRole('link', { name: 'Próximas horas de Martina Ignacia' }).click()
  const card = page.getByRole('link', { name: /^Detalle y preparación/ }).first()
  await card.click()
  await expect(page.getByRole('heading', { level: 1, name: /^Hora de Martina/ })).toBeVisible()
  const order = page.getByRole('region', { name: 'Orden médica' })
  await order.getByRole('button', { name: 'ADJUNTAR ORDEN' }).click()
  await expect(order.getByText('Selecciona Orden médica')).toBeVisible()
  await expectAccessible()
  await order.getByLabel('Foto o PDF de la orden').setInputFiles(pdf)
  await expectAccessible()
  await order.getByRole('button', { name: 'ADJUNTAR ORDEN' }).click()
  await expect(order.getByRole('status')).toHaveText('Orden médica adjunta')
  await expectAccessible()
  const saved = page.waitForEvent('download')
  await order.getByRole('button', { name: 'Descargar orden médica.pdf' }).click()
  expect((await saved).suggestedFilename()).toBe('orden médica.pdf')

  await page.goBack()
  await expect(page.getByText('Orden médica adjunta')).toHaveCount(1)
  await expectAccessible()
  await card.click()
  await order
    .getByLabel('Otro archivo, en lugar de este')
    .setInputFiles(await createPhoto(page, 'foto de la orden.jpg'))
  await order.getByRole('button', { name: 'CAMBIAR ORDEN' }).click()
  await expect(order.getByRole('button', { name: 'Descargar foto de la orden.jpg' })).toBeVisible()
  await order.getByRole('button', { name: 'Quitar orden' }).click()
  const question = page.getByRole('dialog', { name: '¿Quitar la orden médica?' })
  await expectAccessible()
  await question.getByRole('button', { name: 'Quitar orden' }).click()
  await expect(order.getByText('Quitaste la orden médica')).toBeVisible()
  await page.reload()
  await expect(order.getByRole('button', { name: 'ADJUNTAR ORDEN' })).toBeVisible()
  await expect(order.getByRole('button', { name: /^Descargar/ })).toHaveCount(0)
})
