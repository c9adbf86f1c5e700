import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { browserFlags, findHeadlessBrowser } from '../tools/test/browser.ts'

/** `JOURNEYS` is `main` (those of `npm test`), `rest` (all others), `release` (those before a release), or absent (`main` and `rest`). */
const tier = process.env.JOURNEYS

/** Returns the files of a width: the two long days are the main journeys, and `pages.test.ts` opens every page at both widths. */
function findFiles(width: 'phone' | 'desktop') {
  const main = `**/${width}/{patient,staff}-day.test.ts`
  const every = [`**/${width}/*.test.ts`, '**/e2e/pages.test.ts']
  return { testMatch: tier === 'main' ? main : every, testIgnore: tier === 'rest' ? main : [] }
}

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const desktop = { viewport: { width: 1440, height: 900 } }

/** Runs the journeys in a real browser on the built portal. The folder of a journey is its width: patients on a phone, staff on a desktop. */
export default defineConfig({
  testDir: '.',
  outputDir: './output',
  globalSetup: './portals.ts',
  // A journey waits for a part of its time. More workers would only make each other late.
  workers: Math.min(4, availableParallelism() + 1),
  // Each journey has its own portal.
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // The limits find what hangs, and not a slow machine.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
    colorScheme: 'light',
    // A service worker would load pages itself, out of sight of the tests that intercept requests.
    serviceWorkers: 'block',
    actionTimeout: 30_000,
    // Recording every journey takes a quarter of its time. `--trace on` records one.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findHeadlessBrowser() ?? undefined, args: browserFlags() },
  },
  projects:
    tier === 'release'
      ? [{ name: 'release', testMatch: '**/release/*.test.ts', use: phone }]
      : [
          { name: 'phone', ...findFiles('phone'), use: phone },
          { name: 'desktop', ...findFiles('desktop'), use: desktop },
        ],
})
