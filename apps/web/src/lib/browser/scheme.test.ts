import { expect, test } from 'vitest'
import { chooseScheme, readScheme } from './scheme.ts'

test('a chosen scheme stays on the device until the system decides again', () => {
  document.head.innerHTML =
    '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#111938"><meta name="theme-color" content="#fff">'
  const page = document.documentElement
  const bars = document.querySelector('meta')
  expect(readScheme()).toBeNull()
  chooseScheme('dark')
  expect([readScheme(), page.dataset.scheme, bars?.media]).toEqual(['dark', 'dark', 'all'])
  chooseScheme('light')
  expect([readScheme(), page.dataset.scheme, bars?.media]).toEqual(['light', 'light', 'not all'])
  chooseScheme(null)
  expect([readScheme(), page.dataset.scheme]).toEqual([null, undefined])
  expect(bars?.media).toBe('(prefers-color-scheme: dark)')
  localStorage.setItem('scheme', 'sepia')
  expect(readScheme()).toBeNull()
})
