/** A malware scanner over the protocol of ClamAV's daemon: `INSTREAM` over a Unix socket or TCP (man 8 clamd). */
import { connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { type FileScanner, ScannerUnreachableError, type ScanOutcome } from '../../ports/file-scanner.ts'

type ClamdPlace =
  | { readonly kind: 'socket'; readonly path: string }
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }

/** Milliseconds. */
type Timeouts = {
  readonly connect: number
  readonly scan: number
  readonly ping: number
}

const usualTimeouts: Timeouts = { connect: 5_000, scan: 120_000, ping: 1_000 }
/** More bytes than any upload has. clamd has its own limit too, `StreamMaxLength`. */
export const mostScannedBytes = 100_000_000
const longestAnswer = 4_096

export function createClamdScanner(
  place: ClamdPlace,
  timeouts: Timeouts = usualTimeouts,
  maxBytes = mostScannedBytes,
): FileScanner {
  const where = place.kind === 'socket' ? place.path : `${place.host}:${place.port}`

  function unreachable(what: string, cause?: unknown): ScannerUnreachableError {
    return new ScannerUnreachableError(`clamd at ${where} ${what}`, { cause })
  }

  async function openSocket(timeout: number): Promise<Socket> {
    const socket = connect(
      place.kind === 'socket' ? { path: place.path } : { host: place.host, port: place.port },
    )
    try {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('no connection in time')), timeout)
        socket.once('connect', () => {
          clearTimeout(timer)
          resolve()
        })
        socket.once('error', (error) => {
          clearTimeout(timer)
          reject(error)
        })
      })
      return socket
    } catch (error) {
      socket.destroy()
      throw unreachable('cannot be connected to', error)
    }
  }

  async function converse(timeout: number, send: (connection: Connection) => Promise<void>): Promise<string> {
    const socket = await openSocket(Math.min(timeout, timeouts.connect))
    const connection = new Connection(socket)
    const timer = setTimeout(() => socket.destroy(new Error('no answer in time')), timeout)
    try {
      await send(connection)
      const answer = await connection.answer
      if (answer === null) throw unreachable('closed the connection without an answer', connection.error)
      return answer
    } finally {
      clearTimeout(timer)
      socket.destroy()
    }
  }

  return {
    scan: async (content): Promise<ScanOutcome> => {
      const size = { bytes: 0 }
      try {
        const answer = await converse(timeouts.scan, async (connection) => {
          await connection.write(Buffer.from('zINSTREAM\0'))
          for await (const piece of content as AsyncIterable<Uint8Array>) {
            size.bytes += piece.byteLength
            if (size.bytes > maxBytes) return connection.destroy()
            // After an early answer, such as "size limit exceeded", clamd stops reading.
            if (!(await connection.writeChunk(piece))) return
          }
          await connection.write(Buffer.alloc(4))
        })
        return toOutcome(answer)
      } catch (error) {
        if (size.bytes > maxBytes)
          return { result: 'rejected', reason: `larger than the ${maxBytes} bytes that are scanned` }
        throw error
      } finally {
        content.destroy()
      }
    },

    isReachable: async () => {
      try {
        return (
          (await converse(timeouts.ping, (connection) => connection.write(Buffer.from('zPING\0')))) === 'PONG'
        )
      } catch {
        return false
      }
    },
  }
}

class Connection {
  readonly answer: Promise<string | null>
  error: unknown
  readonly #socket: Socket
  #isOver = false

  constructor(socket: Socket) {
    this.#socket = socket
    this.answer = new Promise((resolve) => {
      let text = ''
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1')
        const end = text.indexOf('\0')
        if (end === -1 && text.length <= longestAnswer) return
        this.#isOver = true
        resolve(end === -1 ? null : text.slice(0, end).trim())
      })
      socket.on('error', (error) => {
        this.error = error
      })
      socket.on('close', () => {
        this.#isOver = true
        resolve(null)
      })
    })
  }

  async writeChunk(chunk: Uint8Array): Promise<boolean> {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(chunk.byteLength)
    if (chunk.byteLength > 0) await this.write(Buffer.concat([length, chunk]))
    return !this.#isOver
  }

  /**
   * Writes the bytes and waits until they were sent. If the connection breaks, `answer` resolves with null. A write to a connection
   * that clamd has closed would discard an answer that was not read yet, so what has arrived is read first.
   */
  async write(bytes: Uint8Array): Promise<void> {
    // The event loop reads from its connections between two immediates.
    await setImmediate()
    await setImmediate()
    if (this.#isOver) return
    await Promise.race([
      new Promise<void>((resolve) => this.#socket.write(bytes, () => resolve())),
      this.answer,
    ])
  }

  destroy(): void {
    this.#socket.destroy()
  }
}

function toOutcome(answer: string): ScanOutcome {
  if (answer === 'stream: OK') return { result: 'clean' }
  const signature = /^stream: (.+) FOUND$/.exec(answer)?.[1]
  if (signature !== undefined) return { result: 'infected', signature: printable(signature) }
  return { result: 'rejected', reason: printable(answer) || 'an empty answer' }
}

/** Returns clamd's text with safe characters only and shortened, because it is stored, mailed and shown. */
function printable(text: string): string {
  return text
    .replace(/[^\w .,:()/-]/g, '?')
    .slice(0, 120)
    .trim()
}
