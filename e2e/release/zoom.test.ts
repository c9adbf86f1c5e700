/** Small windows and large text: nothing covers the page, nothing is cut off, and icons grow with the text. */
import { expect, type Page } from '@playwright/test'
import { test } from '../journey.ts'
import { clinicPassword, signIn } from '../steps.ts'

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

test('nothing covers a page, nothing is cut off, and icons grow with the text', async ({ page }) => {
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
  await test.step('the survey and the chat float over the content only on a wide page, not on a phone or at 400 % zoom', async () => {
    await page.goto('/dashboard')
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
  await test.step('floating buttons do not cover the end of a page', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/dashboard/consultas-medicas/horas-pasadas')
    const floating = page.getByRole('button', { name: 'Tu opinión' })
    await expect(floating).toBeVisible()
    const last = page.getByRole('main').getByRole('listitem').getByRole('link').last()
    await expect(last).toBeVisible()
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    const [over, under] = [await floating.boundingBox(), await last.boundingBox()]
    if (!over || !under) throw new Error('neither is on the page')
    const apart = under.y + under.height <= over.y || under.x + under.width <= over.x
    expect(apart, `${JSON.stringify(under)} beside ${JSON.stringify(over)}`).toBe(true)
  })
})
