import { notificationPreferenceEndpoints } from '@mi-portal/contract/notifications/preferences'
import { textPhoneEndpoints } from '@mi-portal/contract/notifications/text-messages'
import { userEndpoints } from '@mi-portal/contract/users'
import { describe, expect, test } from 'vitest'
import {
  lastCode,
  mobile,
  notifyOfResult,
  startReachable,
  startWithGateway,
  storedMessages,
} from '../../../../test/external/text-messages.ts'
import { startPortal } from '../../../../test/portal.ts'
import { expectRejected, getRejection } from '../../../../test/rejection.ts'

const { sendCode, confirm } = textPhoneEndpoints
const { get, choose } = notificationPreferenceEndpoints

async function withPhone(phone: string | null = mobile, environment: Record<string, string> = {}) {
  const made = await startWithGateway(environment)
  const person = await made.portal.person({ phone })
  return { ...made, person, call: await made.portal.as(person) }
}

function wrongCode(code: string): string {
  return code === '000000' ? '000001' : '000000'
}

test('the code arrives by SMS with the name of the clinic, and confirms the number', async () => {
  const { portal, gateway, person, call } = await withPhone()
  expect((await call(get)).text_phone).toEqual({
    number: mobile,
    state: 'unconfirmed',
    waits_for_code: false,
  })
  expect(await call(sendCode)).toMatchObject({ channel: 'sms', minutes: 10 })
  expect((await call(get)).text_phone.waits_for_code).toBe(true)
  const [message, ...others] = gateway.messages()
  expect(others).toEqual([])
  expect(message).toMatchObject({
    channel: 'sms',
    to: `+56${mobile}`,
    kind: 'code',
    url: null,
    from: 'CLINICA',
  })
  expect(message?.text).toMatch(
    /^Clínica Andes: tu código es \d{6}\. Vale 10 minutos\. No lo compartas con nadie\.$/,
  )
  const stranger = await portal.as(await portal.person({ phone: mobile }))
  const body = { code: lastCode(gateway) }
  await expectRejected(stranger(confirm, { body }), 409)
  await call(confirm, { body })
  expect((await call(get)).text_phone).toEqual({
    number: mobile,
    state: 'confirmed',
    waits_for_code: false,
  })
  await expectRejected(call(sendCode), 409)
  expect(await portal.db.listAuditEvents('notifications.phone%')).toMatchObject([
    { action: 'notifications.phoneCode', patient_id: person.id },
    { action: 'notifications.phoneOn', patient_id: person.id },
  ])
})

test('no code is sent to a landline or an absent number, nor waits for a number that the gateway does not reach', async () => {
  for (const [phone, state] of [
    ['226543210', 'landline'],
    [null, 'absent'],
    [mobile, 'unconfirmed'],
  ] as const) {
    const { gateway, call } = await withPhone(phone)
    gateway.answer(422)
    const rejection = await getRejection(call(sendCode))
    expect([rejection.status, rejection.fieldErrorOf('phone') !== undefined]).toEqual([400, true])
    expect((await call(get)).text_phone).toMatchObject({ number: phone, state, waits_for_code: false })
    expect(gateway.requests).toHaveLength(phone === mobile ? 1 : 0)
  }
})

test('the first five of many concurrent wrong codes are rejected at their field, and then the right one is too', async () => {
  const { gateway, call } = await withPhone()
  await call(sendCode)
  const code = lastCode(gateway)
  const rejections = await Promise.all(
    Array.from({ length: 12 }, () => getRejection(call(confirm, { body: { code: wrongCode(code) } }))),
  )
  const compared = rejections.filter(({ status }) => status === 400)
  expect(compared.map((one) => one.fieldErrorOf('code'))).toEqual(Array(5).fill('El código no es correcto'))
  expect(rejections.filter(({ status }) => status === 409)).toHaveLength(7)
  await expectRejected(call(confirm, { body: { code } }), 409, 'El código venció. Pide uno nuevo')
  expect((await call(get)).text_phone).toMatchObject({ state: 'unconfirmed', waits_for_code: false })
})

