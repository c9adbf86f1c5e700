/** One connection for the notifications (`pg_notify`) of all servers: opened on first use, and reopened when it is lost. */
import pg from 'pg'
import type { Listener } from '../database.ts'

type ListeningOptions = {
  readonly create: () => Promise<pg.Client>
  readonly onError: (error: Error) => void
}

const shortestWait = 250
const longestWait = 15_000

export function openListening({ create, onError }: ListeningOptions) {
  const listeners = new Map<string, Listener[]>()
  let client: pg.Client | null = null
  let opening: Promise<pg.Client> | null = null
  let retry: NodeJS.Timeout | undefined
  let closed = false

  async function connect(): Promise<pg.Client> {
    const created = await create()
    created.on('notification', ({ channel, payload }) => {
      for (const { onMessage } of listeners.get(channel) ?? []) onMessage(payload ?? '')
    })
    created.on('error', (error) => lost(created, error))
    created.on('end', () => lost(created))
    try {
      for (const channel of listeners.keys()) await listenOn(created, channel)
    } catch (error) {
      await created.end().catch(() => {})
      throw error
    }
    client = created
    return created
  }

  function lost(which: pg.Client, error?: Error) {
    if (which !== client || closed) return
    client = null
    if (error) onError(error)
    which.end().catch(() => {})
    again(shortestWait)
  }

  function again(wait: number) {
    retry = setTimeout(() => {
      opened().then(
        () => {
          for (const all of listeners.values()) for (const { onGap } of all) onGap()
        },
        () => {
          if (!closed) again(Math.min(wait * 2, longestWait))
        },
      )
    }, wait).unref()
  }

  function opened(): Promise<pg.Client> {
    if (client) return Promise.resolve(client)
    opening ??= connect().finally(() => {
      opening = null
    })
    return opening
  }

  return {
    listen: async (channel: string, listener: Listener): Promise<void> => {
      const others = listeners.get(channel)
      listeners.set(channel, [...(others ?? []), listener])
      try {
        await listenOn(await opened(), channel)
      } catch (error) {
        // The caller gets the error and may listen again.
        listeners.set(channel, listeners.get(channel)?.filter((one) => one !== listener) ?? [])
        throw error
      }
    },
    close: async (): Promise<void> => {
      closed = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}

async function listenOn(client: pg.Client, channel: string): Promise<void> {
  await client.query(`listen ${pg.escapeIdentifier(channel)}`)
}
