import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadCatalogues } from '../../../seed/catalogues.ts'
import { startPortal } from '../../../test/portal.ts'
import { asOwner } from '../../../test/statements/plans.ts'
import { alerts } from '../database/schema.ts'

/** What the build leaves of the sign-in page. */
const picture =
  '<!--first-page--><div inert>{brand} <a href="tel:{supportPhone}">{product}</a></div><script>if(1<2)seen()</script><!--/first-page-->'

/** A portal with a built web application, of which the shell is enough here. */
async function withShell(webConfig: object = {}) {
  const webFolder = mkdtempSync(join(tmpdir(), 'mi-portal-shell-'))
  onTestFinished(() => rmSync(webFolder, { recursive: true, force: true }))
  writeFileSync(
    join(webFolder, 'index.html'),
    `<html><head><title>x</title></head><body nonce="__CSP_NONCE__"><div id="root">${picture}</div></body></html>`,
  )
  const portal = await startPortal({ webFolder, webConfig })
  await loadCatalogues(portal.db)
  const page = async (url: string) => (await portal.app.inject({ url })).body
  const notices = (body: string): unknown => {
    const block = /<script type="application\/json" id="portal-alerts">([^<]*)<\/script>/.exec(body)?.[1]
    return block === undefined ? undefined : JSON.parse(block)
  }
  return { ...portal, page, notices }
}

test('the public pages come with the notices of the moment, the others without', async () => {
  const { db, page, notices } = await withShell()
  expect(notices(await page('/'))).toEqual([])
  await db.orm.insert(alerts).values([
    { name: 'Corte', text: '</script><b>Sin agua', color_id: 1, status_id: 1 },
    { name: 'Pasado', text: 'Ya terminó', color_id: 2, status_id: 2 },
  ])
  for (const url of ['/', '/?utm_source=correo', '/olvido-contrasena'])
    expect(notices(await page(url))).toMatchObject([{ name: 'Corte', text: '</script><b>Sin agua' }])
  for (const url of ['/dashboard', '/registrar', '/admin']) expect(notices(await page(url))).toBeUndefined()
})

test('the sign-in page comes drawn, under this installation’s names; its own script and no other may run', async () => {
  const { app } = await withShell({
    product: 'Mi <Portal>',
    brand: 'Clínica & Cía',
    supportPhone: '2 2362 5400',
  })
  const first = await app.inject({ url: '/?utm_source=correo' })
  expect(first.body).toContain(
    '<div id="root"><div inert>Clínica &#38; Cía <a href="tel:223625400">Mi &#60;Portal&#62;</a></div><script>if(1<2)seen()</script></div>',
  )
  const digest = createHash('sha256').update('if(1<2)seen()').digest('base64')
  expect(first.headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${digest}';`)
  for (const url of ['/registrar', '/dashboard', '/admin', '/olvido-contrasena']) {
    const other = await app.inject({ url })
    expect(other.body).toContain('<div id="root"></div>')
    expect(other.headers['content-security-policy']).toContain("script-src 'self';")
  }
})

test('a page comes without its notices where they cannot be read', async () => {
  const { db, page, notices } = await withShell()
  await asOwner(db, 'alter table alerts rename to alerts_elsewhere')
  const body = await page('/')
  expect(body).toContain('portal-config')
  expect(notices(body)).toBeUndefined()
})
