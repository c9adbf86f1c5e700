import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { demonstration, publishClinic } from '../../../test/clinic/packages.ts'
import { makeTestFolder } from '../../../test/files/folder.ts'
import { startPortal } from '../../../test/portal.ts'

const page = (root: string) =>
  `<html><head><title>x</title><link rel="icon" href="/x.svg"></head><body nonce="__CSP_NONCE__"><div id="root">${root}</div></body></html>`

/** The content that the build leaves in a prerendered page. */
const prerendered =
  '<div inert>{brand} <a href="tel:{supportPhone}">{product}</a> {first_name} {laboratoryFrom}, {imagingFrom}, {emergencyPhone}{emergencyServiceInBrackets}.</div><script>if(1<2)seen()</script>'

/** Starts a portal with the HTML files of a built web application, and with other files by their names. */
async function withShell(
  environment: Record<string, string> = {},
  files: Record<string, string> = {},
  webConfig: object = {},
) {
  const webFolder = makeTestFolder()
  writeFileSync(join(webFolder, 'index.html'), page(''))
  mkdirSync(join(webFolder, 'shells/dashboard'), { recursive: true })
  for (const name of ['index', 'registrar', 'dashboard', 'dashboard/mis-examenes'])
    writeFileSync(join(webFolder, 'shells', `${name}.html`), page(prerendered))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(webFolder, name), text)
  const portal = await startPortal({ webFolder, environment, webConfig })
  const bodyOf = async (url: string) => (await portal.app.inject({ url })).body
  const notices = (body: string): unknown => {
    const block = /<script type="application\/json" id="portal-alerts">([^<]*)<\/script>/.exec(body)?.[1]
    return block === undefined ? undefined : JSON.parse(block)
  }
  return { ...portal, bodyOf, notices }
}

test('the public pages contain the current notices, and other pages contain none', async () => {
  const { db, bodyOf, notices } = await withShell()
  expect(notices(await bodyOf('/'))).toEqual([])
  await db.ask(`insert into alerts (name, text, color_id, status_id)
     values ('Corte', '</script><b>Sin agua', 1, 1), ('Pasado', 'Ya terminó', 2, 2)`)
  const withNotices = [
    '/',
    '/?utm_source=correo',
    '/olvido-contrasena',
    '/registrar',
    '/invitacion/abc',
    '/admin',
    '/admin/olvido-contrasena',
  ]
  for (const url of withNotices)
    expect(notices(await bodyOf(url))).toMatchObject([{ name: 'Corte', text: '</script><b>Sin agua' }])
  for (const url of ['/dashboard', '/dashboard/perfil', '/reservas', '/visor/1', '/admin/usuarios'])
    expect(notices(await bodyOf(url))).toBeUndefined()
})

test('a prerendered page contains the installation’s names and days, and of inline scripts only its own may run', async () => {
  const { app, db, clinic } = await withShell()
  await publishClinic(db, {
    clinic: { ...demonstration.clinic, product: 'Mi <Portal>', brand: 'Clínica & Cía' },
  })
  await expect.poll(() => clinic.current().clinic.brand).toBe('Clínica & Cía')
  const digest = createHash('sha256').update('if(1<2)seen()').digest('base64')
  for (const url of ['/?utm_source=correo', '/registrar', '/dashboard?x=1', '/dashboard/mis-examenes']) {
    const answer = await app.inject({ url })
    // `first_name` stays a placeholder, because only the browser knows who is signed in.
    expect(answer.body).toContain(
      '<div id="root"><div inert>Clínica &#38; Cía <a href="tel:223625400">Mi &#60;Portal&#62;</a> {first_name} 2017, noviembre de 2021, 131 (SAMU).</div><script>if(1<2)seen()</script></div>',
    )
    expect(answer.headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${digest}';`)
  }
  for (const url of ['/dashboard/perfil', '/admin', '/olvido-contrasena', '/index']) {
    const other = await app.inject({ url })
    expect(other.body).toContain('<div id="root"></div>')
    expect(other.headers['content-security-policy']).toContain("script-src 'self';")
  }
})

test('pages show a published clinic at once: its data block, title, icon, colours and manifest', async () => {
  const { app, bodyOf, db, clinic } = await withShell()
  expect(await bodyOf('/')).toContain('<title>Mi Portal</title>')
  await publishClinic(db, {
    clinic: { ...demonstration.clinic, product: 'Mi Roble', brand: 'Clínica Los Robles' },
    branding: {
      ...demonstration.branding,
      colours: { ...demonstration.branding.colours, action: '#0F6B5C' },
    },
  })
  await expect.poll(() => clinic.current().clinic.product).toBe('Mi Roble')
  const body = await bodyOf('/')
  expect(body).toContain('<title>Mi Roble</title>')
  expect(body).toContain('--lapis-6:#0F6B5C')
  const block = /<script type="application\/json" id="portal-config">([^<]*)<\/script>/.exec(body)?.[1] ?? ''
  const { clinic: shown } = JSON.parse(block)
  expect(shown).toMatchObject({
    brand: 'Clínica Los Robles',
    sites: [{ code: 'PROVIDENCIA' }, { code: 'MAIPU' }],
  })
  expect(body).toContain(`<link rel="icon" href="${shown.branding.favicon}">`)
  expect(body).toContain('<link rel="manifest" href="/manifest.webmanifest">')
  const answer = await app.inject({ url: '/manifest.webmanifest' })
  expect(answer.headers['content-type']).toBe('application/manifest+json; charset=utf-8')
  const manifest = answer.json()
  expect(manifest).toMatchObject({
    name: 'Mi Roble Clínica Los Robles',
    short_name: 'Mi Roble',
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    lang: 'es-CL',
  })
  expect(manifest.theme_color).toMatch(/^#[0-9a-f]{6}$/i)
  const icon = /rel="apple-touch-icon" href="([^"]+)"/.exec(body)?.[1]
  expect(icon).toBe(manifest.icons[2].src)
  for (const { src, sizes } of manifest.icons) {
    const image = await app.inject({ url: src })
    expect([image.statusCode, image.headers['content-type']]).toEqual([200, 'image/png'])
    const { width, height, hasAlpha } = await sharp(image.rawPayload).metadata()
    expect(`${width}x${height}`).toBe(sizes)
    // Systems that cut off the edge of an icon show no colour of their own behind it.
    expect(hasAlpha).toBe(src !== icon)
  }
})

