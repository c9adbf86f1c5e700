import { notificationEndpoints } from '@mi-portal/contract/notifications/notifications'
import { expect, test } from 'vitest'
import { postReport, signReport } from '../../../../test/external/message-gateway.ts'
import { notifyOfResult, startReachable, storedMessages } from '../../../../test/external/text-messages.ts'

/** Sends a WhatsApp message about a notification; an SMS is the next channel, an hour later. */
async function withSentMessage() {
  const made = await startReachable({ channels: ['whatsapp', 'sms'] })
  const { id } = await notifyOfResult(made.portal, made.person)
  await made.portal.runQueue('texts')
  const [message] = await storedMessages(made.portal)
  return { ...made, notificationId: id ?? 0, reference: message?.reference ?? '' }
}

test('a message that was not delivered is followed by the next channel at once', async () => {
  const { portal, gateway, reference } = await withSentMessage()
  portal.clock.advance({ minutes: 2 })
  expect(await postReport(portal, { id: reference, state: 'failed' })).toEqual({
    status: 200,
    body: '{"status":"Ok"}',
  })
  expect(await storedMessages(portal)).toMatchObject([
    { channel: 'whatsapp', state: 'failed', failure: 'reported' },
    { channel: 'sms', state: 'waiting', due_at: portal.clock.now() },
  ])
  await portal.runQueue('texts')
  expect(gateway.messages().at(-1)).toMatchObject({ channel: 'sms', kind: 'notification' })
})

test('a message that was delivered and read leaves the notification unread, stops the channels after it, and cannot fail any more', async () => {
  const { portal, call, reference } = await withSentMessage()
  expect((await postReport(portal, { id: reference, state: 'read' })).status).toBe(200)
  expect((await call(notificationEndpoints.list)).unread).toBe(1)
  portal.clock.advance({ minutes: 1 })
  await postReport(portal, { id: reference, state: 'failed' })
  portal.clock.advance({ minutes: 60 })
  await portal.runQueue('texts')
  expect(await storedMessages(portal)).toMatchObject([
    { state: 'sent', failure: null, delivered_at: expect.any(Date), read_at: expect.any(Date) },
    { channel: 'sms', state: 'dropped' },
  ])
})

test('a report without the right signature is rejected and changes nothing', async () => {
  const { portal, reference } = await withSentMessage()
  const report = { id: reference, state: 'failed' }
  const timestamp = Math.floor(portal.clock.now().getTime() / 1000)
  const right = signReport(JSON.stringify(report), { timestamp })['x-report-signature']
  for (const options of [
    { secret: 'otro-secreto-que-es-bastante-largo-0123456789' },
    { signature: '' },
    { signature: right.slice(0, -1) },
    { signature: right.replace('sha256=', '') },
    { signature: right.toUpperCase() },
    { signature: `sha256=${'0'.repeat(64)}` },
    { timestamp: timestamp - 1, signature: right },
  ])
    expect([options, (await postReport(portal, report, options)).status]).toEqual([options, 401])
  const unsigned = await portal.app.inject({
    method: 'POST',
    url: '/api/text-messages/reports',
    payload: report,
  })
  expect(unsigned.statusCode).toBe(401)
  expect(await storedMessages(portal)).toMatchObject([{ state: 'sent' }, { state: 'waiting' }])
})

test('a report is taken within five minutes of its signature, and once, as its signature is stored for an hour', async () => {
  const { portal, reference } = await withSentMessage()
  const now = Math.floor(portal.clock.now().getTime() / 1000)
  const report = { id: reference, state: 'delivered' }
  for (const seconds of [-301, 301, -86_400])
    expect((await postReport(portal, report, { timestamp: now + seconds })).status).toBe(401)
  expect((await postReport(portal, report, { timestamp: now - 299 })).status).toBe(200)
  const replay = () => postReport(portal, report, { timestamp: now - 299 })
  expect((await replay()).status).toBe(409)
  portal.clock.advance({ minutes: 59 })
  await portal.runJob('notifications.purge')
  expect(await portal.db.ask('select signature from text_message_reports')).toHaveLength(1)
  portal.clock.advance({ minutes: 2 })
  await portal.runJob('notifications.purge')
  expect(await portal.db.ask('select signature from text_message_reports')).toEqual([])
})
