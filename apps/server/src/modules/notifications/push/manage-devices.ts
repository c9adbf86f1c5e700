import { ApiError } from '@mi-portal/contract/calls/api-error'
import { pushEndpoints } from '@mi-portal/contract/notifications/push'
import type { ActorContext } from '../../../platform/context/context.ts'
import { operation } from '../../../platform/context/operation.ts'
import { describeDevice } from '../../session/devices.rules.ts'
import * as pushSql from './push-subscriptions.sql.ts'

const mostDevices = 10

export async function listPushDevices({ db, actor }: ActorContext) {
  const rows = await db.run(pushSql.listDevices, { person_id: actor.id })
  return rows.map((row) => ({ ...row, is_current: row.session_id === actor.sessionId }))
}

export const subscribeDevice = operation(
  pushEndpoints.subscribe,
  async ({ db, ports, actor, origin, audit, clock }, { body, request }) => {
    if (ports.push === null) throw new ApiError('notFound')
    if (!ports.push.isAllowed(body.endpoint))
      throw new ApiError('invalid', {
        param: 'endpoint',
        msg: 'Este navegador usa un servicio de avisos que no conocemos',
      })
    const { words: device } = describeDevice(request.headers['user-agent'], origin.ip)
    return db.transaction(async (tx) => {
      const owner = { person_id: actor.id, session_id: actor.sessionId }
      const [saved] = await tx.run(pushSql.saveSubscription, { ...body, ...owner, device, now: clock.now() })
      const id = saved?.id ?? 0
      await tx.run(pushSql.removeOldestDevices, { person_id: actor.id, most: mostDevices })
      await audit.add(tx, 'notifications.pushOn', { patientId: actor.id, object: `device=${id}` })
      return { id }
    })
  },
)

export const renewDevice = operation(pushEndpoints.renew, async ({ db, actor }, { body }) => {
  const owner = { person_id: actor.id, session_id: actor.sessionId }
  const renewed = await db.run(pushSql.renewSubscription, { ...owner, endpoint: body.endpoint })
  return { is_known: renewed.length > 0 }
})

export const removePushDevice = operation(pushEndpoints.remove, async ({ db, actor, audit }, { params }) => {
  await db.transaction(async (tx) => {
    const removed = await tx.run(pushSql.removeDevice, { id: params.id, person_id: actor.id })
    if (removed.length === 0) throw new ApiError('notFound')
    await audit.add(tx, 'notifications.pushOff', { patientId: actor.id, object: `device=${params.id}` })
  })
  return {}
})