test('only the demonstration has the page of all parts', async () => {
  const statusOf = async (webConfig: object) => {
    const { app } = await withShell({}, {}, webConfig)
    return (await app.inject({ url: '/dev/parts' })).statusCode
  }
  expect([await statusOf({ demo: true }), await statusOf({ demo: false }), await statusOf({})]).toEqual([
    200, 404, 404,
  ])
})

test('a page is compressed with an encoding that the browser accepts, and each response has its own nonce', async () => {
  const { app } = await withShell()
  const ask = async (accepted: string) => {
    const { headers, rawPayload } = await app.inject({ url: '/', headers: { 'accept-encoding': accepted } })
    expect(headers).toMatchObject({ vary: 'accept-encoding', 'content-type': 'text/html; charset=utf-8' })
    return { encoding: headers['content-encoding'], rawPayload }
  }
  const br = await ask('gzip, br')
  const gzip = await ask('gzip')
  const plain = await ask('identity')
  expect([br.encoding, gzip.encoding, plain.encoding]).toEqual(['br', 'gzip', undefined])
  const pages = [brotliDecompressSync(br.rawPayload), gunzipSync(gzip.rawPayload), plain.rawPayload].map(
    String,
  )
  const nonces = pages.map((html) => /nonce="([^"]+)"/.exec(html)?.[1] ?? '')
  expect(new Set(nonces).size).toBe(3)
  const [first, second, third] = pages.map((html, index) => html.replaceAll(nonces[index] ?? '', '·'))
  expect(first).toBe(third)
  expect(second).toBe(third)
})

test('the HTML templates of pages cannot be fetched as files', async () => {
  const { app } = await withShell()
  for (const url of ['/index.html', '/shells/index.html', '/shells/dashboard.html']) {
    const { statusCode, body } = await app.inject({ url })
    expect(statusCode).toBe(404)
    expect(body).not.toContain('__CSP_NONCE__')
  }
})

test('a page loads everything from the portal, text becomes markup only through named policies, and browsers report violations', async () => {
  const policyOf = async (publicUrl: string) => {
    const { app } = await withShell({ PUBLIC_URL: publicUrl })
    const { headers } = await app.inject({ url: '/dashboard/perfil' })
    return {
      rules: String(headers['content-security-policy']).split('; '),
      endpoints: headers['reporting-endpoints'],
    }
  }
  const both = [
    "require-trusted-types-for 'script'",
    'trusted-types default inert worker',
    'report-uri /api/policy-reports',
  ]
  const plain = await policyOf('http://127.0.0.1:3000')
  expect(plain.rules).toEqual(expect.arrayContaining(both))
  // Sources are the portal itself, what its own pages contain, and digests.
  const sources = plain.rules
    .filter((rule) => /^[a-z]+-src/.test(rule))
    .flatMap((rule) => rule.split(' ').slice(1))
  expect(sources.filter((source) => !/^('.*'|data:|blob:)$/.test(source))).toEqual([])
  expect(plain.rules).not.toContain('upgrade-insecure-requests')
  expect(plain.endpoints).toBeUndefined()
  const secure = await policyOf('https://portal.example')
  expect(secure.rules).toEqual(
    expect.arrayContaining([...both, 'report-to policy', 'upgrade-insecure-requests']),
  )
  expect(secure.endpoints).toBe('policy="/api/policy-reports"')
})

test('the service worker is asked for at every visit, and its own policy lets it load from the portal', async () => {
  const { app } = await withShell({}, { 'service-worker.js': 'self.skipWaiting()' })
  const { statusCode, headers } = await app.inject({ url: '/service-worker.js' })
  expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache'])
  expect(headers['content-security-policy']).toBe("default-src 'none'; script-src 'self'; connect-src 'self'")
})
