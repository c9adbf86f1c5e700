/** Promise 12: the images of a study of 300 slices in a browser, with Debian's Orthanc as image archive. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { demonstrationPassword } from '../../../apps/server/seed/demonstration/accounts.ts'
import { makeImageFile } from '../../../apps/server/test/external/image-archive/image-file.ts'
import {
  findOrthanc,
  orthancLogin,
  startOrthanc,
} from '../../../apps/server/test/external/image-archive/orthanc.ts'
import { signIn } from '../../../e2e/steps.ts'
import { browserFlags, findBrowser } from '../../test/browser.ts'
import { readMemory } from '../process-stats.ts'
import { type Figure, heading, median, print, shown } from '../report.ts'
import { root, type Server } from '../servers.ts'

const slices = 300
/** The width and height of a slice of a tomography in pixels. */
const side = 512

/** A patient of the demonstration, whose latest imaging exam `e2e/images/fill.ts` connects with the study. */
const patient = { run: '12.345.678-5', accession: 'TC-1' } as const

/** Steps a second and seconds for which the patient scrolls. The promise is 20 images a second. */
const scrolling = { perSecond: 25, seconds: 5 } as const

/**
 * Megabytes that the server may need for one reader and one download beside what it needs without images. They do not depend on the
 * size of the study; V8 frees the buffers of passed-on bytes when they amount to some 60 MB.
 */
const mostMegabytes = 100

type ImagesParts = {
  /** An empty folder for the data of the demonstration. */
  readonly folder: string
  readonly rounds: number
  /** Starts the demonstration with these settings. */
  readonly start: (environment: Readonly<Record<string, string>>) => Promise<Server>
}

async function fillArchive(archive: Awaited<ReturnType<typeof startOrthanc>>): Promise<void> {
  const study = '1.2.826.0.1.3680043.2.1.12'
  for (let number = 1; number <= slices; number++)
    await archive.store(
      makeImageFile({
        study,
        series: `${study}.1`,
        instance: `${study}.1.${number}`,
        accession: patient.accession,
        patientId: patient.run,
        rows: side,
        columns: side,
        window: [40, 400],
        rescale: [1, -1024],
        number,
      }),
    )
}

const openImages = (page: Page) => page.getByRole('link', { name: /^Imágenes de / }).first()

/** Returns the milliseconds from the tap on an exam's images until its first image is shown. */
async function timeFirstImage(page: Page, url: string): Promise<number> {
  await page.goto(`${url}/dashboard/mis-examenes/otros-examenes`)
  await openImages(page).waitFor()
  const started = performance.now()
  await openImages(page).click()
  await page.waitForFunction(() => {
    const image = document.querySelector<HTMLImageElement>('[role="application"] [role="img"] img')
    return image?.complete && image.naturalWidth > 0
  })
  return performance.now() - started
}

/** Scrolls through the series at a fixed rate. Returns how many different images were shown a second. */
async function countShownImages(page: Page): Promise<number> {
  await page.getByRole('application', { name: 'Imagen' }).focus()
  await page.keyboard.press('Home')
  await page.waitForTimeout(1_000)
  return page.evaluate(async ({ perSecond, seconds }) => {
    const area = document.querySelector('[role="application"]')
    const holder = area?.querySelector('[role="img"]')
    if (!area || !holder) throw new Error('there is no image')
    const sources = new Set<string>()
    const watch = new MutationObserver(() => {
      const image = holder.querySelector('img')
      if (image) sources.add(image.src)
    })
    watch.observe(holder, { childList: true, subtree: true, attributes: true, attributeFilter: ['src'] })
    const started = performance.now()
    for (let step = 1; step <= perSecond * seconds; step++) {
      area.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }))
      const due = started + (step * 1000) / perSecond
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
    }
    const elapsed = (performance.now() - started) / 1000
    watch.disconnect()
    return sources.size / elapsed
  }, scrolling)
}

