import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { browserFlags, findHeadlessBrowser } from '../tools/test/browser.ts'

/** Journeys of `npm test`, each in one viewport. `npm run test:full` runs all others. */
const mainJourneys = {
  desktop: ['sign-in'],
  phone: ['booking'],
}

/** These journeys run with vitest. */
const inFirefox = '**/e2e/firefox/**'

/** Returns which files run in a viewport: `JOURNEYS` is `main`, `rest` (all but the main ones) or absent (all). */
function filesOf(viewport: keyof typeof mainJourneys, never: readonly string[] = []) {
  const main = mainJourneys[viewport].map((name) => `**/${name}.test.ts`)
  const tier = process.env.JOURNEYS
  return {
    testMatch: tier === 'main' ? main : '**/*.test.ts',
    testIgnore: [inFirefox, ...never, ...(tier === 'rest' ? main : [])],
  }
}

/** Runs the journeys in a real browser on the built portal, in both viewports. */
export default defineConfig({
  testDir: '.',
  outputDir: './output',
  globalSetup: './portals.ts',
  // A journey waits for a part of its time. More workers would only make each other late. Each has its own portal.
  workers: Math.min(4, availableParallelism() + 1),
  forbidOnly: true,
  // A busy machine of a CI may stall for longer than a step waits. The output of the run names what needed a second attempt.
  retries: process.env.CI ? 1 : 0,
  // Several journeys share the machine with their portals.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
    colorScheme: 'light',
    // A service worker would load pages itself, out of sight of the tests that intercept requests.
    serviceWorkers: 'block',
    actionTimeout: 20_000,
    // Recording every journey takes a quarter of its time. `--trace on` records one.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findHeadlessBrowser() ?? undefined, args: browserFlags() },
  },
  projects: [
    {
      name: 'desktop',
      // Taps are counted on a phone.
      ...filesOf('desktop', ['**/taps.test.ts']),
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      // These tests compare text, which is the same in every viewport.
      ...filesOf('phone', ['**/script-injection.test.ts']),
      use: {
        viewport: { width: 390, height: 844 },
        isMobile: true,
        hasTouch: true,
      },
    },
  ],
})
