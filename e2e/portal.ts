/** The `test` of a browser test on its own copy of the demonstration clinic, without the checks that every journey makes. */
import { basename } from 'node:path'
import { test as base } from '@playwright/test'
import { clockOffsetMs, shiftClock } from './clock.ts'
import { type LaunchedPortal, launchPortal, type PortalOptions } from './portals.ts'

type PortalFixtures = {
  /** What differs from the unchanged demonstration clinic. */
  portalOptions: PortalOptions
  portal: LaunchedPortal
}

export const test = base.extend<PortalFixtures>({
  portalOptions: [{}, { option: true }],
  portal: [
    async ({ portalOptions }, use, { file, line, project }) => {
      const portal = await launchPortal(
        `${project.name}-${basename(file, '.test.ts')}-${line}`,
        portalOptions,
      )
      await use(portal).finally(portal.end)
    },
    { timeout: 600_000 },
  ],
  baseURL: ({ portal }, use) => use(portal.url),
  context: async ({ context }, use) => {
    await context.addInitScript(shiftClock, clockOffsetMs)
    await use(context)
  },
})
