import { expect, test } from 'vitest'
import { isChrome } from './recommended-browser.ts'

const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

test('Chrome is recognised by its brand, or by its name when the browser sends no brands', () => {
  expect(isChrome(chrome, [{ brand: 'Chromium' }, { brand: 'Google Chrome' }])).toBe(true)
  expect(isChrome(chrome, undefined)).toBe(true)
  expect(
    isChrome(
      'Mozilla/5.0 (iPhone) AppleWebKit/605 (KHTML, like Gecko) CriOS/142.0 Mobile Safari/604',
      undefined,
    ),
  ).toBe(true)
})

test('browsers built from the same sources are not Chrome, nor are other browsers', () => {
  expect(isChrome(chrome, [{ brand: 'Chromium' }, { brand: 'Microsoft Edge' }])).toBe(false)
  expect(isChrome(`${chrome} Edg/142.0`, undefined)).toBe(false)
  expect(isChrome('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', undefined)).toBe(
    false,
  )
})
