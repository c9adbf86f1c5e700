/**
 * Prints one page as the built application draws it before any call was answered, as JSON ({@link Drawing}). Run as a program
 * of its own, with Node's `--experimental-vm-modules`: `draw.ts FOLDER PATH VIEWER`.
 */
import { readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { SourceTextModule } from 'node:vm'
import { JSDOM, VirtualConsole } from 'jsdom'
import { blanks, type Drawing } from './pages.ts'

const patienceMs = 20_000
/** A page that has not changed for so long is drawn. */
const quietMs = 300

const [folder = '', path = '/', viewer] = process.argv.slice(2)
const shell = readFileSync(join(folder, 'index.html'), 'utf8')
const parts = [...shell.matchAll(/<link rel="modulepreload"[^>]* href="([^"]+)"/g)].map(
  ([, address = '']) => address,
)

const block = (id: string, data: object) =>
  `<script type="application/json" id="${id}">${JSON.stringify(data)}</script>`
const blocks = block('portal-config', blanks.config) + block('portal-alerts', [blanks.notice])
const dom = new JSDOM(
  shell.replace('</head>', () => `${blocks}</head>`),
  {
    url: `http://localhost${path}`,
    runScripts: 'outside-only',
    pretendToBeVisual: true,
    virtualConsole: new VirtualConsole(),
  },
)
const { window } = dom
const { document } = window
if (viewer === 'patient') window.localStorage.setItem('currentUser', JSON.stringify(blanks.user))
// What is said to other browsers is none of this picture's.
Object.defineProperty(window.navigator, 'userAgent', { value: 'Chrome/1' })
Object.assign(window, {
  // The router looks whether somebody answered with one.
  Response,
  Headers,
  AbortController,
  AbortSignal,
  // No call is ever answered: a page is drawn as it stands while it waits.
  fetch: () => new Promise(() => {}),
  // A phone without a mouse.
  matchMedia: (media: string) => ({ matches: false, media, addEventListener() {}, removeEventListener() {} }),
  ResizeObserver: class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
  scrollTo() {},
})
Object.defineProperty(document, 'fonts', { value: { addEventListener() {}, removeEventListener() {} } })

// Nothing is fetched here: a style sheet that is waited for counts as come.
new window.MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const node of addedNodes) if (node.nodeName === 'LINK') node.dispatchEvent(new window.Event('load'))
}).observe(document.head, { childList: true })

const context = dom.getInternalVMContext()
const modules = new Map<string, SourceTextModule>()
/** The files of the modules, each after those it imports. */
const inOrder = new Set<string>()

/** The module of a file, one for all that import it. */
function moduleAt(file: string): SourceTextModule {
  const known = modules.get(file)
  if (known) return known
  const made = new SourceTextModule(readFileSync(file, 'utf8'), {
    context,
    identifier: file,
    initializeImportMeta: (meta) => {
      meta.url = new URL(file.slice(folder.length).replaceAll(sep, '/'), window.location.href).href
    },
    importModuleDynamically: (name, { identifier = '' }: { identifier?: string }) =>
      evaluated(join(identifier, '..', name)),
  })
  modules.set(file, made)
  return made
}

function note(module: SourceTextModule): void {
  if (inOrder.has(module.identifier)) return
  for (const { specifier } of module.moduleRequests) note(moduleAt(join(module.identifier, '..', specifier)))
  inOrder.add(module.identifier)
}

/** One after the other: two that are linked at once and share what they import would disturb each other. */
let linked = Promise.resolve()

function link(module: SourceTextModule): Promise<void> {
  linked = linked.then(async () => {
    if (module.status === 'unlinked')
      await module.link((name, { identifier }) => moduleAt(join(identifier, '..', name)))
  })
  return linked
}

async function evaluated(file: string): Promise<SourceTextModule> {
  const module = moduleAt(file)
  note(module)
  await link(module)
  await module.evaluate()
  return module
}

for (const address of parts) await evaluated(join(folder, address))

const root = document.getElementById('root')
let changed = performance.now()
new window.MutationObserver(() => {
  changed = performance.now()
}).observe(document, { childList: true, subtree: true, characterData: true, attributes: true })
const started = performance.now()
while (root?.querySelector('h1') == null || performance.now() - changed < quietMs) {
  if (performance.now() - started > patienceMs)
    throw new Error(`The built application drew no page at ${path}`)
  await new Promise((resolve) => setTimeout(resolve, 10))
}

const drawing: Drawing = {
  html: root.innerHTML,
  scripts: [...inOrder].map((file) => file.slice(folder.length).replaceAll(sep, '/')),
  styles: [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(
    ({ href }) => new URL(href).pathname,
  ),
  attributes: Object.fromEntries(
    [...document.documentElement.attributes].map(({ name, value }) => [name, value]),
  ),
}
process.stdout.write(JSON.stringify(drawing), () => process.exit(0))