test('a code ends after ten minutes, and a new code ends the one before it', async () => {
  const { portal, gateway, call } = await withPhone()
  await call(sendCode)
  const first = lastCode(gateway)
  portal.clock.advance({ minutes: 5 })
  await call(sendCode)
  const second = lastCode(gateway)
  if (first !== second)
    expect((await getRejection(call(confirm, { body: { code: first } }))).fieldErrorOf('code')).toBeDefined()
  portal.clock.advance({ minutes: 10, seconds: 1 })
  await expectRejected(call(confirm, { body: { code: second } }), 409)
  await portal.runJob('notifications.purge')
  expect(await portal.db.ask('select person_id from notification_phones')).toEqual([])
})

test('a number that changes between code and confirmation is not confirmed', async () => {
  const { portal, gateway, person, call } = await withPhone()
  await call(sendCode)
  const code = lastCode(gateway)
  await portal.db.ask(`update people set phone = '912345678' where id = $1 returning id`, [person.id])
  await expectRejected(call(confirm, { body: { code } }), 409)
  expect((await call(get)).text_phone).toMatchObject({ number: '912345678', state: 'unconfirmed' })
})

test('an account gets five codes a day, also for another number, and a number ten from all accounts besides the first of each', async () => {
  const { portal, gateway, person, call } = await withPhone()
  for (let count = 1; count <= 5; count += 1) await call(sendCode)
  const change = (phone: string) =>
    portal.db.ask('update people set phone = $2 where id = $1 returning id', [person.id, phone])
  await change('912345678')
  await expectRejected(call(sendCode), 429)
  await change(mobile)
  const second = await portal.as(await portal.person({ phone: mobile }))
  for (let count = 1; count <= 5; count += 1) await second(sendCode)
  const third = await portal.as(await portal.person({ phone: mobile }))
  await third(sendCode)
  await expectRejected(third(sendCode), 429)
  expect(gateway.messages()).toHaveLength(11)
  portal.clock.advance({ days: 1, minutes: 1 })
  await (await portal.as(person))(sendCode)
})

test('a phone that is changed gets no message until it is confirmed, and the former one is confirmed when it returns', async () => {
  const { portal, person, call } = await startReachable()
  const change = (phone: string) =>
    portal.db.ask('update people set phone = $2 where id = $1 returning id', [person.id, phone])
  await notifyOfResult(portal, person)
  await change('912345678')
  expect((await call(get)).text_phone).toMatchObject({ number: '912345678', state: 'unconfirmed' })
  await portal.runQueue('texts')
  expect(await storedMessages(portal)).toMatchObject([{ state: 'dropped' }])
  await change(mobile)
  expect((await call(get)).text_phone.state).toBe('confirmed')
})

test('an account that staff disable gets no message, and its confirmation ends', async () => {
  const { portal, gateway, person } = await startReachable()
  await notifyOfResult(portal, person)
  const staff = await portal.as(await portal.person({ rol: 'SUPER_ADMIN_ROLE' }))
  await staff(userEndpoints.disable, { params: { id: person.id } })
  expect(await portal.db.ask('select phone from notification_phones')).toEqual([])
  await portal.runQueue('texts')
  expect(gateway.messages().filter(({ kind }) => kind === 'notification')).toEqual([])
  expect(await storedMessages(portal)).toMatchObject([{ state: 'dropped' }])
})

describe('an installation without a gateway', () => {
  test('it offers no text messages, and rejects codes and choices of them', async () => {
    const portal = await startPortal()
    const call = await portal.as(await portal.person({ phone: mobile }))
    expect(await call(get)).toMatchObject({ text_channels: [] })
    await expectRejected(call(sendCode), 404)
    await expectRejected(call(confirm, { body: { code: '123456' } }), 404)
    const chosen = await getRejection(
      call(choose, { body: { choices: [{ topic: 'results', channels: ['email', 'sms'] }] } }),
    )
    expect([chosen.status, chosen.fieldErrorOf('choices')]).toEqual([400, 'Este portal no ofrece ese canal'])
  })
})
