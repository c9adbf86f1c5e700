/** Small windows and large text: nothing is cut off, and icons grow with the text. */
import { expect } from '@playwright/test'
import { test } from '../journey.ts'
import { clinicPassword, signIn } from '../steps.ts'

test('nothing is cut off in a small window, and icons grow with the text', async ({ page }) => {
  await signIn(page, { run: '12.345.678-5' }, clinicPassword)
  await expect(page.getByRole('heading', { level: 1, name: /Bienvenida, Camila/ })).toBeVisible()
  await test.step('the bell grows with text at 200 % and stays visible', async () => {
    const bell = page.getByRole('button', { name: /^Notificaciones/ }).locator('svg')
    const before = await bell.boundingBox()
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    const after = await bell.boundingBox()
    expect(after?.width).toBeCloseTo((before?.width ?? 0) * 2, 0)
    await expect(bell).toBeInViewport()
  })
  await test.step('the result viewer is not cut off at the right at 320 pixels', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/dashboard/mis-examenes/laboratorio')
    await page.getByRole('button', { name: /^Ver / }).first().click()
    const viewer = page.frameLocator('iframe')
    await expect(viewer.locator('body')).toContainText(/mg\/dL|g\/dL|%/)
    const widths = await viewer.locator('html').evaluate(({ scrollWidth, clientWidth }) => ({
      scrollWidth,
      clientWidth,
    }))
    expect(widths.scrollWidth).toBeLessThanOrEqual(widths.clientWidth)
  })
})
