import { defineConfig } from 'vitest/config'

/** Adversarial calls, which need the server's PostgreSQL and run with `npm run test:full`. */
const fuzz = 'tools/fuzz/*.test.ts'

/** Slow tests, which run with `npm run test:full`. */
const slow = [
  'apps/server/src/modules/{booking/remote,agenda/external,exports,fhir/inbound,mailing,passkeys,notifications/push,notifications/texts}/*.test.ts',
  'apps/server/src/modules/{clinic,images}/**/*.test.ts',
  'apps/server/src/{adapters/clinical-archive,adapters/image-archive,commands}/**/*.test.ts',
  'apps/server/src/platform/{jobs,database/embedded-postgres/embedded-postgres}.test.ts',
  'apps/server/seed/demonstration/*.test.ts',
  'tools/deployment/{first-start,start,busy-start}.test.ts',
  'tools/failure-tests/untimed.test.ts',
]

/** Tests that need programs beside Node or a quiet machine, or that fill large tables: they run with `npm run test:release`. */
const release = [
  'apps/server/**/{plans,*.plans}.test.ts',
  'apps/server/src/{adapters/file-scanner/clamd,adapters/image-archive/orthanc,platform/dicom/rendering/dcmtk}.test.ts',
  'tools/deployment/{debian,deployment,pgbouncer,busy-start}.test.ts',
  'tools/{bare-machine,release}/**/*.test.ts',
]

/** Failure tests measure how fast the portal recovers, so no other tests run at the same time. */
const failures = 'tools/failure-tests/failure-tests.test.ts'

/** What all projects share. Milliseconds: the limits find hangs, so they are long enough for a busy machine. */
const common = {
  setupFiles: ['./tools/test/strict-console.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } },
}

/**
 * The files of one worker share its modules, whose import takes a third of the time otherwise. The server's modules hold no state that
 * outlives a test: it is in what they compose. `apps/web/test/setup.ts` resets the state of the web application's modules.
 */
const shared = {
  ...common,
  isolate: false,
  // Each test leaves much that the next one does not need. With V8's usual 16 MB a fifth of a worker's time is collecting it.
  execArgv: ['--max-semi-space-size=64'],
}

/** The server's tests run on one PostgreSQL that `postgres-setup.ts` starts. */
const server = { ...shared, globalSetup: ['./apps/server/test/databases/postgres-setup.ts'] }

/** The tests of screens run in jsdom. A failed query prints the page only if DEBUG_PRINT_LIMIT is set, because printing takes long. */
const screens = {
  ...shared,
  environment: 'jsdom',
  globalSetup: ['./tools/test/screens-clinic.ts'],
  setupFiles: [...common.setupFiles, './apps/web/test/page.ts', './apps/web/test/setup.ts'],
  env: { DEBUG_PRINT_LIMIT: process.env.DEBUG_PRINT_LIMIT ?? '0' },
}

/** Returns those of the patterns that begin with a folder. */
const below = (folder: string, patterns: readonly string[]) =>
  patterns.filter((path) => path.startsWith(folder))

const [allServer, allTools] = [['apps/server/**/*.test.ts'], ['{scripts,tools}/**/*.test.ts']]
const programs = { ...common, testTimeout: 300_000, hookTimeout: 300_000 }

export default defineConfig({
  test: {
    projects: [
      { test: { ...shared, name: 'contract', include: ['packages/contract/**/*.test.ts'] } },
      { test: { ...server, name: 'server', include: allServer, exclude: [...slow, ...release] } },
      {
        test: {
          ...server,
          name: 'server-full',
          include: [...below('apps/server', slow), fuzz],
          exclude: release,
        },
      },
      { test: { ...server, name: 'server-release', include: below('apps/server', release) } },
      { test: { ...screens, name: 'screens', include: ['apps/web/**/*.test.{ts,tsx}'] } },
      {
        test: { ...common, name: 'tools', include: allTools, exclude: [...slow, ...release, failures, fuzz] },
      },
      { test: { ...programs, name: 'tools-full', include: below('tools', slow) } },
      {
        test: {
          ...programs,
          name: 'tools-release',
          include: below('tools', release),
          env: { BUSY_PROCESSES: '16' },
        },
      },
      { test: { ...programs, name: 'failures', include: [failures] } },
    ],
    coverage: {
      provider: 'v8',
      reporter: [['text', { skipFull: true }]],
      include: ['packages/contract/src/**/*.ts', 'apps/server/src/**/*.ts', 'apps/web/src/**/*.{ts,tsx}'],
    },
  },
})
