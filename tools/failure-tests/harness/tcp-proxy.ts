/** A TCP proxy between two parties of a failure test. It can fall silent or cut the open connections. */
import { createConnection, createServer, type Socket } from 'node:net'
import { freePort } from '../../../apps/server/test/free-port.ts'

type TcpProxy = {
  readonly port: number
  /** Accepts connections but forwards no byte, like a machine that has lost its network. */
  readonly silence: () => void
  /** Forwards bytes again. Connections that were open during the silence are cut. */
  readonly speak: () => void
  readonly cut: () => void
  /** Redirects new connections to this port and cuts the open ones, like a floating IP address that moves. */
  readonly turn: (target: number) => void
  readonly close: () => Promise<void>
}

export async function openTcpProxy(first: number): Promise<TcpProxy> {
  let target = first
  const port = await freePort()
  const pairs = new Set<[Socket, Socket]>()
  let silent = false
  const server = createServer((near) => {
    const far = createConnection({ host: '127.0.0.1', port: target })
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      near.destroy()
      far.destroy()
    }
    for (const socket of pair) socket.setNoDelay(true).on('error', end).on('close', end)
    near.on('data', (bytes: Buffer) => silent || far.write(bytes))
    far.on('data', (bytes: Buffer) => silent || near.write(bytes))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const cut = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
  }
  return {
    port,
    silence: () => {
      silent = true
    },
    speak: () => {
      cut()
      silent = false
    },
    cut,
    turn: (next) => {
      target = next
      cut()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        cut()
      }),
  }
}
