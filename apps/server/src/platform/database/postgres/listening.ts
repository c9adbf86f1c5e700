/** One connection that hears what transactions of all servers say with `pg_notify`; opened at first need, and again when it is lost. */
import pg from 'pg'
import type { Listener } from '../database.ts'
import { PrimaryClient } from './primary.ts'

type ListeningOptions = pg.ClientConfig & { readonly onError: (error: Error) => void }

const shortestWait = 250
const longestWait = 15_000

export function openListening({ onError, ...config }: ListeningOptions) {
  const listeners = new Map<string, Listener[]>()
  let client: pg.Client | null = null
  let opening: Promise<pg.Client> | null = null
  let retry: NodeJS.Timeout | undefined
  let closed = false

  async function connect(): Promise<pg.Client> {
    const made = new PrimaryClient(config)
    made.on('notification', ({ channel, payload }) => {
      for (const { onMessage } of listeners.get(channel) ?? []) onMessage(payload ?? '')
    })
    made.on('error', (error) => lost(made, error))
    made.on('end', () => lost(made))
    try {
      await made.connectToWrite()
      for (const channel of listeners.keys()) await hear(made, channel)
    } catch (error) {
      await made.end().catch(() => {})
      throw error
    }
    client = made
    return made
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
        await hear(await opened(), channel)
      } catch (error) {
        // Whoever could not be promised anything asks again.
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

async function hear(client: pg.Client, channel: string): Promise<void> {
  await client.query(`listen ${pg.escapeIdentifier(channel)}`)
}
