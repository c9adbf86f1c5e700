/** Builds the page for times without a connection and the service worker that stores that page. */
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { build as bundle } from 'esbuild'
import { build as buildWeb, type Rolldown } from 'vite'

const web = join(import.meta.dirname, '../../apps/web')

/**
 * Writes `shells/sin-conexion.html` with its assets, and `service-worker.js`, into the folder of the built web application. The page is
 * built apart from the application, so that it shares no file with other pages and a release cannot take one of its files away.
 */
export async function buildOfflinePage(folder: string): Promise<void> {
  const built = await buildWeb({ configFile: join(web, 'vite.config.ts'), mode: 'offline', logLevel: 'warn' })
  renameSync(join(folder, 'offline.html'), join(folder, 'shells', 'sin-conexion.html'))
  await bundle({
    entryPoints: [join(web, 'src/service-worker/service-worker.ts')],
    outfile: join(folder, 'service-worker.js'),
    bundle: true,
    minify: true,
    target: 'es2022',
    define: {
      'process.env.NODE_ENV': '"production"',
      'self.__WB_MANIFEST': JSON.stringify(assetsOf(built as Rolldown.RolldownOutput)),
    },
  })
}

/** Returns the assets that the page needs in Spanish, as the list that `workbox-precaching` expects. */
function assetsOf({ output }: Rolldown.RolldownOutput): { url: string; revision: null }[] {
  return output
    .map(({ fileName }) => fileName)
    .filter((name) => /\.(js|css|svg)$|-latin-(wght|opsz)-normal.*\.woff2$/.test(name))
    .map((name) => ({ url: `/${name}`, revision: null }))
}
