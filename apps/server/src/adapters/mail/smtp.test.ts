import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../test/free-port.ts'
import { startSmtp } from '../../../test/mail/smtp.ts'
import type { MailMessage } from '../../ports/mail.ts'
import { smtpTransport } from './smtp.ts'

const from = { name: 'Clínica Andes', address: 'portal@clinica.example' }
const patience = { connect: 400, silence: 400, message: 1_500 }

function transportTo(url: string) {
  const transport = smtpTransport({ url, from, patience })
  onTestFinished(() => transport.close())
  return transport
}

let count = 0
function message(recipient = 'ana@ejemplo.cl', more: Partial<MailMessage> = {}): MailMessage {
  count += 1
  return {
    messageId: `<${count}@clinica.example>`,
    createdAt: new Date('2026-11-26T15:00:00Z'),
    recipient,
    subject: 'Cancelación de hora',
    text: 'Tu hora fue cancelada\n',
    html: '<p>Tu hora fue cancelada</p>',
    ...more,
  }
}

test('a message arrives with both bodies, its own Message-ID and date, and says that a machine wrote it', async () => {
  const smtp = await startSmtp()
  expect(await transportTo(smtp.url).send(message())).toEqual({ result: 'sent' })
  expect(smtp.received).toHaveLength(1)
  const { envelope, mail, raw } = smtp.received[0]!
  expect(envelope).toEqual({ from: 'portal@clinica.example', to: ['ana@ejemplo.cl'] })
  expect(mail.subject).toBe('Cancelación de hora')
  expect(mail.text?.trim()).toBe('Tu hora fue cancelada')
  expect(mail.html).toContain('<p>Tu hora fue cancelada</p>')
  expect(mail.messageId).toBe(`<${count}@clinica.example>`)
  expect(new Date(mail.date ?? '').toISOString()).toBe('2026-11-26T15:00:00.000Z')
  expect(mail.from).toMatchObject({ name: 'Clínica Andes', address: 'portal@clinica.example' })
  expect(raw).toMatch(/^Auto-Submitted: auto-generated/im)
})

test.each([
  'ana@ejemplo.cl\r\nBcc: otra@ejemplo.cl',
  'ana@ejemplo.cl,otra@ejemplo.cl',
  'Grupo: ana@ejemplo.cl, otra@ejemplo.cl;',
  'ana@ejemplo.cl (otra@ejemplo.cl)',
  '"ana" <ana@ejemplo.cl>',
  'ana@ejemplo.cl;otra@ejemplo.cl',
  '',
])('what is not exactly one address never reaches the mail server: %j', async (recipient) => {
  const smtp = await startSmtp()
  expect(await transportTo(smtp.url).send(message(recipient))).toMatchObject({ result: 'refused' })
  expect(smtp.recipientsSeen()).toBe(0)
})

test('a subject with a line break adds no header', async () => {
  const smtp = await startSmtp()
  const subject = 'Hola\r\nBcc: otra@ejemplo.cl'
  expect(await transportTo(smtp.url).send(message('ana@ejemplo.cl', { subject }))).toEqual({ result: 'sent' })
  expect(smtp.received[0]?.envelope.to).toEqual(['ana@ejemplo.cl'])
  expect(smtp.received[0]?.mail.bcc).toBeUndefined()
})

test('messages share connections, four at most', async () => {
  const smtp = await startSmtp({ slow: 20 })
  const transport = transportTo(smtp.url)
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, smtp.openConnections())
  }, 5)
  await Promise.all(Array.from({ length: 20 }, () => transport.send(message())))
  clearInterval(watch)
  expect(smtp.received).toHaveLength(20)
  expect(most).toBeLessThanOrEqual(4)
})

test('not now is told from never', async () => {
  const smtp = await startSmtp({
    behave: (to) => (to.startsWith('nunca') ? 550 : to.startsWith('luego') ? 451 : 'accept'),
  })
  const transport = transportTo(smtp.url)
  expect(await transport.send(message('luego@ejemplo.cl'))).toMatchObject({ result: 'failed' })
  expect(await transport.send(message('nunca@ejemplo.cl'))).toMatchObject({ result: 'refused' })
  expect(await transport.send(message())).toEqual({ result: 'sent' })
})

test('a server that is not there is unreachable, and the next message finds it when it is back', async () => {
  const port = await freePort()
  const transport = transportTo(`smtp://127.0.0.1:${port}`)
  expect(await transport.send(message())).toMatchObject({ result: 'unreachable' })
  await startSmtp({ port })
  expect(await transport.send(message())).toEqual({ result: 'sent' })
})

test('a server that takes the call and says nothing is unreachable in finite time', async () => {
  const mute = createServer(() => {})
  const port = await freePort()
  await new Promise<void>((resolve) => mute.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => {
    mute.close()
  })
  const began = Date.now()
  expect(await transportTo(`smtp://127.0.0.1:${port}`).send(message())).toMatchObject({
    result: 'unreachable',
  })
  expect(Date.now() - began).toBeLessThan(3_000)
})

test('silence after the message is a failure of the message, in finite time', async () => {
  const smtp = await startSmtp({ behave: () => 'hang' })
  expect(await transportTo(smtp.url).send(message())).toMatchObject({ result: 'failed' })
})

test('a connection cut before or after the message is a failure, and the message is not sent again by itself', async () => {
  const smtp = await startSmtp({
    behave: (to) => (to.startsWith('antes') ? 'cut before the message' : 'cut after the message'),
  })
  const transport = transportTo(smtp.url)
  expect(await transport.send(message('antes@ejemplo.cl'))).toMatchObject({ result: 'failed' })
  expect(await transport.send(message('despues@ejemplo.cl'))).toMatchObject({ result: 'failed' })
  expect(smtp.received).toHaveLength(1)
})

test('a connection that the server closed while it was idle costs no message', async () => {
  const smtp = await startSmtp()
  const transport = transportTo(smtp.url)
  expect(await transport.send(message())).toEqual({ result: 'sent' })
  smtp.cut()
  expect(await transport.send(message())).toEqual({ result: 'sent' })
  expect(smtp.received).toHaveLength(2)
})

test('a password is not sent in the clear to another machine', async () => {
  const smtp = await startSmtp()
  // 127.0.0.2 stands for another machine: it reaches this one, and is not among the names of it.
  const url = `smtp://portal:secreto@127.0.0.1:${smtp.port}`.replace('127.0.0.1', '127.0.0.2')
  expect(await transportTo(url).send(message())).toMatchObject({ result: 'unreachable' })
  expect(smtp.received).toHaveLength(0)
})

test('a close ends the message under way', async () => {
  const smtp = await startSmtp({ behave: () => 'hang' })
  const transport = smtpTransport({
    url: smtp.url,
    from,
    patience: { ...patience, silence: 10_000, message: 10_000 },
  })
  const outcome = transport.send(message())
  await expect.poll(() => smtp.recipientsSeen()).toBe(1)
  transport.close()
  expect((await outcome).result).not.toBe('sent')
})
