/** Looks at the images that the demonstration clinic stores in the portal, without an image archive. */
import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { namesInZip } from '../apps/server/test/external/image-archive/zip-names.ts'
import { test } from './journey.ts'
import { clinicPassword, signIn } from './steps.ts'

test('a patient of the demonstration clinic looks at the images of her mammography and downloads the study', async ({
  page,
  expectAccessible,
}) => {
  await signIn(page, { run: '12.345.678-5' }, clinicPassword)
  await expect(page.getByRole('heading', { level: 1, name: /Bienvenida, Camila/ })).toBeVisible()
  await page.goto('/dashboard/mis-examenes/otros-examenes')
  // The other imaging exams have no images, and offer none.
  await page.getByRole('link', { name: /^Imágenes de / }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Mamografía bilateral digital/ })).toBeVisible()
  const image = page.getByRole('img', { name: /^Serie \d/ })
  await expect(image).toHaveAccessibleName(/^Serie 1, .*Mama derecha, craneocaudal/)
  const naturalWidth = () => image.locator('img').evaluate((shown: HTMLImageElement) => shown.naturalWidth)
  await expect.poll(naturalWidth).toBe(300)
  await expectAccessible()

  await page.getByRole('button', { name: /^Serie 4: / }).click()
  await expect(image).toHaveAccessibleName(/^Serie 4, .*Mama izquierda, oblicua mediolateral/)
  await expect.poll(naturalWidth).toBe(300)
  await page.getByRole('button', { name: 'Acercar' }).click()
  await expectAccessible()

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar estudio' }).click()
  const study = await saved
  expect(study.suggestedFilename()).toMatch(/^estudio-\d{8}\.zip$/)
  const names = namesInZip(readFileSync(await study.path()))
  expect(names).toHaveLength(5)
  expect(names).toContain('DICOMDIR')
})
