/** Open streams of server-sent events of this server: who is told what, how many one session may have, and when they end. */
import { PassThrough, type Readable } from 'node:stream'
import { Failure } from '@mi-portal/contract/failure'

type Owner = { readonly personId: number; readonly sessionId: number }
type Open = Owner & { readonly stream: PassThrough }

/** A browser keeps six connections to one server: streams must leave it some. */
const mostStreamsOfSession = 3
// Who does not read is not waited for.
const mostUnread = 64 * 1024

export function eventStreams() {
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

  function endThose(which: (one: Open) => boolean) {
    for (const one of [...open]) if (which(one)) end(one)
  }

  return {
    /** Throws 429 for more than {@link mostStreamsOfSession}, and 503 while the server closes. */
    open: (owner: Owner): { readonly stream: Readable; readonly say: (event: string) => void } => {
      if (closing) throw new Failure('unavailable')
      const others = [...open].filter(({ sessionId }) => sessionId === owner.sessionId)
      if (others.length >= mostStreamsOfSession) throw new Failure('tooMany', { retryAfter: 60 })
      const one = { ...owner, stream: new PassThrough() }
      one.stream.on('close', () => open.delete(one))
      // A browser that goes away is no error.
      one.stream.on('error', () => open.delete(one))
      open.add(one)
      return { stream: one.stream, say: (event) => write(one, eventText(event)) }
    },
    tell: (personId: number, event: string) => {
      for (const one of open) if (one.personId === personId) write(one, eventText(event))
    },
    tellAll: (event: string) => {
      for (const one of open) write(one, eventText(event))
    },
    /** A line without meaning that keeps proxies from cutting a quiet stream. */
    beat: () => {
      for (const one of open) write(one, ': \n\n')
    },
    sessions: (): number[] => [...new Set([...open].map(({ sessionId }) => sessionId))],
    endOf: (sessionId: number) => endThose((one) => one.sessionId === sessionId),
    /** From now on there are none. */
    close: () => {
      closing = true
      endThose(() => true)
    },
  }
}

function eventText(event: string): string {
  return `event: ${event}\ndata: {}\n\n`
}
