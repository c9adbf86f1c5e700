/** Prints the sign-in page as the built application draws it. Run as a program of its own, with Node's `--experimental-vm-modules`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SourceTextModule } from 'node:vm'
import { JSDOM, VirtualConsole } from 'jsdom'
import { blanks } from './blanks.ts'

const patienceMs = 20_000

const folder = process.argv[2] ?? ''
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
    url: 'http://localhost/',
    runScripts: 'outside-only',
    pretendToBeVisual: true,
    virtualConsole: new VirtualConsole(),
  },
)
const { window } = dom
// What is said to other browsers is none of this picture's.
Object.defineProperty(window.navigator, 'userAgent', { value: 'Chrome/1' })
// The router looks whether somebody answered with one.
Object.assign(window, { Response })

const context = dom.getInternalVMContext()
const modules = new Map<string, SourceTextModule>()

/** The module of a file, one for all that import it. */
function moduleAt(file: string): SourceTextModule {
  const known = modules.get(file)
  if (known) return known
  const made = new SourceTextModule(readFileSync(file, 'utf8'), {
    context,
    identifier: file,
    importModuleDynamically: () => {
      throw new Error('The sign-in page is drawn without what comes later')
    },
  })
  modules.set(file, made)
  return made
}

for (const address of parts) {
  const script = moduleAt(join(folder, address))
  if (script.status === 'unlinked')
    await script.link((name, { identifier }) => moduleAt(join(identifier, '..', name)))
  await script.evaluate()
}

const root = window.document.getElementById('root')
const started = performance.now()
while (root?.querySelector('h1') == null) {
  if (performance.now() - started > patienceMs) throw new Error('The built application drew no sign-in page')
  await new Promise((resolve) => setTimeout(resolve, 10))
}
process.stdout.write(root.innerHTML, () => process.exit(0))
