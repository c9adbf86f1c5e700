/** A real mail server for tests and failure tests. It stores what it receives and misbehaves on request. */
import type { AddressInfo, Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type Behaviour =
  | 'accept'
  /** Answers the recipient with this code. */
  | number
  /** Accepts the message, but closes the connection instead of confirming it. */
  | 'cut after the message'
  | 'cut before the message'
  /** Stops answering once it has the message. */
  | 'hang'

type Received = { envelope: { from: string; to: string[] }; mail: Email; raw: string }

export type SmtpOptions = {
  port?: number
  /** Chooses the behaviour for a recipient; accepts the message if absent. */
  behave?: (recipient: string) => Behaviour
  /** Delay for each message, in milliseconds. */
  slow?: number
  /** Offers STARTTLS with the library's self-signed certificate. */
  encrypts?: boolean
}

class Refusal extends Error {
  readonly responseCode: number
  constructor(code: number) {
    super(`refused with ${code}`)
    this.responseCode = code
  }
}

/** Starts a server on a free port of the loopback address. */
export async function openSmtp({
  port = 0,
  behave = () => 'accept',
  slow = 0,
  encrypts = false,
}: SmtpOptions = {}) {
  const received: Received[] = []
  const sockets = new Set<Socket>()
  let recipientsSeen = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: encrypts ? ['AUTH'] : ['STARTTLS', 'AUTH'],
    closeTimeout: 50,
    onRcptTo: ({ address }, session, done) => {
      recipientsSeen += 1
      const behaviour = behave(address)
      if (behaviour === 'cut before the message') return cut(session.remotePort)
      done(typeof behaviour === 'number' ? new Refusal(behaviour) : null)
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        const behaviour = behave(to[0] ?? '')
        if (behaviour === 'hang') return
        const content = Buffer.concat(chunks)
        if (slow > 0) await new Promise((resolve) => setTimeout(resolve, slow))
        received.push({
          envelope: { from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '', to },
          mail: await PostalMime.parse(content),
          raw: content.toString('latin1'),
        })
        if (behaviour === 'cut after the message') cut(session.remotePort)
        else done()
      })
    },
  })
  /** Closes the connection from this port, or all connections. */
  function cut(port?: number) {
    for (const socket of sockets) if (port === undefined || socket.remotePort === port) socket.destroy()
  }
  // Ignored: clients that disconnect midway are part of these tests.
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const bound: AddressInfo | string | null = server.server.address()
  if (bound === null || typeof bound === 'string') throw new Error('no port')
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      cut()
    })
  return {
    port: bound.port,
    url: `smtp://127.0.0.1:${bound.port}`,
    received,
    recipientsSeen: () => recipientsSeen,
    cut,
    stop,
  }
}
