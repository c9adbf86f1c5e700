/** A portal that sends text messages through the gateway of a test, and people with a confirmed mobile number. */
import {
  type Channel,
  notificationPreferenceEndpoints,
  usualSettings,
} from '@mi-portal/contract/notifications/preferences'
import { textPhoneEndpoints } from '@mi-portal/contract/notifications/text-messages'
import { type Notice, notify } from '../../src/modules/notifications/notify-person.ts'
import { openPortal, type Portal, type PortalOptions, startPortal } from '../portal.ts'
import { startMessageGateway } from './message-gateway.ts'

type Gateway = Awaited<ReturnType<typeof startMessageGateway>>

const gatewayTimeouts = { attempt: 1_000, pause: 0, rest: 60_000 }

export async function startWithGateway(
  environment: Record<string, string> = {},
  options: PortalOptions = {},
) {
  const gateway = await startMessageGateway()
  const settings = { ...gateway.environment, ...environment }
  const portal = await startPortal({ ...options, environment: settings, gatewayTimeouts })
  return {
    gateway,
    portal,
    /** Opens another server on the same database and gateway. */
    openSecond: () => openPortal(portal.db, portal.clock, { environment: settings, gatewayTimeouts }),
  }
}

export const mobile = '987654321'

export function lastCode(gateway: Gateway): string {
  return /\d{6}/.exec(gateway.messages().at(-1)?.text ?? '')?.[0] ?? ''
}

type Reachable = {
  /** The channels that the person chose for results, in their order. */
  readonly channels?: Channel[]
  readonly in_turn?: boolean
}

/** Creates a person who confirmed a mobile number and chose channels for results, without quiet hours. */
export async function buildReachable(
  { portal, gateway }: { portal: Portal; gateway: Gateway },
  { channels = ['sms'], in_turn = true }: Reachable = {},
) {
  const person = await portal.person({ phone: mobile, email: 'rosa@ejemplo.cl' })
  const call = await portal.as(person)
  await call(textPhoneEndpoints.sendCode)
  await call(textPhoneEndpoints.confirm, { body: { code: lastCode(gateway) } })
  await call(notificationPreferenceEndpoints.choose, {
    body: { choices: [{ topic: 'results', channels }] },
  })
  const rest = usualSettings.channel_order.filter((channel) => !channels.includes(channel))
  await call(notificationPreferenceEndpoints.set, {
    body: { in_turn, channel_order: [...channels, ...rest], quiet_from: '00:00', quiet_to: '00:00' },
  })
  return { person, call }
}

/** Starts a portal with a gateway and a person who confirmed a mobile number. */
export async function startReachable(reachable?: Reachable, environment: Record<string, string> = {}) {
  const made = await startWithGateway(environment)
  return { ...made, ...(await buildReachable(made, reachable)) }
}

const result = {
  type: 'exams_procedures',
  text: 'Hay un nuevo resultado de Martina en Mis Exámenes',
} as const

/** Writes a notification about a result. */
export function notifyOfResult({ db, ctx }: Portal, person: { id: number }, more: Partial<Notice> = {}) {
  return db.transaction((tx) => notify(ctx, tx, { person_id: person.id, ...result, ...more }))
}

/** Returns the messages that are stored, in the order in which they were planned. */
export function storedMessages({ db }: Portal) {
  return db.ask<{
    channel: string
    state: string
    failure: string | null
    attempts: number
    due_at: Date
    reference: string
    delivered_at: Date | null
    read_at: Date | null
  }>(
    `select channel, state, failure, attempts, due_at, reference, delivered_at, read_at from notification_messages order by id`,
  )
}
