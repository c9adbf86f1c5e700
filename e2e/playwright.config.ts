import { defineConfig } from '@playwright/test'
import { browserFlags, findBrowser } from '../scripts/browser.ts'

/** Journeys in a real browser, on the built portal, at both widths. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.test.ts',
  globalSetup: './portal-setup.ts',
  outputDir: './output',
  // One at a time: an account has one session, and all journeys share one clinic.
  workers: 1,
  forbidOnly: true,
  // A machine that does many things at once may stall for longer than a step waits; what needed it is named in the output.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    baseURL: process.env.E2E_URL,
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
    colorScheme: 'light',
    actionTimeout: 20_000,
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findBrowser() ?? undefined, args: browserFlags() },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      // What is text is text at every width.
      testIgnore: '**/scripted.test.ts',
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
  ],
})
