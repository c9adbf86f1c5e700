/** Prerenders the pages with which most visits begin, which the application later replaces: decision record 082. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build as bundle } from 'esbuild'
import { JSDOM } from 'jsdom'
import { build, type Manifest } from 'vite'

const source = join(import.meta.dirname, '../../apps/web/src/app/start')

const exams = { viewer: 'patient', parts: ['patient', 'exams.page'] } as const

/** `viewer`: who is shown the page (`prerendered-page.ts`). `parts`: the files that it loads besides those of the first visit. */
const pages = [
  { path: '/', viewer: 'visitor', parts: ['sign-in', 'sign-in.page'] },
  { path: '/registrar', viewer: 'all', parts: ['basic', 'start.page'] },
  { path: '/reservas', viewer: 'visitor', parts: ['booking', 'reservation.page'] },
  { path: '/dashboard', viewer: 'patient', parts: ['patient', 'home.page'] },
  { path: '/dashboard/mis-examenes', ...exams },
  { path: '/dashboard/mis-examenes/laboratorio', ...exams },
  { path: '/dashboard/mis-examenes/otros-examenes', ...exams },
  { path: '/dashboard/consultas-medicas', viewer: 'patient', parts: ['patient', 'appointments.page'] },
] as const

/** Placeholders: the server fills in the configuration, the script of the page the alerts and the patient. */
const support = { phone: '{supportPhone}' }
const emergency = { emergency_phone: '{emergencyPhone}', emergency_service: '{emergencyService}' }
const names = { product: '{product}', brand: '{brand}', slogan: '{slogan}', support, ...emergency }
const images = { patient_panel: '{patientPanel}', patient_panel_phone: '{patientPanelPhone}', home: '{home}' }
const branding = { logo: '{logo}', logo_on_dark: '{logoOnDark}', images, colours: {} }
// Two sites, because with one site the reservation begins at its second question.
const sites = ['{siteNames}', ''].map((name, index) => ({ name, code: String(index) }))
const results_from = { laboratory: '{laboratoryFrom}', imaging: '{imagingFrom}' }
const clinic = { ...names, branding, sites, results_from, booking_groups: [], is_ready: true }
const placeholders = `
  <script type="application/json" id="portal-config">${JSON.stringify({ clinic })}</script>
  <script type="application/json" id="portal-alerts">[{"id":1,"name":"{name}","text":"{text}","color":{"primary_code":"","secundary_code":""}}]</script>`
const patient = { token: '-', id: 1, rol: 'STANDART_ROLE', first_name: '{first_name}', gender_id: null }

/** Builds the application into `folder` and loads it into this process, with a document in place of a browser's. */
async function loadApplication(folder: string, shell: string): Promise<(path: string) => Promise<string>> {
  const [configFile, ssr] = [join(source, '../../../vite.config.ts'), join(source, 'prerender.tsx')]
  await build({ configFile, logLevel: 'warn', build: { ssr, outDir: folder } })
  const { window } = new JSDOM(`${placeholders}${shell}`, { url: 'http://localhost/' })
  const { document, localStorage, sessionStorage, history, location } = window
  // `BroadcastChannel` is absent, because an open channel would keep this process alive. The user agent is that
  // of Chrome, so that the notice for other browsers is left out.
  const absent = { BroadcastChannel: undefined }
  Object.assign(globalThis, { window, document, localStorage, sessionStorage, history, location, ...absent })
  Object.defineProperty(globalThis, 'navigator', { value: { userAgent: 'Chrome/1', onLine: true } })
  return (await import(join(folder, 'prerender.js'))).prerenderPage
}

/** Returns links for the style sheets and scripts of the named parts, each after those that it imports. */
function linksOf(manifest: Manifest, parts: readonly string[], shell: string): string {
  const keyOf = (part: string) => Object.keys(manifest).find((key) => manifest[key]?.name === part)
  const filesOf = (key: string): string[] => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The build made no ${key}`)
    return [...(chunk.imports ?? []).flatMap(filesOf), ...(chunk.css ?? []), chunk.file]
  }
  const files = parts.flatMap((part) => filesOf(keyOf(part) ?? part))
  const links = (rel: string, ending: string) =>
    [...new Set(files)]
      .filter((file) => file.endsWith(ending) && !shell.includes(`"/${file}"`))
      .map((file) => `<link rel="${rel}" crossorigin href="/${file}" nonce="__CSP_NONCE__">`)
  return [...links('stylesheet', '.css'), ...links('modulepreload', '.js')].join('')
}

/** Adds the style sheets of parts whose scripts are loaded later, but which a prerendered page shows already. */
function addStyles(folder: string, path: string, page: string): string {
  const missing = new Set<string>()
  const sheets = readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.css'))
  const texts = new Map(sheets.map((name) => [name, readFileSync(join(folder, 'assets', name), 'utf8')]))
  const loaded = [...texts].filter(([name]) => page.includes(`/assets/${name}"`))
  const classes = [...page.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' '))
  for (const name of classes.filter((one) => /^_\w+_\w{5}_\d+$/.test(one))) {
    const has = ([, text]: [string, string]) => text.includes(`.${name}`)
    if (loaded.some(has)) continue
    const sheet = [...texts].find(has)
    if (!sheet) throw new Error(`The prerendered page ${path} has no styles for ${name}`)
    missing.add(`/assets/${sheet[0]}`)
  }
  const links = [...missing].map(
    (address) => `<link rel="stylesheet" crossorigin href="${address}" nonce="__CSP_NONCE__">`,
  )
  return page.replace('</head>', () => `${links.join('')}</head>`)
}

/** Writes the prerendered pages into `shells` in the folder of the built web application. */
export async function prerenderPages(folder: string): Promise<void> {
  const shell = readFileSync(join(folder, 'index.html'), 'utf8')
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const application = join(folder, '../prerender')
  const prerenderPage = await loadApplication(application, shell)
  const options = { bundle: true, minify: true, write: false } as const
  const { outputFiles } = await bundle({ entryPoints: [join(source, 'prerendered-page.ts')], ...options })
  for (const { path, viewer, parts } of pages) {
    if (viewer === 'patient') localStorage.setItem('currentUser', JSON.stringify(patient))
    const html = await prerenderPage(path)
    if (!html.includes('<h1')) throw new Error(`The prerendered page ${path} has no heading`)
    // A clinic need not name an emergency service, and then has no brackets either.
    const content = html.replaceAll(' ({emergencyService})', '{emergencyServiceInBrackets}')
    // The page is `inert`, because it cannot be used before the application runs. Without scripts it stays hidden.
    const root = `<div inert hidden data-viewer="${viewer}">${content}</div><script>${outputFiles[0]?.text}</script>`
    const page = shell
      .replace('</head>', () => `${linksOf(manifest, parts, shell)}</head>`)
      .replaceAll('<link rel="modulepreload"', '<link rel="later-script" fetchpriority="low"')
      .replace('<div id="root"></div>', () => `<div id="root">${root}</div>`)
    const file = join(folder, 'shells', `${path === '/' ? 'index' : path.slice(1)}.html`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, addStyles(folder, path, page))
  }
  window.close()
  for (const done of [application, join(folder, '.vite')]) rmSync(done, { recursive: true })
}
