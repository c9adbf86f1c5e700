/**
 * Promise 10: what a signed-in patient waits for on a phone. Measures the time from a tap to the next screen's content on a good line,
 * and the interaction to next paint on a processor that is four times slower.
 */
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { type Figure, heading, median, print, shown, spread } from '../report.ts'

const phone = { width: 412, height: 823 }
/** A good line: 20 ms, 20 Mbit/s down, 5 Mbit/s up. */
const line = { latency: 20, downloadThroughput: 2_500_000, uploadThroughput: 625_000, offline: false }
const slowdown = 4
const limits = { content: 300, interaction: 200 }
/** Milliseconds that a patient reads the first page. The scripts of the menu's pages are loaded in advance meanwhile. */
const reading = 6_000
/** Milliseconds between two taps. */
const pause = 300

/** The screens of the menu, each with what shows that its content has arrived. */
const screens = [
  { link: 'Mis Exámenes', content: 'button[aria-label^="Ver "]' },
  { link: 'Mi Historial médico', content: 'button[aria-label^="Más acciones de la hora"]' },
  { link: 'Mi Grupo familiar', content: 'main li[aria-labelledby]' },
  { link: 'Solicitudes', content: 'main h1' },
  { link: 'Contáctanos', content: 'main form' },
] as const

export type Account = { readonly document: string; readonly password: string }

/** What a signed-in browser stores. */
export type Session = Awaited<ReturnType<BrowserContext['storageState']>>

async function openPhone(browser: Browser, session?: Session): Promise<Page> {
  const context = await browser.newContext({
    viewport: phone,
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    ...(session && { storageState: session }),
  })
  await context.addInitScript(noteInteractions)
  return context.newPage()
}

const welcome = (page: Page) => page.getByRole('heading', { level: 1, name: /^Bienvenid/ }).waitFor()

/** Signs a patient in on a phone. */
export async function signIn(browser: Browser, port: number, account: Account): Promise<Session> {
  const page = await openPhone(browser)
  await page.goto(`http://127.0.0.1:${port}/`)
  await page.getByRole('textbox', { name: 'RUT' }).fill(account.document)
  await page.getByLabel('Contraseña', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'INICIAR SESIÓN' }).tap()
  await welcome(page)
  const session = await page.context().storageState()
  await page.context().close()
  return session
}

/** Opens the first page of a signed-in patient on a good line. */
async function openHome(browser: Browser, port: number, session: Session) {
  const page = await openPhone(browser, session)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', line)
  await page.goto(`http://127.0.0.1:${port}/dashboard`)
  await welcome(page)
  return { page, slowDown: () => devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown }) }
}

type Noted = { longest: number }

/** Runs in the page before its own scripts. Notes the longest time from an interaction to the next paint. */
function noteInteractions(): void {
  const noted: Noted = { longest: 0 }
  Object.assign(globalThis, { noted })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ('interactionId' in entry && entry.interactionId !== 0)
        noted.longest = Math.max(noted.longest, entry.duration)
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
}

/** Opens the menu and taps a screen's link. Returns the milliseconds from the tap to the frame that shows the content. */
async function tapScreen(page: Page, { link, content }: (typeof screens)[number]): Promise<number> {
  await page.getByRole('button', { name: 'Menú', exact: true }).tap()
  const target = page
    .getByRole('navigation', { name: 'Menú principal' })
    .getByRole('link', { name: link, exact: true })
  await target.waitFor()
  await page.evaluate((selector) => {
    const shown = new Promise<number>((resolve, reject) => {
      // A screen that looks different now ends the bench instead of holding it for ever.
      setTimeout(() => reject(new Error(`no ${selector} after a tap`)), 30_000)
      const start = ({ timeStamp }: Event) => {
        const look = () => {
          if (document.querySelector(selector) === null) requestAnimationFrame(look)
          // The next frame is the first one after the content was painted.
          else requestAnimationFrame((painted) => resolve(painted - timeStamp))
        }
        look()
      }
      addEventListener('click', start, { capture: true, once: true })
    })
    Object.assign(globalThis, { shown })
  }, content)
  await target.tap()
  return page.evaluate(() => (globalThis as typeof globalThis & { shown: Promise<number> }).shown)
}

/** Taps all screens in turn. Returns the milliseconds to the content of each. */
async function tapAll(page: Page): Promise<{ link: string; time: number }[]> {
  const times: { link: string; time: number }[] = []
  for (const screen of screens) {
    times.push({ link: screen.link, time: await tapScreen(page, screen) })
    await page.waitForTimeout(pause)
  }
  return times
}

/** Measures the screens of the demonstration that listens at `port`. */
export async function measureTaps(
  browser: Browser,
  port: number,
  session: Session,
  rounds: number,
): Promise<Figure[]> {
  heading('Taps of a signed-in patient on a phone', 'median', 'worst round', 'ratio to the limit')
  const contents = new Map<string, number[]>(screens.map(({ link }) => [link, []]))
  const interactions: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    // Both read at the same time.
    const fast = await openHome(browser, port, session)
    const slow = await openHome(browser, port, session)
    await fast.page.waitForTimeout(reading)
    for (const { link, time } of await tapAll(fast.page)) contents.get(link)?.push(time)
    await fast.page.context().close()
    await slow.slowDown()
    await tapAll(slow.page)
    interactions.push(
      await slow.page.evaluate(() => (globalThis as typeof globalThis & { noted: Noted }).noted.longest),
    )
    await slow.page.context().close()
  }
  const figureOf = (what: string, values: readonly number[], limit: number): Figure => ({
    promise: 10,
    what,
    measured: `${shown(median(values))} ms`,
    against: `${shown(Math.max(...values))} ms`,
    ratio: { value: median(values) / limit, limit: 1, kind: 'most' },
  })
  const figures = [
    ...[...contents].map(([link, values]) => figureOf(`tap to content of «${link}»`, values, limits.content)),
    figureOf(`interaction to next paint, processor ÷ ${slowdown}`, interactions, limits.interaction),
  ]
  for (const figure of figures) print(figure)
  console.log(
    `    Noise: the rounds of one screen lay up to ${Math.round(100 * Math.max(...[...contents.values()].map(spread)))} % of their median apart.`,
  )
  return figures
}
