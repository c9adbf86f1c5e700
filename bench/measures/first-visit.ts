/** Promise 10, its bytes: scripts and styles that a first visit to `/` loads, as the server sends them to a browser. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { type Figure, heading, print } from '../report.ts'

/** Addresses of the scripts and styles named in a page, and of what those scripts import when they load. */
function loadedBy(folder: string): { scripts: Set<string>; styles: Set<string> } {
  const page = readFileSync(join(folder, 'shells/index.html'), 'utf8')
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const follow = (address: string) => {
    if (scripts.has(address)) return
    scripts.add(address)
    const text = readFileSync(join(folder, address), 'utf8')
    // Static imports alone: what `import(…)` fetches is asked for later.
    for (const [, from] of text.matchAll(/(?:\bimport|\bfrom)\s*["'](\.{1,2}\/[^"']+\.js)["']/g)) {
      follow(posix.join(dirname(address), from ?? ''))
    }
  }
  for (const [tag] of page.matchAll(/<(?:script|link)\b[^>]*>/g)) {
    const address = /(?:src|href)="(\/[^"]+)"/.exec(tag)?.[1]
    if (!address) continue
    if (tag.startsWith('<script') || /rel="modulepreload"/.test(tag)) follow(address)
    else if (/rel="stylesheet"/.test(tag)) styles.add(address)
  }
  return { scripts, styles }
}

/** Kilobytes (1000 bytes) of the files as a browser receives them: their brotli twins where they have one. */
function kilobytes(folder: string, addresses: Iterable<string>): number {
  let bytes = 0
  for (const address of addresses) {
    const file = join(folder, address)
    bytes += existsSync(`${file}.br`)
      ? readFileSync(`${file}.br`).length
      : brotliCompressSync(readFileSync(file)).length
  }
  return bytes / 1000
}

export function measureFirstVisit(webFolder: string): Figure[] {
  heading('First visit to /', 'brotli', '', 'kB (limit)')
  if (!existsSync(join(webFolder, 'shells/index.html'))) throw new Error('there is no built web application')
  const { scripts, styles } = loadedBy(webFolder)
  const figures: Figure[] = [
    {
      promise: 10,
      what: `scripts (${scripts.size} files)`,
      measured: `${kilobytes(webFolder, scripts).toFixed(1)} kB`,
      ratio: { value: kilobytes(webFolder, scripts), limit: 130, kind: 'most' },
    },
    {
      promise: 10,
      what: `styles (${styles.size} files)`,
      measured: `${kilobytes(webFolder, styles).toFixed(1)} kB`,
      ratio: { value: kilobytes(webFolder, styles), limit: 12, kind: 'most' },
    },
  ]
  for (const figure of figures) print(figure)
  return figures
}
