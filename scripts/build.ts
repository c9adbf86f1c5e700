/** `npm run build`: builds the web application into dist/web, and the server with its migrations into dist/server. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build as buildWeb } from 'vite'
import { rememberBuild } from './build-steps/build-state.ts'
import { bundleServer } from './build-steps/bundle-server.ts'
import { buildOfflinePage } from './build-steps/offline-page.ts'
import { checkPageSizes } from './build-steps/page-sizes.ts'
import { prerenderPages } from './build-steps/prerender.ts'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')

rmSync(dist, { recursive: true, force: true })
await buildWeb({
  configFile: join(root, 'apps/web/vite.config.ts'),
  logLevel: 'warn',
})
await prerenderPages(join(dist, 'web'))
checkPageSizes(join(dist, 'web'))
await buildOfflinePage(join(dist, 'web'))
await bundleServer(root, dist)
rememberBuild(root)
console.log('built dist/web and dist/server/main.mjs')
