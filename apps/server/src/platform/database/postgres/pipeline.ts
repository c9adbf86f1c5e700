/**
 * A few connections on which short statements of many calls travel one behind the other, without waiting for each
 * other's answers: what comes up in one turn of the event loop leaves in one write. Under load this saves a good part
 * of what a statement costs both processes; alone, a statement is as fast as on a connection of its own.
 */
import { Socket } from 'node:net'
import type pg from 'pg'
import { namedQuery } from './named-query.ts'
import { AwayError, type Presence } from './presence.ts'
import { PrimaryClient, StandbyError } from './primary.ts'

type PipelineOptions = Omit<pg.ClientConfig, 'query_timeout'> & {
  readonly lines: number
  /** Milliseconds without any answer after which a connection with statements under way is given up. */
  readonly patience: number
  readonly presence: Presence
  /** Called when a connection breaks; what was under way on it fails, and the next statement opens another. */
  readonly onError: (error: Error) => void
}

type Pipeline = {
  /** Rows of a named statement. It must be short and wait for nobody: those behind it wait for it. */
  readonly query: (name: string, text: string, values: readonly unknown[]) => Promise<unknown[]>
  readonly close: () => Promise<void>
}

type Line = {
  readonly client: PrimaryClient
  readonly socket: Socket
  readonly connected: Promise<unknown>
  isOpen: boolean
  underWay: number
  /** Looks of the watch since the last answer. */
  silentLooks: number
}

// One watch for all instead of a timer a statement.
const looksUntilGivenUp = 12

// More than this in one write would let the first of them wait for the last.
const mostTogether = 8

export function openPipeline({
  lines: count,
  patience,
  presence,
  onError,
  ...config
}: PipelineOptions): Pipeline {
  const lines: (Line | null)[] = Array.from({ length: count }, () => null)
  /** The line on which this turn's statements gather. */
  let gathering: { readonly line: Line; left: number } | null = null

  function openLine(place: number): Line {
    const socket = new Socket()
    const client = new PrimaryClient({ ...config, pipeline: true, stream: () => socket })
    const line: Line = {
      client,
      socket,
      connected: client.connectToWrite(),
      isOpen: false,
      underWay: 0,
      silentLooks: 0,
    }
    const forget = () => {
      if (lines[place] === line) lines[place] = null
    }
    line.connected.then(() => {
      line.isOpen = true
    }, forget)
    client.on('end', forget)
    client.on('error', (error) => {
      forget()
      onError(error)
    })
    lines[place] = line
    return line
  }

  /** An idle line, or else one not yet open, or else the least busy. */
  function choose(): Line {
    let best: Line | null = null
    for (let place = 0; place < count; place += 1) {
      const line = lines[place]
      if (!line) return best?.underWay === 0 ? best : openLine(place)
      if (best === null || line.underWay < best.underWay) best = line
    }
    return best ?? openLine(0)
  }

  function gather(): Line {
    if (gathering !== null && gathering.left > 0) {
      gathering.left -= 1
      return gathering.line
    }
    const line = choose()
    if (line.isOpen) {
      const own = { line, left: mostTogether - 1 }
      gathering = own
      line.socket.cork()
      setImmediate(() => {
        if (gathering === own) gathering = null
        line.socket.uncork()
      })
    }
    return line
  }

  function send(line: Line, name: string, text: string, values: readonly unknown[]): Promise<unknown[]> {
    return new Promise((resolve, reject) => {
      const callback = (error: Error | null, result: pg.QueryResult) => {
        line.underWay -= 1
        line.silentLooks = 0
        if (error) reject(error)
        else resolve(result.rows)
      }
      line.client.query(namedQuery(name, text, values, callback))
    })
  }

  const watch = setInterval(() => {
    for (const line of lines) {
      if (!line?.isOpen || line.underWay === 0) continue
      line.silentLooks += 1
      if (line.silentLooks <= looksUntilGivenUp) continue
      presence.doubt()
      line.socket.destroy()
    }
  }, patience / looksUntilGivenUp).unref()

  return {
    query: (name, text, values) => {
      if (presence.isAway()) return Promise.reject(new AwayError())
      const line = gather()
      if (line.isOpen && line.client.isReadOnly) {
        presence.doubt()
        if (line.underWay === 0) line.socket.destroy()
        return Promise.reject(new StandbyError())
      }
      if (line.underWay === 0) line.silentLooks = 0
      line.underWay += 1
      if (line.isOpen) return send(line, name, text, values)
      return line.connected.then(
        () => send(line, name, text, values),
        (error) => {
          line.underWay -= 1
          // What pg says of a connection that was not greeted in time.
          if (error.message === 'timeout expired' || error instanceof StandbyError) presence.doubt()
          throw error
        },
      )
    },
    close: async () => {
      clearInterval(watch)
      await Promise.all(lines.map((line) => line?.client.end()))
    },
  }
}
