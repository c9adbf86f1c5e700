import { createServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../../../test/free-port.ts'
import { startSmtp } from '../../../test/mail/smtp.ts'
import type { MailMessage } from '../../ports/mail.ts'
import { createSmtpTransport } from './smtp.ts'

const sender = () => ({ name: 'Clínica Andes', address: 'portal@clinica.example' })
const timeouts = { connect: 400, silence: 400, message: 1_500 }

function transportTo(url: string) {
  const transport = createSmtpTransport({ url, sender, timeouts })
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
    unsubscribeUrl: null,
    calendar: null,
    ...more,
  }
}

test('a message arrives with both bodies, its Message-ID and date, and is marked as sent automatically', async () => {
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
  expect(raw).not.toMatch(/^List-Unsubscribe:/im)
})

test('a mail from which the recipient can unsubscribe names the page in a List-Unsubscribe header', async () => {
  const smtp = await startSmtp()
  const unsubscribeUrl = 'https://portal.clinica.example/recordatorios/una-clave'
  expect(await transportTo(smtp.url).send(message('ana@ejemplo.cl', { unsubscribeUrl }))).toEqual({
    result: 'sent',
  })
  expect(smtp.received[0]?.raw.replaceAll('\r\n ', ' ')).toMatch(
    new RegExp(`^List-Unsubscribe: +<${unsubscribeUrl}>\r$`, 'im'),
  )
})

test('a calendar entry is sent as a separate part with its method, and as an attached file', async () => {
  const smtp = await startSmtp()
  const lines = ['BEGIN:VCALENDAR', 'METHOD:CANCEL', 'SUMMARY:Hora en Clínica Ñuñoa', 'END:VCALENDAR']
  const content = lines.join('\r\n')
  const calendar = { method: 'CANCEL', content } as const
  expect(await transportTo(smtp.url).send(message('ana@ejemplo.cl', { calendar }))).toEqual({
    result: 'sent',
  })
  const { mail, raw } = smtp.received[0]!
  expect(raw.replaceAll('\r\n ', ' ')).toMatch(
    /^Content-Type: text\/calendar; charset=utf-8; method=CANCEL/im,
  )
  expect(mail.text?.trim()).toBe('Tu hora fue cancelada')
  expect(mail.attachments.map(({ filename }) => filename)).toContain('hora.ics')
  for (const attached of mail.attachments)
    expect(
      Buffer.from(attached.content as ArrayBuffer)
        .toString()
        .trim()
        .split(/\r?\n/),
    ).toEqual(lines)
})

test('a recipient that is not exactly one address is never sent to the mail server', async () => {
  const smtp = await startSmtp()
  const transport = transportTo(smtp.url)
  for (const recipient of [
    'ana@ejemplo.cl\r\nBcc: otra@ejemplo.cl',
    'ana@ejemplo.cl,otra@ejemplo.cl',
    'Grupo: ana@ejemplo.cl, otra@ejemplo.cl;',
    'ana@ejemplo.cl (otra@ejemplo.cl)',
    '"ana" <ana@ejemplo.cl>',
    'ana@ejemplo.cl;otra@ejemplo.cl',
    '',
  ])
    expect(await transport.send(message(recipient))).toMatchObject({ result: 'refused' })
  expect(smtp.recipientsSeen()).toBe(0)
})

test('a subject with a line break adds no header', async () => {
  const smtp = await startSmtp()
  const subject = 'Hola\r\nBcc: otra@ejemplo.cl'
  expect(await transportTo(smtp.url).send(message('ana@ejemplo.cl', { subject }))).toEqual({ result: 'sent' })
  expect(smtp.received[0]?.envelope.to).toEqual(['ana@ejemplo.cl'])
  expect(smtp.received[0]?.mail.bcc).toBeUndefined()
})

test('a temporary rejection by the mail server is reported as failed, and a permanent one as refused', async () => {
  const smtp = await startSmtp({
    behave: (to) => (to.startsWith('nunca') ? 550 : to.startsWith('luego') ? 451 : 'accept'),
  })
  const transport = transportTo(smtp.url)
  expect(await transport.send(message('luego@ejemplo.cl'))).toMatchObject({ result: 'failed' })
  expect(await transport.send(message('nunca@ejemplo.cl'))).toMatchObject({ result: 'refused' })
  expect(await transport.send(message())).toEqual({ result: 'sent' })
})

test('a mail server that accepts the connection but stays silent is unreachable after a timeout', async () => {
  const mute = createServer(() => {})
  const port = await freePort()
  await new Promise<void>((resolve) => mute.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => {
    mute.close()
  })
  expect(await transportTo(`smtp://127.0.0.1:${port}`).send(message())).toMatchObject({
    result: 'unreachable',
  })
})

test('a message fails if the connection breaks before or after it, and it is not sent again automatically', async () => {
  const smtp = await startSmtp({
    behave: (to) => (to.startsWith('antes') ? 'cut before the message' : 'cut after the message'),
  })
  const transport = transportTo(smtp.url)
  expect(await transport.send(message('antes@ejemplo.cl'))).toMatchObject({ result: 'failed' })
  expect(await transport.send(message('despues@ejemplo.cl'))).toMatchObject({ result: 'failed' })
  expect(smtp.received).toHaveLength(1)
})

test('a password is not sent unencrypted to another machine', async () => {
  const smtp = await startSmtp()
  // 127.0.0.2 represents another machine: it leads to this machine, but is not one of the local addresses that are exempt.
  const url = `smtp://portal:secreto@127.0.0.1:${smtp.port}`.replace('127.0.0.1', '127.0.0.2')
  expect(await transportTo(url).send(message())).toMatchObject({ result: 'unreachable' })
  expect(smtp.received).toHaveLength(0)
})

test('an untrusted certificate is named as the cause for the log', async () => {
  // The test server prints a warning that its certificate is public.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const smtp = await startSmtp({ encrypts: true })
  const outcome = await transportTo(smtp.url).send(message())
  expect(outcome).toMatchObject({ result: 'unreachable' })
  expect('cause' in outcome && outcome.cause).toMatch(/self.signed certificate|certificate has expired/)
})

test('the cause of a rejected recipient is a code, without the server’s text that contains the address', async () => {
  const smtp = await startSmtp({ behave: () => 550 })
  expect(await transportTo(smtp.url).send(message())).toMatchObject({
    result: 'refused',
    cause: 'EENVELOPE 550',
  })
})
