import { defineConfig } from 'vitest/config'

const strictConsole = './scripts/strict-console.ts'
const floor = { statements: 90, branches: 80, functions: 85, lines: 90 }

/**
 * Tests that take long, or that need programs beside Node: they run with `npm run test:full`, all others with `npm test`. Kills and
 * failures, deployment, adversarial values, random families, plans over 100,000 rows, daemons, backups, copies of data, mail and
 * the clinic's other systems.
 */
const fullServerTests = [
  'apps/server/**/*-kill.test.ts',
  'apps/server/**/{plans,*.plans}.test.ts',
  'apps/server/src/modules/family/families.test.ts',
  'apps/server/src/{modules/audit/stream/rsyslog,adapters/file-scanner/clamd,adapters/image-archive/orthanc,modules/scanning/scanning-daemon}.test.ts',
  'apps/server/src/modules/{booking/remote,agenda/external,exports,fhir/inbound,mailing}/*.test.ts',
  'apps/server/src/{adapters/clinical-archive,commands/backups}/**/*.test.ts',
  'apps/server/src/platform/{jobs,database/embedded-postgres/embedded-postgres}.test.ts',
  'apps/server/seed/demonstration/*.test.ts',
  'apps/server/test/fuzz/*.test.ts',
]
const fullScripts = ['scripts/{deployment,failure-tests}/**/*.test.ts', 'bench/**/*.test.ts']

/**
 * The test files of one worker share its modules, whose import takes a third of the time otherwise. So no module may hold state that
 * outlives a test: the setup files reset what the web application holds, and the server holds its state in what it composes.
 */
const sharedModules = { isolate: false }

/** Tests that replace modules or functions of the browser, or load the application into a document of their own. They import the modules for themselves. */
const ownModulesTests = [
  'apps/web/src/app/prerendered-page.test.ts',
  'apps/web/src/app/offline/{offline-recorder,offline-screen}.test.{ts,tsx}',
  'apps/web/src/app/layouts/error.test.tsx',
  'apps/web/src/features/alerts/alerts.test.tsx',
  'apps/web/src/features/exams/viewer/viewer.test.tsx',
  'apps/web/src/features/profile/install-hint.test.tsx',
  'apps/web/src/features/session/sign-in-part.test.tsx',
  'apps/web/src/lib/offline/offline-store.test.ts',
]

/** What all tests of screens need: a document, and the functions of a browser that it lacks. */
const inDocument = {
  environment: 'jsdom',
  setupFiles: [strictConsole, './apps/web/test/page.ts', './apps/web/test/setup.ts'],
  testTimeout: 20_000,
}

/** The server's tests run on one PostgreSQL that `postgres-setup.ts` starts, each test with a database of its own. */
const onPostgres = {
  setupFiles: [strictConsole],
  globalSetup: ['./apps/server/test/postgres-setup.ts'],
  testTimeout: 20_000,
  hookTimeout: 60_000,
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
          exclude: ownModulesTests,
          ...inDocument,
          ...sharedModules,
        },
      },
      {
        test: {
          name: 'screens-own-modules',
          include: ownModulesTests,
          ...inDocument,
        },
      },
      {
        test: {
          name: 'scripts',
          include: ['scripts/**/*.test.ts'],
          exclude: fullScripts,
          setupFiles: [strictConsole],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'scripts-full',
          include: fullScripts,
          setupFiles: [strictConsole],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'firefox',
          include: ['e2e/firefox/*.test.ts'],
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
