/** Sends the audit log to a syslog server: RFC 5424 over UDP (RFC 5426), TCP (RFC 6587, octet counting) or TLS (RFC 5425). */
import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { connect, isIP, isIPv6, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { AuditStream, StreamedEntry } from '../../ports/audit-stream.ts'

/** Facility 13 (log audit), severity 6 (informational). */
const priority = 13 * 8 + 6
const timeoutMs = 10_000

function headerField(text: string, most: number): string {
  return text.replace(/[^!-~]/g, '').slice(0, most) || '-'
}

/** Returns an entry as one syslog message. Its JSON is pure ASCII, so that receivers need not know an encoding. */
function syslogMessage(entry: StreamedEntry, host: string): string {
  const json = JSON.stringify(entry).replace(
    /[^ -~]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `<${priority}>1 ${entry.at} ${headerField(host, 255)} mi-portal - audit - ${json}`
}

/** Writes the text and waits until the server has closed the connection, which shows that it has received everything. */
function sendOver(socket: Socket, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('audit stream: the syslog server is silent')))
    socket.once('error', reject)
    socket.once('close', (failed) => (failed ? undefined : resolve()))
    socket.resume()
    socket.end(text)
  })
}

async function sendDatagrams(host: string, port: number, messages: readonly string[]): Promise<void> {
  const { address } = await lookup(host)
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4')
  try {
    for (const message of messages)
      await new Promise<void>((resolve, reject) => {
        socket.send(message, port, address, (error) => (error ? reject(error) : resolve()))
      })
  } finally {
    socket.close()
  }
}

/** `url` is `syslog://host:port` (UDP), `syslog+tcp://…` or `syslog+tls://…`; `host` is the portal's name in the messages. */
export function createSyslogStream(url: URL, host: string): AuditStream {
  const to = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port || { 'syslog+tcp:': 601, 'syslog+tls:': 6514 }[url.protocol] || 514)
  return {
    destination: `${url.protocol}//${url.hostname}:${port}`,
    send: (entries) => {
      const messages = entries.map((entry) => syslogMessage(entry, host))
      if (url.protocol === 'syslog:') return sendDatagrams(to, port, messages)
      const framed = messages.map((message) => `${message.length} ${message}`).join('')
      return sendOver(
        url.protocol === 'syslog+tls:'
          ? connectTls({ host: to, port, ...(isIP(to) === 0 ? { servername: to } : {}) })
          : connect({ host: to, port }),
        framed,
      )
    },
  }
}
