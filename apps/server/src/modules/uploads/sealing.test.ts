/** Tests over HTTP how files of requests, exams and images are stored. */
import { contactEndpoints } from '@mi-portal/contract/service-requests/contact'
import { inboxEndpoints } from '@mi-portal/contract/service-requests/inbox'
import { expect, test } from 'vitest'
import { formWith, startDepartments } from '../../../test/departments.ts'
import { buildPdf } from '../../../test/files/attachments.ts'
import { memoryFiles } from '../../../test/files/memory-files.ts'
import { download, message, pdf } from '../../../test/files/scanning.ts'
import { type Portal, startServer } from '../../../test/portal.ts'

const [old, fresh] = ['o'.repeat(48), 'f'.repeat(48)] as const

async function withFile(environment: Record<string, string> = {}) {
  const stored = memoryFiles()
  const portal = await startDepartments({ files: stored, environment })
  const send = async (text: string) => {
    const { contactId } = await (await portal.as(portal.mother))(contactEndpoints.send, {
      form: formWith({ ...message, patient_id: portal.mother.id }, { file_0: pdf(text) }),
    })
    return contactId
  }
  const contactId = await send('boleta de Camila')
  const openAt = async (server: Portal, id = contactId) => {
    const token = await server.sessionOf(portal.clerk.id)
    const { request } = await server.caller(token)(inboxEndpoints.open, { params: { matter: 'contact', id } })
    return download(server, request.files[0]?.url ?? '', token)
  }
  const server = async (given: Record<string, string>) => {
    const opened = await startServer(portal.db, portal.clock, { files: stored, environment: given })
    return opened
  }
  const lying = async () => {
    const texts: string[] = []
    for (const key of stored.keys())
      texts.push(Buffer.concat(await Array.fromAsync((await stored.read(key)) ?? [])).toString('latin1'))
    return texts
  }
  return { ...portal, stored, send, openAt, server, lying }
}

const sealedWith = (portal: Pick<Portal, 'db'>) =>
  portal.db.ask<{ sealed_with: string | null }>('select sealed_with from files order by id')

test('an attached file is stored encrypted, and staff read it as it was sent', async () => {
  const portal = await withFile()
  const [text] = await portal.lying()
  expect(text).not.toContain('boleta')
  expect(text?.startsWith('\0MPSEAL1')).toBe(true)
  expect(await portal.openAt(portal)).toEqual({ status: 200, text: String(buildPdf('boleta de Camila')) })
})

test('after SECRET_KEY was replaced, files are read with the earlier one configured, and without it after the job has run', async () => {
  const portal = await withFile({ SECRET_KEY: old })
  const between = await portal.server({ SECRET_KEY: fresh, SECRET_KEY_PREVIOUS: old })
  expect((await portal.openAt(between)).status).toBe(200)
  const careless = await portal.server({ SECRET_KEY: fresh })
  expect((await portal.openAt(careless)).status).toBe(503)
  expect(await careless.runJob('files.seal')).toEqual({
    renewed: 0,
    current: 0,
    missing: 0,
    unreadable: 1,
    left: 1,
  })
  const second = await portal.send('otra')
  expect(await between.runJob('files.seal')).toMatchObject({ renewed: 2, left: 0 })
  expect(await between.runJob('files.seal')).toMatchObject({ renewed: 0, current: 0, left: 0 })
  expect(await portal.openAt(careless)).toEqual({ status: 200, text: String(buildPdf('boleta de Camila')) })
  expect(await portal.openAt(careless, second)).toEqual({ status: 200, text: String(buildPdf('otra')) })
})

test('a file that was stored unencrypted is served, and is sealed by the job', async () => {
  const portal = await withFile()
  const [key = ''] = portal.stored.keys()
  await portal.stored.put(key, Buffer.from('%PDF-1.7\nantigua'))
  expect(await portal.openAt(portal)).toEqual({ status: 200, text: '%PDF-1.7\nantigua' })
  expect(await portal.runJob('files.seal')).toMatchObject({ renewed: 1, left: 0 })
  expect((await portal.lying())[0]).not.toContain('antigua')
  expect(await portal.openAt(portal)).toEqual({ status: 200, text: '%PDF-1.7\nantigua' })
  const [row] = await sealedWith(portal)
  expect(row?.sealed_with).toMatch(/^[0-9a-f]{12}$/)
  await portal.stored.remove(key)
  await portal.db.ask('update files set sealed_with = null')
  expect(await portal.runJob('files.seal')).toMatchObject({ missing: 1, left: 1 })
})

test('a file that is removed while the job seals it is not restored', async () => {
  const portal = await withFile()
  const [key = ''] = portal.stored.keys()
  const reached = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const slow = {
    ...portal.stored,
    put: async (name: string, content: Parameters<typeof portal.stored.put>[1]) => {
      reached.resolve()
      await goOn.promise
      return portal.stored.put(name, content)
    },
  }
  await portal.stored.put(key, Buffer.from('%PDF-1.7\nantigua'))
  const sealing = await startServer(portal.db, portal.clock, { files: slow })
  const run = sealing.runJob('files.seal')
  await reached.promise
  await portal.db.ask(`delete from request_files`)
  await portal.db.ask(`update files set delete_after = $1`, [portal.clock.now()])
  expect(await portal.runJob('photos.remove')).toEqual({ due: 1 })
  expect(portal.stored.keys()).toEqual([])
  goOn.resolve()
  await run
  expect(portal.stored.keys()).toEqual([])
  expect(await portal.db.ask('select key from files union all select key from unfinished_files')).toEqual([])
})
