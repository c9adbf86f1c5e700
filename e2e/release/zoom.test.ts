/** Small windows: nothing is cut off. */
import { expect } from '@playwright/test'
import { test } from '../journey.ts'
import { clinicPassword, enter } from '../steps.ts'

test('the result viewer is not cut off at the right at 320 pixels', async ({ page }) => {
  await enter(page, { run: '12.345.678-5' }, clinicPassword)
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
