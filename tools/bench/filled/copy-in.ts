/**
 * Sends COPY … FROM STDIN over a connection of `pg`, which knows the protocol messages but has no function for
 * them.
 */
import type { Duplex } from 'node:stream'
import type pg from 'pg'

const chunkBytes = 1 << 18

/** Returns the head of a PostgreSQL protocol message: a letter and the length that follows. */
function head(letter: string, contentBytes: number): Buffer {
  const bytes = Buffer.alloc(5)
  bytes.write(letter, 'latin1')
  bytes.writeInt32BE(4 + contentBytes, 1)
  return bytes
}

/** Runs a COPY statement with rows in the text format. Resolves once the server has accepted all rows. */
export function copyIn(client: pg.ClientBase, text: string, rows: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: Error | null = null
    const send = async (stream: Duplex) => {
      for (let at = 0; at < rows.length && failure === null; at += chunkBytes) {
        const chunk = rows.subarray(at, at + chunkBytes)
        stream.write(head('d', chunk.length))
        if (!stream.write(chunk)) await drained(stream)
      }
      stream.write(head('c', 0))
    }
    client.query({
      submit: (connection: pg.Connection) => connection.query(text),
      handleCopyInResponse: ({ stream }: pg.Connection) => {
        send(stream).catch(reject)
      },
      handleError: (error: Error) => {
        failure = error
        reject(error)
      },
      handleReadyForQuery: () => {
        if (failure === null) resolve()
      },
      handleCommandComplete: () => {},
    })
  })
}

function drained(stream: Duplex): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stream.off('drain', done)
      stream.off('close', done)
      resolve()
    }
    stream.on('drain', done)
    stream.on('close', done)
  })
}
