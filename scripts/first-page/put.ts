/**
 * The sign-in page as a part of the shell, so that a phone shows it as soon as its styles are there and not only when the
 * application has come and run. The application then puts itself in its place.
 */
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'

/** Whoever lets no script run is told so and sees no form that would never work. */
const unlessScripts =
  '<noscript><style nonce="__CSP_NONCE__">#root > [inert] { display: none }</style></noscript>'

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
  return (outputFiles[0]?.text ?? '').trim()
}

async function draw(folder: string): Promise<string> {
  const program = join(import.meta.dirname, './draw.ts')
  const flags = ['--experimental-vm-modules', '--no-warnings']
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, program, folder])
  return stdout
}

/** Fills the empty place of the shell in that folder. Nobody can use it yet, which `inert` says. */
export async function putFirstPage(folder: string): Promise<void> {
  const [picture, script] = await Promise.all([draw(folder), bundleScript()])
  if (script.includes('</')) throw new Error('The script of the first page would end itself')
  const file = join(folder, 'index.html')
  const shell = readFileSync(file, 'utf8')
  if (!shell.includes(emptyRoot)) throw new Error('The built shell has no empty place for the application')
  const content = `<div inert>${picture.replace('<section ', '<section hidden ')}</div>${unlessScripts}<script>${script}</script>`
  const filled = `<div id="root"><!--first-page-->${content}<!--/first-page--></div>`
  writeFileSync(
    file,
    shell.replace(emptyRoot, () => filled),
  )
}
