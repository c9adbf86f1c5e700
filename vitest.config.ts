import { defineConfig } from 'vitest/config'

const strictConsole = './tools/test/strict-console.ts'
const floor = { statements: 90, branches: 80, functions: 85, lines: 90 }

/**
 * Tests that take long, or that need programs beside Node: they run with `npm run test:full`, all others with `npm test`. Kills and
 * failures, deployment, adversarial values, random families, plans over 100,000 rows, daemons, the operators' commands, copies of data,
 * mail, push and text messages, images, passkeys, the settings of the clinic and its other systems.
 */
const fullServerTests = [
  'apps/server/**/*-kill.test.ts',
  'apps/server/**/{plans,*.plans}.test.ts',
  'apps/server/src/modules/family/families.test.ts',
  'apps/server/src/{modules/audit/stream/rsyslog,adapters/file-scanner/clamd,platform/dicom/rendering/dcmtk,modules/scanning/scanning-daemon}.test.ts',
  'apps/server/src/modules/{booking/remote,agenda/external,exports,fhir/inbound,mailing,passkeys,notifications/push,notifications/texts}/*.test.ts',
  'apps/server/src/modules/{clinic,images}/**/*.test.ts',
  'apps/server/src/{adapters/clinical-archive,adapters/image-archive,commands}/**/*.test.ts',
  'apps/server/src/platform/{jobs,database/embedded-postgres/embedded-postgres}.test.ts',
  'apps/server/seed/demonstration/*.test.ts',
  'apps/server/test/fuzz/*.test.ts',
]
const fullTools = [
  'tools/deployment/**/*.test.ts',
  'tools/release/release.test.ts',
  'tools/bench/**/*.test.ts',
]

/** The failure tests measure how fast the portal recovers, so no other tests run at the same time. */
const failureTests = ['tools/failure-tests/**/*.test.ts']

/**
 * The test files of one worker share its modules, whose import takes a third of the time otherwise. The server's modules hold no state that
 * outlives a test: it is in what they compose. `apps/web/test/setup.ts` resets the state of the web application's modules.
 */
const sharedModules = { isolate: false }

/**
 * Tests of screens that fail in modules shared with other files, for instance because a module remembers a declined offer. Each file imports
 * the web application for itself.
 */
const isolatedScreens = [
  'apps/web/src/app/layouts/error.test.tsx',
  'apps/web/src/features/passkeys/passkeys.test.tsx',
  'apps/web/src/features/profile/untrusted-text.test.tsx',
  'apps/web/src/features/session/second-factor.test.tsx',
]

/** Milliseconds. The limits find hangs, so they are long enough for a machine that is busy with something else. */
const limits = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 15_000 } } }

/** The tests of screens run in jsdom. */
const inPage = {
  environment: 'jsdom',
  setupFiles: [strictConsole, './apps/web/test/page.ts', './apps/web/test/setup.ts'],
  // A failed query prints the page, also at every attempt of a query that waits. Printing took a twelfth of the time.
  env: { DEBUG_PRINT_LIMIT: process.env.DEBUG_PRINT_LIMIT ?? '0' },
  ...limits,
}

/** The server's tests run on one PostgreSQL that `postgres-setup.ts` starts, each test with a database of its own. */
const onPostgres = {
  setupFiles: [strictConsole],
  globalSetup: ['./apps/server/test/postgres-setup.ts'],
  ...limits,
  ...sharedModules,
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'contract',
          include: ['packages/contract/**/*.test.ts'],
          setupFiles: [strictConsole],
          ...limits,
          ...sharedModules,
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts'],
          exclude: fullServerTests,
          ...onPostgres,
        },
      },
      {
        test: {
          name: 'server-full',
          include: fullServerTests,
          ...onPostgres,
        },
      },
      {
        test: {
          name: 'screens',
          include: ['apps/web/**/*.test.{ts,tsx}'],
          exclude: isolatedScreens,
          ...inPage,
          ...sharedModules,
        },
      },
      {
        test: {
          name: 'screens-isolated',
          include: isolatedScreens,
          ...inPage,
        },
      },
      {
        test: {
          name: 'tools',
          include: ['{scripts,tools}/**/*.test.ts'],
          exclude: [...fullTools, ...failureTests],
          setupFiles: [strictConsole],
          ...limits,
        },
      },
      {
        test: {
          name: 'tools-full',
          include: fullTools,
          setupFiles: [strictConsole],
          ...limits,
        },
      },
      {
        test: {
          name: 'failures',
          include: failureTests,
          setupFiles: [strictConsole],
          ...limits,
        },
      },
      {
        test: {
          name: 'firefox',
          include: ['e2e/firefox/*.test.ts'],
          ...limits,
          testTimeout: 240_000,
          hookTimeout: 180_000,
        },
      },
    ],
    coverage: {
      provider: 'v8',
      reportOnFailure: true,
      reporter: [['text', { skipFull: true }], 'json-summary'],
      include: ['packages/contract/src/**/*.ts', 'apps/server/src/**/*.ts', 'apps/web/src/**/*.{ts,tsx}'],
      thresholds: { '**/*.rules.ts': floor, '**/*.service.ts': floor, '**/patient-access.ts': floor },
    },
  },
})
