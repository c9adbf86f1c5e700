import { defineConfig } from 'vitest/config'

const strictConsole = './scripts/strict-console.ts'
const serverTests = ['apps/server/**/*.test.ts']
const embeddedOnly = [
  'apps/server/src/platform/database/embedded*.test.ts',
  'apps/server/src/platform/database/embedded/*.test.ts',
  'apps/server/src/commands/backups/backups.test.ts',
]
const postgresOnly = [
  'apps/server/test/postgres.test.ts',
  'apps/server/src/platform/database/postgres/pipeline.test.ts',
]
const floor = { statements: 90, branches: 80, functions: 85, lines: 90 }

/** The server's tests run twice: on the embedded database and on a throw-away PostgreSQL. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'contract',
          include: ['packages/contract/**/*.test.ts'],
          setupFiles: [strictConsole],
        },
      },
      {
        test: {
          name: 'embedded',
          include: serverTests,
          exclude: postgresOnly,
          setupFiles: [strictConsole],
          globalSetup: ['./apps/server/test/embedded-setup.ts'],
          // Empty means embedded, also for whoever has a cluster of their own in the environment.
          env: { TEST_DATABASE_URL: '' },
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'postgres',
          include: serverTests,
          exclude: embeddedOnly,
          setupFiles: [strictConsole],
          globalSetup: ['./apps/server/test/postgres-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'screens',
          include: ['apps/web/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: [strictConsole, './apps/web/test/setup.ts'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'scripts',
          include: ['scripts/**/*.test.ts', 'bench/**/*.test.ts'],
          setupFiles: [strictConsole],
          testTimeout: 30_000,
        },
      },
    ],
    coverage: {
      provider: 'v8',
      reportOnFailure: true,
      reporter: [['text', { skipFull: true }], 'json-summary'],
      include: ['packages/contract/src/**/*.ts', 'apps/server/src/**/*.ts', 'apps/web/src/**/*.{ts,tsx}'],
      thresholds: { '**/*.rules.ts': floor, '**/*.service.ts': floor, '**/reach.ts': floor },
    },
  },
})
