/**
 * Promise 10: a first visit to `/` on a slow phone, and pages of a patient that are opened by their address there. Measures the
 * largest paint, the blocking time and the layout shift. A page with React alone, over the same network and processor, is the
 * comparison.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Browser, Page } from '@playwright/test'
import { build } from 'esbuild'
import { type Figure, heading, median, print, shown } from '../report.ts'
import { root } from '../servers.ts'
import type { Session } from './taps.ts'

/** The window, network and CPU slowdown of a phone, as in the default settings of Lighthouse. */
const phone = { width: 412, height: 823 }
const line = { latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000, offline: false }
const slowdown = 4
/** Milliseconds after the largest paint so far in which a larger one may follow. */
const settling = 1_500
/** The pages that are measured, and whether a patient is signed in there. */
const pages = [
  { path: '/', isSignedIn: false },
  { path: '/dashboard', isSignedIn: true },
  { path: '/dashboard/mis-examenes', isSignedIn: true },
] as const

type Visit = {
  /** Milliseconds until the largest contentful paint. */
  readonly largest: number
  /** Total blocking time: the milliseconds beyond 50 of each task after the first paint. */
  readonly blocking: number
  /** Cumulative layout shift. */
  readonly shift: number
}

/** The page for comparison: React renders one heading. */
const barePage = `import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
createRoot(document.getElementById('root')).render(createElement('h1', null, 'Mi Portal'))`

async function startBarePage(): Promise<{ port: number; stop: () => void }> {
  const { outputFiles } = await build({
    stdin: { contents: barePage, resolveDir: join(root, 'apps/web') },
    bundle: true,
    minify: true,
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const shell =
    '<!doctype html><html lang="es-CL"><meta name="viewport" content="width=device-width"><title>React</title><div id="root"></div><script src="/page.js"></script></html>'
  const bodies: Readonly<Record<string, { type: string; body: Buffer }>> = {
    '/': { type: 'text/html; charset=utf-8', body: brotliCompressSync(shell) },
    '/page.js': {
      type: 'text/javascript',
      body: brotliCompressSync(outputFiles[0]?.contents ?? Buffer.alloc(0)),
    },
  }
  const server = createServer((request, response) => {
    const found = bodies[request.url ?? '']
    if (!found) return response.writeHead(404).end()
    return response.writeHead(200, { 'content-type': found.type, 'content-encoding': 'br' }).end(found.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { port, stop: () => server.close() }
}

type Noted = { largest: number; tasks: { end: number; duration: number }[]; shift: number }

/** Runs in the page before its own scripts. Records paints, long tasks and layout shifts. */
function note(): void {
  const noted: Noted = { largest: 0, tasks: [], shift: 0 }
  Object.assign(globalThis, { noted })
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('largest-contentful-paint', ({ startTime }) => {
    noted.largest = startTime
  })
  observe('longtask', ({ startTime, duration }) => noted.tasks.push({ end: startTime + duration, duration }))
  observe('layout-shift', (entry) => {
    if ('value' in entry && typeof entry.value === 'number') noted.shift += entry.value
  })
}

function readVisit(page: Page): Promise<Visit> {
  return page.evaluate(() => {
    const { largest, tasks, shift } = (globalThis as typeof globalThis & { noted: Noted }).noted
    const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
    const late = tasks.filter(({ end }) => end > first)
    return { largest, shift, blocking: late.reduce((sum, { duration }) => sum + duration - 50, 0) }
  })
}

/** Opens a page with an empty cache. `session`: the patient who opens it, if any. */
async function visit(browser: Browser, address: string, session?: Session): Promise<Visit> {
  const context = await browser.newContext({
    viewport: phone,
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    ...(session && { storageState: session }),
  })
  try {
    await context.addInitScript(note)
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', line)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.goto(address, { waitUntil: 'load' })
    await page.waitForFunction((settled) => {
      const { largest } = (globalThis as typeof globalThis & { noted: Noted }).noted
      return largest > 0 && performance.now() - largest > settled
    }, settling)
    return await readVisit(page)
  } finally {
    await context.close()
  }
}

function figuresOf(path: string, visits: readonly { bare: Visit; portal: Visit }[]): Figure[] {
  const of = (side: 'bare' | 'portal', what: keyof Visit) => median(visits.map((round) => round[side][what]))
  const largest = median(visits.map((round) => round.portal.largest / round.bare.largest))
  return [
    {
      promise: 10,
      what: `largest paint of ${path}`,
      measured: `${shown(of('portal', 'largest'))} ms`,
      against: `${shown(of('bare', 'largest'))} ms`,
      ratio: { value: largest, limit: 1.3, kind: 'most' },
    },
    {
      promise: null,
      what: `blocking of ${path}`,
      measured: `${shown(of('portal', 'blocking'))} ms`,
      against: `${shown(of('bare', 'blocking'))} ms`,
    },
    {
      promise: null,
      what: `layout shift of ${path}`,
      measured: of('portal', 'shift').toFixed(3),
    },
  ]
}

/**
 * Measures a first visit, and pages that a patient opens by their address while signed in, for instance after a reload, of the portal that
 * listens at `port`.
 */
export async function measureFirstPaint(
  browser: Browser,
  port: number,
  session: Session,
  rounds: number,
): Promise<Figure[]> {
  heading(
    `Pages on a slow phone (processor ÷ ${slowdown}, 1.6 Mbit/s)`,
    'portal',
    'React alone',
    'ratio (limit)',
  )
  const bare = await startBarePage()
  const visits = new Map<string, { bare: Visit; portal: Visit }[]>(pages.map(({ path }) => [path, []]))
  try {
    for (let round = 0; round < rounds; round += 1) {
      const alone = await visit(browser, `http://127.0.0.1:${bare.port}/`)
      for (const { path, isSignedIn } of pages) {
        const opened = await visit(
          browser,
          `http://127.0.0.1:${port}${path}`,
          isSignedIn ? session : undefined,
        )
        visits.get(path)?.push({ bare: alone, portal: opened })
      }
    }
  } finally {
    bare.stop()
  }
  const figures = [...visits].flatMap(([path, rounds]) => figuresOf(path, rounds))
  for (const figure of figures) print(figure)
  return figures
}
