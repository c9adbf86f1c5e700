/**
 * The first pages of a visit as parts of their shells, so that a phone shows them as soon as their styles are there and not
 * only when the application has come and run. The application then puts itself in their place.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { type Drawing, type FirstPage, firstPages, type Viewer } from './pages.ts'

const emptyRoot = '<div id="root"></div>'

/** What the page does before the application is there, as text. */
async function bundleScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '../../apps/web/src/app/first-page.ts')],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
  })
  const script = (outputFiles[0]?.text ?? '').trim()
  if (script.includes('</')) throw new Error('The script of the first page would end itself')
  return script
}

async function draw(folder: string, path: string, viewer: Viewer): Promise<Drawing> {
  const program = join(import.meta.dirname, './draw.ts')
  const flags = ['--experimental-vm-modules', '--no-warnings']
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, program, folder, path, viewer], {
    maxBuffer: 1 << 24,
  })
  return JSON.parse(stdout)
}

/**
 * Asks together with the shell for what the page would ask for only once the application runs. Its scripts come after all that
 * the picture needs.
 */
function withFiles(shell: string, drawings: readonly Drawing[]): string {
  const fresh = (addresses: string[]) =>
    [...new Set(addresses)].filter((address) => !shell.includes(`"${address}"`))
  const styles = fresh(drawings.flatMap(({ styles }) => styles)).map(
    (address) => `<link rel="stylesheet" crossorigin href="${address}" nonce="__CSP_NONCE__">`,
  )
  const scripts = fresh(drawings.flatMap(({ scripts }) => scripts)).map(
    (address) => `<link rel="modulepreload" crossorigin href="${address}" nonce="__CSP_NONCE__">`,
  )
  return shell
    .replace('</head>', () => `${[...styles, ...scripts].join('\n')}</head>`)
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
}

/**
 * Seen once the script below it has found it fitting and completed it, and never where no script may run: nobody can use it yet,
 * which `inert` says.
 */
function pictureOf(viewer: Viewer, { html }: Drawing): string {
  return `<div inert hidden data-viewer="${viewer}">${html}</div>`
}

async function shellOf(plain: string, folder: string, { path, viewers }: FirstPage, script: string) {
  const drawn = await Promise.all(
    viewers.map(async (viewer) => [viewer, await draw(folder, path, viewer)] as const),
  )
  const drawings = drawn.map(([, drawing]) => drawing)
  const attributes = Object.entries(Object.assign({}, ...drawings.map(({ attributes }) => attributes)))
  const filled = `<div id="root">${drawn.map((one) => pictureOf(...one)).join('')}<script>${script}</script></div>`
  return withFiles(plain, drawings)
    .replace(
      /<html[^>]*>/,
      () => `<html ${attributes.map(([name, value]) => `${name}="${value}"`).join(' ')}>`,
    )
    .replace(emptyRoot, () => filled)
}

/** Writes the shells of the first pages into `shells` in that folder, each under the name of its path. */
export async function putFirstPages(folder: string): Promise<void> {
  const plain = readFileSync(join(folder, 'index.html'), 'utf8')
  if (!plain.includes(emptyRoot)) throw new Error('The built shell has no empty place for the application')
  const script = await bundleScript()
  mkdirSync(join(folder, 'shells'))
  for (const page of firstPages) {
    const name = page.path === '/' ? 'index' : page.path.slice(1)
    writeFileSync(join(folder, 'shells', `${name}.html`), await shellOf(plain, folder, page, script))
  }
}