/** Downloads the study as the original files. Returns its megabytes and the most memory of the server meanwhile. */
async function downloadStudy(page: Page, portal: Server): Promise<{ megabytes: number; memory: number }> {
  let memory = readMemory(portal.pid)
  const timer = setInterval(() => {
    memory = Math.max(memory, readMemory(portal.pid))
  }, 50)
  try {
    const begun = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Descargar', exact: true }).click()
    await page.getByRole('button', { name: 'Descargar estudio' }).click()
    const download = await begun
    const stream = await download.createReadStream()
    let bytes = 0
    for await (const chunk of stream) bytes += (chunk as Buffer).length
    return { megabytes: bytes / 1e6, memory }
  } finally {
    clearInterval(timer)
  }
}

async function measureIn(browser: Browser, portal: Server, rounds: number): Promise<Figure[]> {
  const url = `http://127.0.0.1:${portal.port}`
  const page = await browser.newPage({ baseURL: url, viewport: { width: 1440, height: 900 } })
  await signIn(page, patient, demonstrationPassword)
  await page.getByRole('heading', { level: 1, name: /Bienvenida/ }).waitFor()
  await page.goto(`${url}/dashboard/mis-examenes/otros-examenes`)
  await openImages(page).waitFor()
  const scripts = () =>
    page.evaluate(
      () =>
        performance.getEntriesByType('resource').filter(({ name }) => /images\.page|image-viewer/.test(name))
          .length,
    )
  const viewerScripts = await scripts()
  const before = readMemory(portal.pid)

  const first: number[] = []
  for (let round = 0; round < rounds; round++) first.push(await timeFirstImage(page, url))
  const shownImages = await countShownImages(page)
  const afterScrolling = readMemory(portal.pid)
  const { megabytes, memory } = await downloadStudy(page, portal)
  await page.close()

  const firstSeconds = median(first) / 1000
  const added = Math.max(afterScrolling, memory) - before
  return [
    {
      promise: 12,
      what: `first image of ${slices}, from the tap`,
      measured: `${firstSeconds.toFixed(2)} s`,
      ratio: { value: firstSeconds, limit: 2, kind: 'most' },
    },
    {
      promise: null,
      what: 'slowest of these taps',
      measured: `${(Math.max(...first) / 1000).toFixed(2)} s`,
    },
    {
      promise: 12,
      what: `images shown a second at ${scrolling.perSecond} steps`,
      measured: shown(shownImages),
      ratio: { value: shownImages, limit: 20, kind: 'least' },
    },
    {
      promise: 12,
      what: `memory for it, and a download of ${shown(megabytes)} MB`,
      measured: `${shown(added)} MB`,
      ratio: { value: added, limit: mostMegabytes, kind: 'most' },
    },
    {
      promise: 12,
      what: 'scripts of the viewer in the list of exams',
      measured: String(viewerScripts),
      met: viewerScripts === 0,
    },
  ]
}

/** Measures the demonstration. Without Chromium or Orthanc it measures nothing and says so. */
export async function measureImages({ folder, rounds, start }: ImagesParts): Promise<Figure[]> {
  heading(`Images of a study of ${slices} slices of ${side} × ${side}`, 'portal', '', 'limit')
  const executablePath = findBrowser()
  if (executablePath === null || findOrthanc() === null) {
    console.log('    not measured: there is no Chromium, or no Orthanc with its tools')
    return []
  }
  const archive = await startOrthanc()
  const endings: (() => Promise<void>)[] = [archive.stop]
  try {
    await fillArchive(archive)
    const data = { DATA_DIR: folder }
    await (await start(data)).stop()
    execFileSync(process.execPath, [join(root, 'e2e/images/fill.ts'), folder])
    const { user, password } = orthancLogin
    const portal = await start({
      ...data,
      IMAGES_URL: archive.url,
      IMAGES_USER: user,
      IMAGES_PASSWORD: password,
    })
    endings.push(portal.stop)
    const browser = await chromium.launch({ executablePath, args: browserFlags() })
    endings.push(() => browser.close())
    const figures = await measureIn(browser, portal, rounds)
    for (const figure of figures) print(figure)
    return figures
  } finally {
    for (const end of endings.reverse()) await end()
  }
}
