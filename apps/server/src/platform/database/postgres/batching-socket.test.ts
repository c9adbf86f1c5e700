import { once } from 'node:events'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../../test/free-port.ts'
import { BatchingSocket } from './batching-socket.ts'

test('corked and plain writes arrive in their order, also those that were not sent before the end', async () => {
  const port = await freePort()
  const server = createServer()
  onTestFinished(() => void server.close())
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const accepted = once(server, 'connection')
  const socket = new BatchingSocket()
  socket.connect(port, '127.0.0.1')
  const [received] = await accepted

  for (const statement of ['a', 'b']) {
    socket.cork()
    socket.write(`${statement}1 `)
    socket.write(`${statement}2 `)
    socket.uncork()
  }
  expect(socket.writableCorked).toBe(2)
  socket.write('c ')
  socket.end('d')

  expect(await text(received)).toBe('a1 a2 b1 b2 c d')
})
