/** A proxy in front of PostgreSQL that counts the statements that pass: simple queries and executions. */
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'

export type StatementCounter = {
  readonly port: number
  readonly count: () => number
  readonly close: () => void
}

const executed = 'E'.charCodeAt(0)
const simpleQuery = 'Q'.charCodeAt(0)

/**
 * Returns a function that reads the messages of a client. The first one has no type; each later one starts with
 * a type byte and a length.
 */
function messageWalker(onMessage: (type: number) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  let started = false
  return (chunk) => {
    let buffer: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      const lengthAt = started ? 1 : 0
      if (buffer.length < lengthAt + 4) break
      const whole = lengthAt + buffer.readUInt32BE(lengthAt)
      if (buffer.length < whole) break
      if (started) onMessage(buffer[0] ?? 0)
      started = true
      buffer = buffer.subarray(whole)
    }
    rest = buffer
  }
}

export async function startStatementCounter(target: number): Promise<StatementCounter> {
  let count = 0
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const database = createConnection({ host: '127.0.0.1', port: target, noDelay: true })
    const walk = messageWalker((type) => {
      if (type === executed || type === simpleQuery) count += 1
    })
    client.setNoDelay(true)
    client.on('data', (chunk) => {
      walk(chunk)
      database.write(chunk)
    })
    database.on('data', (chunk) => client.write(chunk))
    for (const [end, other] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(end)
      end.on('close', () => {
        open.delete(end)
        other.destroy()
      })
      end.on('error', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    port,
    count: () => count,
    close: () => {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
