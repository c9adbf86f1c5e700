/** The `test` of a browser test on the demonstration clinic, without the checks that every journey makes. */
import { test as base } from '@playwright/test'
import { launchIsolatedPortal } from './portals.ts'

/**
 * Each worker has its own portal, on which its tests run one after another, because an account has one session. The portal starts with
 * the first test that needs it.
 */
export const test = base.extend<object, { sharedPortal: string }>({
  sharedPortal: [
    async ({ browserName: _ }, use, { project, workerIndex }) => {
      const { url, end } = await launchIsolatedPortal(`${project.name}-${workerIndex}`)
      await use(url).finally(end)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ sharedPortal }, use) => use(sharedPortal),
})
