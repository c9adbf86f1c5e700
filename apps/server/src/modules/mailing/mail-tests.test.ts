import { globSync } from 'node:fs'
import { join } from 'node:path'
import { mailingEndpoints } from '@mi-portal/contract/mailing'
import { expect, test } from 'vitest'
import { ask } from '../../../test/ask.ts'
import { startPortal } from '../../../test/portal.ts'
import { rejectionOf } from '../../../test/rejection.ts'

async function superAdministrator() {
  const portal = await startPortal()
  const call = await portal.as(await portal.person({ rol: 'SUPER_ADMIN_ROLE' }))
  const outbox = () =>
    ask<{ recipient: string; subject: string }>(
      portal.db,
      'select recipient, subject from outbox order by id',
    )
  return { ...portal, call, outbox }
}

test('every mail of the product can be previewed and sent with synthetic data', async () => {
  const { call } = await superAdministrator()
  const { templates } = await call(mailingEndpoints.templates)
  expect(new Set(templates.map(({ title }) => title)).size).toBe(templates.length)
  for (const { id } of templates) {
    const { subject, html, text } = await call(mailingEndpoints.preview, { params: { id } })
    expect(subject).not.toBe('')
    expect(html).toContain('<h1')
    expect(text).not.toMatch(/undefined|null|\[object|NaN/)
  }
  expect(
    (await rejectionOf(call(mailingEndpoints.preview, { params: { id: templates.length + 1 } }))).status,
  ).toBe(404)
})

test('the samples include every mail of every module', async () => {
  const { call } = await superAdministrator()
  const modules = join(import.meta.dirname, '..')
  const files = globSync('**/*.mails.ts', { cwd: modules })
  const stored: Promise<object>[] = files.map((file) => import(join(modules, file)))
  const values = (await Promise.all(stored)).flatMap((module): unknown[] => Object.values(module))
  const isTemplate = (value: unknown) => typeof value === 'object' && value !== null && 'subject' in value
  const { templates } = await call(mailingEndpoints.templates)
  expect(templates).toHaveLength(values.filter(isTemplate).length)
})

test('a test mail goes to several addresses, once and separately', async () => {
  const { call, outbox, db } = await superAdministrator()
  const emails = ['ana@ejemplo.cl', 'luis@ejemplo.cl', 'ana@ejemplo.cl']
  expect(await call(mailingEndpoints.send, { body: { emails, emailId: 1 } })).toMatchObject({ sent: 2 })
  expect((await outbox()).map(({ recipient }) => recipient)).toEqual(['ana@ejemplo.cl', 'luis@ejemplo.cl'])
  expect(await ask(db, `select detail from audit_events where action = 'mailing.test'`)).toEqual([
    { detail: { messages: 2 } },
  ])
})

test('a test mail without a valid address, to too many of them or without a template is rejected, and nothing is sent', async () => {
  const { call, outbox } = await superAdministrator()
  const eleven = Array.from({ length: 11 }, (_, index) => `a${index}@a.cl`)
  for (const [changes, param] of [
    [{ emails: [] }, 'emails'],
    [{ emails: undefined }, 'emails'],
    [{ emails: ['ana@a.cl,luis@b.cl'] }, 'emails'],
    [{ emails: ['ana@a.cl\r\nBcc: otro@b.cl'] }, 'emails'],
    [{ emails: ['Ana <ana@a.cl>'] }, 'emails'],
    [{ emails: eleven }, 'emails'],
    [{ emailId: undefined }, 'emailId'],
    [{ emailId: 9999 }, 'emailId'],
  ] as [object, string][]) {
    const body = { emails: ['ana@ejemplo.cl'], emailId: 1, ...changes }
    const rejected = await rejectionOf(call(mailingEndpoints.send, { body }))
    expect(rejected).toMatchObject({ status: 400, fieldErrors: [{ param }] })
  }
  expect(await outbox()).toEqual([])
})

test('fifty test messages can be sent in a day', async () => {
  const { call, outbox } = await superAdministrator()
  const ten = (from: number) => Array.from({ length: 10 }, (_, index) => `a${from + index}@ejemplo.cl`)
  for (let from = 0; from < 50; from += 10)
    await call(mailingEndpoints.send, { body: { emails: ten(from), emailId: 2 } })
  const rejected = await rejectionOf(
    call(mailingEndpoints.send, { body: { emails: ['b@ejemplo.cl'], emailId: 2 } }),
  )
  expect(rejected.status).toBe(429)
  expect(await outbox()).toHaveLength(50)
})
