/**
 * Connections that concurrent statements share. Each statement is sent at once, without waiting for the answers to the statements before
 * it: the pipeline mode of `pg`. The pool of `pg` lends a connection to one caller at a time.
 */
import type pg from 'pg'

type SharedConnection = {
  client: Promise<pg.Client> | null
  pending: number
}

type SharedConnectionsOptions = {
  readonly count: number
  readonly create: () => Promise<pg.Client>
  readonly isBroken: (client: pg.Client) => boolean
}

export function createSharedConnections({ count, create, isBroken }: SharedConnectionsOptions) {
  const connections = Array.from({ length: count }, (): SharedConnection => ({ client: null, pending: 0 }))

  function open(connection: SharedConnection): Promise<pg.Client> {
    const opening = create()
    const forget = () => {
      if (connection.client === opening) connection.client = null
    }
    opening.then((client) => client.once('end', forget), forget)
    connection.client = opening
    return opening
  }

  return {
    withClient: async <T>(run: (client: pg.Client) => Promise<T>): Promise<T> => {
      const connection = connections.reduce((least, other) => (other.pending < least.pending ? other : least))
      const opening = connection.client ?? open(connection)
      connection.pending += 1
      try {
        const client = await opening
        try {
          return await run(client)
        } finally {
          if (isBroken(client) && connection.client === opening) {
            connection.client = null
            // Closes the connection after the answers to its other statements.
            client.end().catch(() => {})
          }
        }
      } finally {
        connection.pending -= 1
      }
    },
    close: async (): Promise<void> => {
      await Promise.allSettled(connections.map(async ({ client }) => (await client)?.end()))
    },
    state: () => ({
      used: connections.filter(({ pending }) => pending > 0).length,
      idle: connections.filter(({ client, pending }) => client !== null && pending === 0).length,
    }),
  }
}
