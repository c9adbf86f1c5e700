/** The event streams of open pages, which say that the list of notifications changed. The events carry no data. */
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { notificationEndpoints } from '@mi-portal/contract/notifications/notifications'
import type { Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { createEventStreams } from '../../platform/event-streams.ts'
import { findAliveSessions, listenToSessionEnds } from '../session/use-sessions.ts'
import { notificationsChannel } from './notifications.sql.ts'

type Open = {
  readonly streams: ReturnType<typeof createEventStreams>
  listening: Promise<void> | undefined
  heartbeat: NodeJS.Timeout | undefined
}

const createOpen = (): Open => ({
  streams: createEventStreams(),
  listening: undefined,
  heartbeat: undefined,
})

async function listen(ctx: Context, { streams }: Open): Promise<void> {
  await ctx.db.listen(notificationsChannel, {
    onMessage: (personId) => streams.sendTo(Number(personId), 'changed'),
    onGap: () => streams.sendToAll('changed'),
  })
  await listenToSessionEnds(ctx, streams.endSession)
}

async function sendHeartbeats(ctx: Context, { streams }: Open): Promise<void> {
  streams.sendHeartbeats()
  const sessions = streams.sessions()
  if (sessions.length === 0) return
  const alive = new Set(await findAliveSessions(ctx, sessions))
  for (const session of sessions) if (!alive.has(session)) streams.endSession(session)
}

/** Opens the stream of a page: `ready` at once, then `changed`. It ends with the session. Answers 429 for too many of a session. */
export const streamNotifications = operation(notificationEndpoints.stream, async (ctx, { reply }) => {
  const { actor } = ctx
  const open = ctx.inMemory(createOpen)
  open.listening ??= listen(ctx, open).catch((error: unknown) => {
    open.listening = undefined
    throw error
  })
  await open.listening
  // If the database is unavailable, the next heartbeat tries again.
  open.heartbeat ??= setInterval(() => sendHeartbeats(ctx, open).catch(() => {}), ctx.heartbeatMs).unref()
  const { stream, send } = open.streams.open({ personId: actor.id, sessionId: actor.sessionId })
  // The session may have ended before the listener was registered.
  if ((await findAliveSessions(ctx, [actor.sessionId])).length === 0) {
    open.streams.endSession(actor.sessionId)
    throw new ApiError('noSession')
  }
  send('ready')
  reply.header('content-type', 'text/event-stream; charset=utf-8').header('x-accel-buffering', 'no')
  return stream
})

export function endStreams(ctx: Context): void {
  const { heartbeat, streams } = ctx.inMemory(createOpen)
  clearInterval(heartbeat)
  streams.close()
}
