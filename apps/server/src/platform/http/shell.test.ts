import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadCatalogues } from '../../../seed/catalogues.ts'
import { startPortal } from '../../../test/portal.ts'
import { asOwner } from '../../../test/statements/plans.ts'
import { alerts } from '../database/schema.ts'

/** A portal with a built web application, of which the shell is enough here. */
async function withShell() {
  const webFolder = mkdtempSync(join(tmpdir(), 'mi-portal-shell-'))
  onTestFinished(() => rmSync(webFolder, { recursive: true, force: true }))
  writeFileSync(
    join(webFolder, 'index.html'),
    '<html><head><title>x</title></head><body nonce="__CSP_NONCE__"></body></html>',
  )
  const portal = await startPortal({ webFolder })
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

test('a page comes without its notices where they cannot be read', async () => {
  const { db, page, notices } = await withShell()
  await asOwner(db, 'alter table alerts rename to alerts_elsewhere')
  const body = await page('/')
  expect(body).toContain('portal-config')
  expect(notices(body)).toBeUndefined()
})
