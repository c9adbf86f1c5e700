/** A mail server for tests and drills: a real one that keeps what it gets and misbehaves when asked to. */
import type { AddressInfo, Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type Behaviour =
  | 'accept'
  /** Answers this code to the recipient. */
  | number
  /** Takes the message and breaks the connection instead of saying so. */
  | 'cut after the message'
  /** Breaks the connection before the message. */
  | 'cut before the message'
  /** Says nothing any more once it has the message. */
  | 'hang'

type Received = { envelope: { from: string; to: string[] }; mail: Email; raw: string }

export type SmtpOptions = {
  port?: number
  /** What it does with a recipient; accepts when absent. */
  behave?: (recipient: string) => Behaviour
  /** Milliseconds it takes over a message. */
  slow?: number
  /** Offers STARTTLS, with the certificate of the library, which nobody has signed. */
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
  /** Breaks the connection from this port, or all of them. */
  function cut(port?: number) {
    for (const socket of sockets) if (port === undefined || socket.remotePort === port) socket.destroy()
  }
  // A client that goes away in the middle is what these tests are about.
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
    openConnections: () => sockets.size,
    cut,
    stop,
  }
}
