/** The open streams of server-sent events of this server process. Events are sent by person; streams are limited by session. */
import { PassThrough, type Readable } from 'node:stream'
import { ApiError } from '@mi-portal/contract/calls/api-error'

type Owner = { readonly personId: number; readonly sessionId: number }
type Open = Owner & { readonly stream: PassThrough }

/** A browser opens at most six connections to one server, and streams must leave some of them free. */
const mostStreamsOfSession = 3
// Bytes that may wait unread in one stream. The stream of a client that reads too slowly is ended.
const mostUnread = 64 * 1024

export function createEventStreams() {
  const open = new Set<Open>()
  let closing = false

  function write(one: Open, text: string) {
    if (one.stream.writableLength > mostUnread) return end(one)
    one.stream.write(text)
  }

  function end(one: Open) {
    open.delete(one)
    one.stream.end()
  }

  function endWhere(which: (one: Open) => boolean) {
    for (const one of [...open]) if (which(one)) end(one)
  }

  return {
    open: (owner: Owner): { readonly stream: Readable; readonly send: (event: string) => void } => {
      if (closing) throw new ApiError('unavailable')
      const others = [...open].filter(({ sessionId }) => sessionId === owner.sessionId)
      if (others.length >= mostStreamsOfSession) throw new ApiError('tooMany', { retryAfter: 60 })
      const one = { ...owner, stream: new PassThrough() }
      one.stream.on('close', () => open.delete(one))
      // A browser that closes its connection is no error.
      one.stream.on('error', () => open.delete(one))
      open.add(one)
      return { stream: one.stream, send: (event) => write(one, eventText(event)) }
    },
    sendTo: (personId: number, event: string) => {
      for (const one of open) if (one.personId === personId) write(one, eventText(event))
    },
    sendToAll: (event: string) => {
      for (const one of open) write(one, eventText(event))
    },
    /** Sends a heartbeat: an empty comment line, so that proxies do not close an idle stream. */
    sendHeartbeats: () => {
      for (const one of open) write(one, ': \n\n')
    },
    sessions: (): number[] => [...new Set([...open].map(({ sessionId }) => sessionId))],
    endSession: (sessionId: number) => endWhere((one) => one.sessionId === sessionId),
    close: () => {
      closing = true
      endWhere(() => true)
    },
  }
}

function eventText(event: string): string {
  return `event: ${event}\ndata: {}\n\n`
}
