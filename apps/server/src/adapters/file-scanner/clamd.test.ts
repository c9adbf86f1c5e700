import { createServer, type Server } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startClamd } from '../../../test/files/clamd.ts'
import { infectedMark } from '../../../test/files/scanning.ts'
import { freePort } from '../../../test/free-port.ts'
import { ScannerUnreachableError } from '../../ports/file-scanner.ts'
import { createClamdScanner } from './clamd.ts'

const pieces = (...texts: (string | Buffer)[]) => Readable.from(texts.map((text) => Buffer.from(text)))

describe('the daemon of ClamAV', () => {
  let daemon: Awaited<ReturnType<typeof startClamd>>
  beforeAll(async () => {
    daemon = await startClamd()
  }, 60_000)
  afterAll(() => daemon.stop())

  test('clamd finds a signature that is split over two chunks, over its Unix socket and over TCP', async () => {
    const port = { kind: 'tcp', host: '127.0.0.1', port: daemon.port } as const
    for (const place of [{ kind: 'socket', path: daemon.socket } as const, port]) {
      const scanner = createClamdScanner(place)
      const half = infectedMark.length / 2
      expect(
        await scanner.scan(pieces(`%PDF-1.7\n${infectedMark.slice(0, half)}`, infectedMark.slice(half))),
      ).toEqual({ result: 'infected', signature: 'Portal.Test.Mark.UNOFFICIAL' })
      expect(await scanner.scan(pieces('%PDF-1.7\n'))).toEqual({ result: 'clean' })
      expect(await scanner.isReachable()).toBe(true)
    }
  })

  test('a file above clamd’s StreamMaxLength is rejected with clamd’s message, and the next file is scanned', async () => {
    const scanner = createClamdScanner({ kind: 'socket', path: daemon.socket })
    const chunks = Array.from({ length: 60 }, () => Buffer.alloc(100_000, 'a'))
    expect(await scanner.scan(Readable.from(chunks))).toEqual({
      result: 'rejected',
      reason: 'INSTREAM size limit exceeded. ERROR',
    })
    expect(await scanner.scan(pieces('después'))).toEqual({ result: 'clean' })
  })

  test('a file with more bytes than the portal scans is rejected', async () => {
    const scanner = createClamdScanner({ kind: 'socket', path: daemon.socket }, undefined, 10)
    expect(await scanner.scan(pieces('0123456789'))).toEqual({ result: 'clean' })
    expect(await scanner.scan(pieces('0123456789', 'a'))).toEqual({
      result: 'rejected',
      reason: 'larger than the 10 bytes that are scanned',
    })
  })
})

/** Starts a TCP server that handles each connection with `answers`, and returns its port. */
async function serverThat(answers: Parameters<typeof createServer>[1]): Promise<number> {
  const server: Server = createServer({}, (socket) => {
    socket.on('error', () => {})
    answers?.(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
  })
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

const quick = { connect: 200, scan: 200, ping: 200 }
const at = (port: number) => createClamdScanner({ kind: 'tcp', host: '127.0.0.1', port }, quick)

test('a scanner is unreachable if nothing listens at its port or socket', async () => {
  const nowhere = at(await freePort())
  await expect(nowhere.scan(pieces('x'))).rejects.toBeInstanceOf(ScannerUnreachableError)
  expect(await nowhere.isReachable()).toBe(false)
  const noSocket = createClamdScanner({ kind: 'socket', path: '/nonexistent/clamd.ctl' }, quick)
  await expect(noSocket.scan(pieces('x'))).rejects.toThrow(
    'clamd at /nonexistent/clamd.ctl cannot be connected to',
  )
})

test('a scanner is unreachable if it accepts the connection but does not answer in time', async () => {
  const silent = at(await serverThat((socket) => socket.resume()))
  await expect(silent.scan(pieces('x'))).rejects.toBeInstanceOf(ScannerUnreachableError)
  expect(await silent.isReachable()).toBe(false)
})

test('a scanner is unreachable if the connection ends without an answer or in the middle of one', async () => {
  const closing = at(await serverThat((socket) => socket.end()))
  await expect(closing.scan(pieces('x'))).rejects.toThrow('closed the connection without an answer')
  const halfWay = at(await serverThat((socket) => socket.end('stream: O')))
  await expect(halfWay.scan(pieces('x'))).rejects.toBeInstanceOf(ScannerUnreachableError)
})

test('a file is never found clean because of an unknown answer of the scanner', async () => {
  for (const [answer, reason] of [
    ['UNKNOWN COMMAND', 'UNKNOWN COMMAND'],
    ['stream: OK and more', 'stream: OK and more'],
    ['<b>stream: OK', '?b?stream: OK'],
    ['', 'an empty answer'],
  ] as const) {
    const odd = at(await serverThat((socket) => socket.resume().write(`${answer}\0`)))
    expect(await odd.scan(pieces('x'))).toEqual({ result: 'rejected', reason })
  }
  const endless = at(await serverThat((socket) => socket.resume().write('a'.repeat(100_000))))
  await expect(endless.scan(pieces('x'))).rejects.toBeInstanceOf(ScannerUnreachableError)
})
