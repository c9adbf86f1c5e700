import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { clinicPassword, signIn } from './steps.ts'

test('a patient requests an export of all their data and downloads both files, each once', async ({
  page,
  expectAccessible,
}) => {
  // Each viewport has its own portal and patient data, and a patient can have only one export at a time.
  const who = { run: '13.579.246-2' }
  await signIn(page, who, clinicPassword)
  await expect(page.getByRole('heading', { level: 1, name: /Bienvenid/ })).toBeVisible()
  await page.goto('/dashboard/perfil/datos-personales')
  const card = page.getByRole('region', { name: 'Copia de mis datos' })
  await expect(card.getByText('Aún no has pedido copias.')).toBeVisible()
  await card.getByRole('button', { name: 'Pedir una copia' }).click()
  await expect(card.getByText('Lista', { exact: true })).toBeVisible({ timeout: 60_000 })
  await expectAccessible()

  const bundle = page.waitForEvent('download')
  await card.getByRole('button', { name: 'Para otros sistemas (FHIR)' }).click()
  const text = await readFile(await (await bundle).path(), 'utf8')
  expect(JSON.parse(text)).toMatchObject({ resourceType: 'Bundle', type: 'collection' })
  const pdf = page.waitForEvent('download')
  await card.getByRole('button', { name: 'Documento PDF' }).click()
  expect((await readFile(await (await pdf).path())).subarray(0, 5).toString()).toBe('%PDF-')
  await expect(card.getByText('Ya no está disponible')).toBeVisible()
})
