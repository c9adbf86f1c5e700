/** The bytes of the pages with which visits begin, as the server sends them to a browser, and their limits. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/** The prerendered pages, with which a visit can begin. */
const pages = [
  'index',
  'registrar',
  'reservas',
  'dashboard',
  'dashboard/mis-examenes',
  'dashboard/consultas-medicas',
] as const
type Page = (typeof pages)[number]

/** Kilobytes (1000 bytes) that a first visit may load. */
const limits = {
  scripts: (page: Page) => (page === 'index' ? 140 : 170),
  styles: (page: Page) => (page === 'index' ? 13 : 20),
}

interface PageSize {
  kind: 'scripts' | 'styles'
  files: number
  kilobytes: number
  limit: number
}

/** Measures the scripts and styles that a page of the built web application loads, without what it loads on demand. */
export function measurePage(folder: string, page: Page): PageSize[] {
  const { scripts, styles } = filesOf(folder, page)
  return [
    {
      kind: 'scripts',
      files: scripts.size,
      kilobytes: sizeOf(folder, scripts),
      limit: limits.scripts(page),
    },
    { kind: 'styles', files: styles.size, kilobytes: sizeOf(folder, styles), limit: limits.styles(page) },
  ]
}

/** Throws if a page of the built web application exceeds its limit. */
export function checkPageSizes(folder: string) {
  for (const page of pages) {
    for (const { kind, kilobytes, limit } of measurePage(folder, page)) {
      if (kilobytes > limit)
        throw new Error(
          `The ${kind} of ${page} have ${kilobytes.toFixed(1)} kB; at most ${limit} kB are allowed`,
        )
    }
  }
}

/** Returns the addresses of the scripts and styles named in a page, and of what those scripts import statically. */
function filesOf(folder: string, page: Page): { scripts: Set<string>; styles: Set<string> } {
  const html = readFileSync(join(folder, `shells/${page}.html`), 'utf8')
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const follow = (address: string) => {
    if (scripts.has(address)) return
    scripts.add(address)
    const text = readFileSync(join(folder, address), 'utf8')
    for (const [, from] of text.matchAll(/(?:\bimport|\bfrom)\s*["'](\.{1,2}\/[^"']+\.js)["']/g)) {
      follow(posix.join(dirname(address), from ?? ''))
    }
  }
  for (const [tag] of html.matchAll(/<(?:script|link)\b[^>]*>/g)) {
    const address = /(?:src|href)="(\/[^"]+)"/.exec(tag)?.[1]
    if (!address) continue
    if (tag.startsWith('<script') || /rel="later-script"/.test(tag)) follow(address)
    else if (/rel="stylesheet"/.test(tag)) styles.add(address)
  }
  if (scripts.size < 2) throw new Error(`The page ${page} names no scripts of the application`)
  return { scripts, styles }
}

/** Returns the kilobytes of files with brotli: of their twins, where they have one. */
function sizeOf(folder: string, addresses: Iterable<string>): number {
  let bytes = 0
  for (const address of addresses) {
    const file = join(folder, address)
    bytes += existsSync(`${file}.br`)
      ? readFileSync(`${file}.br`).length
      : brotliCompressSync(readFileSync(file)).length
  }
  return bytes / 1000
}
