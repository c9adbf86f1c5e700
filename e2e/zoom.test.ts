/** Small windows and large text: nothing covers the page, nothing is cut off, and icons grow with the text. */
import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { clinicPassword, signIn } from './steps.ts'

async function signInAsPatient(page: Page) {
  await signIn(page, { run: '12.345.678-5' }, clinicPassword)
  await expect(page.getByRole('heading', { level: 1, name: /Bienvenida, Camila/ })).toBeVisible()
}

/** Returns the names of buttons and links that float over the content; the bar and the menu are not counted. */
function findFloating(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isFixed = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).position === 'fixed' || isFixed(element.parentElement))
    return [...document.querySelectorAll('button, a')]
      .filter(
        (element) => element.checkVisibility() && isFixed(element) && !element.closest('header, nav, aside'),
      )
      .map((element) => {
        const { top, bottom, left, right } = element.getBoundingClientRect()
        const isInViewport = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
        return isInViewport ? (element.getAttribute('aria-label') ?? element.textContent ?? '') : ''
      })
      .filter((name) => name !== '')
  })
}

test('the survey and the chat float over the content only on a wide page, not on a phone or at 400 % zoom', async ({
  page,
}) => {
  await signInAsPatient(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(async () => (await findFloating(page)).length).toBeGreaterThan(0)
  for (const size of [
    { width: 390, height: 844 },
    { width: 320, height: 256 },
  ]) {
    await page.setViewportSize(size)
    await expect.poll(() => findFloating(page)).toEqual([])
  }
})

test('the result viewer is not cut off at the right at 320 pixels', async ({ page }) => {
  await signInAsPatient(page)
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

test('the content of a large dialog begins below its heading on a phone', async ({ page }) => {
  await signInAsPatient(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard/mis-examenes/laboratorio')
  await page.getByRole('button', { name: /^Ver / }).first().click()
  const heading = page.getByRole('dialog').getByRole('heading').first()
  await expect(heading).toBeVisible()
  const gap = await heading.evaluate((element) => {
    const head = element.parentElement
    const content = head?.nextElementSibling
    if (!head || !content) return null
    return content.getBoundingClientRect().top - head.getBoundingClientRect().bottom
  })
  expect(gap).toBeGreaterThanOrEqual(12)
})

test('the bell grows with text at 200 % and stays visible', async ({ page }) => {
  await signInAsPatient(page)
  const bell = page.getByRole('button', { name: /^Notificaciones/ }).locator('svg')
  const before = await bell.boundingBox()
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const after = await bell.boundingBox()
  expect(after?.width).toBeCloseTo((before?.width ?? 0) * 2, 0)
  await expect(bell).toBeInViewport()
})
