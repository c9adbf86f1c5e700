import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { test as plain } from './portal-test.ts'

plain('text that a script sets as markup is blocked, and the browser reports it', async ({ page }) => {
  await page.goto('/privacidad')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const report = page.waitForResponse((answer) => answer.url().endsWith('/api/policy-reports'))
  const outcome = await page.evaluate(() => {
    const place = document.createElement('div')
    const write = (text: string) => {
      try {
        place.innerHTML = text
        return place.innerHTML
      } catch (error) {
        return error instanceof TypeError ? 'stopped' : 'another error'
      }
    }
    return [write('<img src=x onerror="window.ran = true">'), write('body { color: red }')]
  })
  expect(outcome).toEqual(['stopped', 'body { color: red }'])
  expect((await report).status()).toBe(204)
  expect(await page.evaluate(() => Reflect.get(window, 'ran'))).toBeUndefined()
})

test('every journey records what the content policy blocks, and fails because of it', async ({
  page,
  browserErrors,
}) => {
  await page.goto('/privacidad')
  await page.evaluate(() => {
    const place = document.createElement('div')
    try {
      place.innerHTML = '<b>no</b>'
    } catch {
      // Only the browser's own report of the violation remains.
    }
  })
  await expect.poll(() => browserErrors.join()).toContain('content policy: require-trusted-types-for')
  // This journey is about these records; any other error still fails it.
  const others = browserErrors.filter((error) => !/^(content policy: |console: .*TrustedHTML)/.test(error))
  browserErrors.splice(0, Infinity, ...others)
})
