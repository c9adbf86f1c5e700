import { ApiError } from '@mi-portal/contract/calls/api-error'
import { type NotificationTopic, notificationTopics } from '@mi-portal/contract/notifications/notifications'
import {
  type Channel,
  notificationPreferenceEndpoints,
  topicsOfChildren,
  usualChannels,
  usualSettings,
} from '@mi-portal/contract/notifications/preferences'
import { textChannels } from '@mi-portal/contract/notifications/text-messages'
import type { ActorContext, Context } from '../../../platform/context/context.ts'
import { operation } from '../../../platform/context/operation.ts'
import { findRow } from '../../../platform/database/database.ts'
import { completeOrder } from '../notifications.rules.ts'
import { getBirthLimits } from '../notify-person.ts'
import { listPushDevices } from '../push/manage-devices.ts'
import { readPushKeys } from '../push/push-keys.ts'
import { readTextPhone } from '../texts/confirm-phone.ts'
import { findSettings, listChoices, listPatients, saveChoice, saveSettings } from './preferences.sql.ts'

const listTopics = (isSelf: boolean): readonly NotificationTopic[] =>
  isSelf ? notificationTopics : topicsOfChildren

const isOffered = ({ ports }: Context, channel: Channel) =>
  !textChannels.some((one) => one === channel) || (ports.texts?.channels ?? []).some((one) => one === channel)

const readPatients = (ctx: ActorContext) =>
  ctx.db.run(listPatients, { person_id: ctx.actor.id, now: ctx.clock.now(), ...getBirthLimits(ctx) })

export const getPreferences = operation(notificationPreferenceEndpoints.get, async (ctx) => {
  const { db, actor, ports, config } = ctx
  const [keys, text_phone, patients, chosen, stored, devices] = await Promise.all([
    readPushKeys(ctx),
    readTextPhone(ctx),
    readPatients(ctx),
    db.run(listChoices, { person_id: actor.id }),
    findRow(db, findSettings, { person_id: actor.id }),
    listPushDevices(ctx),
  ])
  const settings = stored ?? usualSettings
  const findChannels = (patientId: number, topic: NotificationTopic) =>
    chosen.find((row) => row.patient_id === patientId && row.topic === topic)?.channels ?? usualChannels
  return {
    push_key: keys?.publicKey ?? null,
    text_channels: [...(ports.texts?.channels ?? [])],
    text_phone,
    people: patients.map(({ id, first_name }) => ({
      patient_id: id === actor.id ? null : id,
      first_name,
      choices: listTopics(id === actor.id).map((topic) => ({
        topic,
        channels: findChannels(id, topic).filter((channel) => isOffered(ctx, channel)),
      })),
    })),
    settings: { ...settings, channel_order: completeOrder(settings.channel_order) },
    minutes_between: config.minutesBetweenChannels,
    devices,
  }
})

export const chooseChannels = operation(
  notificationPreferenceEndpoints.choose,
  async (ctx, { body: { patient_id, choices } }) => {
    const { db, actor, audit, clock } = ctx
    const patientId = patient_id ?? actor.id
    const isSelf = patientId === actor.id
    if (!(await readPatients(ctx)).some(({ id }) => id === patientId)) throw new ApiError('notFound')
    const reject = (msg: string) => new ApiError('invalid', { fieldErrors: [{ param: 'choices', msg }] })
    if (choices.some(({ topic }) => !listTopics(isSelf).includes(topic)))
      throw reject('Ese tema es solo sobre ti')
    if (choices.some(({ channels }) => !channels.every((channel) => isOffered(ctx, channel))))
      throw reject('Este portal no ofrece ese canal')
    await db.transaction(async (tx) => {
      for (const { topic, channels } of choices) {
        const choice = { person_id: actor.id, patient_id: patientId, topic, channels }
        await tx.run(saveChoice, { ...choice, now: clock.now() })
      }
      const actorRole = isSelf ? actor.rol : 'guardian'
      await audit.add(tx, 'notifications.choose', { actorRole, patientId, detail: { choices } })
    })
    return {}
  },
)

export const setChannelSettings = operation(
  notificationPreferenceEndpoints.set,
  async ({ db, actor, audit, clock }, { body }) => {
    await db.transaction(async (tx) => {
      await tx.run(saveSettings, { person_id: actor.id, ...body, now: clock.now() })
      await audit.add(tx, 'notifications.settings', { patientId: actor.id, detail: body })
    })
    return {}
  },
)
