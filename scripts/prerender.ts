/**
 * Prerenders the pages with which most visits begin, so that a phone shows them as soon as their styles have loaded and
 * not only when the application runs. The application then replaces them. See decision record 082.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build as bundle } from 'esbuild'
import { JSDOM } from 'jsdom'
import { build } from 'vite'

const web = join(import.meta.dirname, '../apps/web')

/**
 * `viewer`: who is shown the page (`apps/web/src/app/first-page.ts`). `chunks`: what the page loads besides the first
 * script, by the name of its module or of a group in `vite.config.ts`.
 */
const pages = [
  { path: '/', viewer: 'visitor', chunks: [] },
  { path: '/registrar', viewer: 'anybody', chunks: ['plain', 'start.page'] },
  { path: '/reservas', viewer: 'visitor', chunks: ['booking', 'reservation.page'] },
  { path: '/dashboard', viewer: 'patient', chunks: ['inside'] },
] as const

/** Placeholders: of the installation for the server, of alerts and patient for the script of the page. */
const blocks = {
  'portal-config': { product: '{product}', brand: '{brand}', supportPhone: '{supportPhone}' },
  'portal-alerts': [
    { id: 1, name: '{name}', text: '{text}', color: { primary_code: '', secundary_code: '' } },
  ],
}
const patient = { token: '-', id: 1, rol: 'STANDART_ROLE', first_name: '{first_name}', gender_id: null }

type Manifest = Readonly<Record<string, { file: string; css?: string[]; imports?: string[] }>>

/** Builds the application into `folder` and loads it into this process, with a document in place of a browser's. */
async function loadApplication(folder: string, shell: string): Promise<(path: string) => Promise<string>> {
  await build({
    configFile: join(web, 'vite.config.ts'),
    logLevel: 'warn',
    build: {
      ssr: join(import.meta.dirname, '../apps/web/src/app/prerender.tsx'),
      outDir: folder,
      manifest: false,
    },
    ssr: { noExternal: true },
  })
  const data = Object.entries(blocks).map(
    ([id, block]) => `<script type="application/json" id="${id}">${JSON.stringify(block)}</script>`,
  )
  const { window } = new JSDOM(
    shell.replace('</head>', () => `${data}</head>`),
    { url: 'http://localhost/' },
  )
  const { document, localStorage, sessionStorage, history, location } = window
  // A channel to other tabs would keep this process from ending. The notice for other browsers is left out.
  const absent = { BroadcastChannel: undefined }
  Object.assign(globalThis, { window, document, localStorage, sessionStorage, history, location, ...absent })
  Object.defineProperty(globalThis, 'navigator', { value: { userAgent: 'Chrome/1', onLine: true } })
  return (await import(pathToFileURL(join(folder, 'prerender.js')).href)).prerenderPage
}

/** Returns link elements for the style sheets and scripts of a page, each after those that it imports. */
function linksOf(manifest: Manifest, chunks: readonly string[], shell: string): string {
  const files = new Set<string>()
  const seen = new Set<string>()
  const visit = (key: string) => {
    if (seen.has(key)) return
    seen.add(key)
    const { imports = [], css = [], file } = manifest[key] ?? { file: '' }
    imports.forEach(visit)
    for (const each of [...css, file]) files.add(`/${each}`)
  }
  for (const chunk of chunks) {
    const keys = Object.keys(manifest)
    const key =
      keys.find((each) => each.endsWith(`/${chunk}.tsx`)) ??
      keys.find((each) => each.startsWith(`_${chunk}-`) && each.endsWith('.js'))
    if (key === undefined) throw new Error(`The build made no ${chunk}`)
    visit(key)
  }
  const link = (relation: string, ending: string) =>
    [...files]
      .filter((address) => address.endsWith(ending) && !shell.includes(`"${address}"`))
      .map((address) => `<link rel="${relation}" crossorigin href="${address}" nonce="__CSP_NONCE__">`)
  return [...link('stylesheet', '.css'), ...link('modulepreload', '.js')].join('')
}

/** Writes the prerendered pages into `shells` in the folder of the built web application. */
export async function prerenderPages(folder: string): Promise<void> {
  const shell = readFileSync(join(folder, 'index.html'), 'utf8')
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const application = join(folder, '../prerender')
  const prerenderPage = await loadApplication(application, shell)
  const { outputFiles } = await bundle({
    entryPoints: [join(web, 'src/app/first-page.ts')],
    bundle: true,
    minify: true,
    format: 'iife',
    write: false,
  })
  const script = outputFiles[0]?.text.trim()
  mkdirSync(join(folder, 'shells'))
  for (const { path, viewer, chunks } of pages) {
    if (viewer === 'patient') localStorage.setItem('currentUser', JSON.stringify(patient))
    const html = await prerenderPage(path)
    if (!html.includes('<h1')) throw new Error(`The prerendered page ${path} has no heading`)
    // The page is `inert`, because it cannot be used before the application runs. Without scripts it stays hidden.
    const root = `<div inert hidden data-viewer="${viewer}">${html}</div><script>${script}</script>`
    const page = shell
      .replace('</head>', () => `${linksOf(manifest, chunks, shell)}</head>`)
      .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
      .replace('<div id="root"></div>', () => `<div id="root">${root}</div>`)
    writeFileSync(join(folder, 'shells', `${path === '/' ? 'index' : path.slice(1)}.html`), page)
  }
  window.close()
  for (const done of [application, join(folder, '.vite')]) rmSync(done, { recursive: true })
}
