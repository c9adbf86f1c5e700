/** The channels by which people choose to be notified. */

import { ApiError } from '@mi-portal/contract/api-error'
import type { Received } from '@mi-portal/contract/endpoint'
import { type NotificationTopic, notificationTopics } from '@mi-portal/contract/notifications'
import {
  type Channel,
  type NotificationPreferences,
  type NotificationSettings,
  type notificationPreferenceEndpoints,
  topicsOfChildren,
  usualChannels,
  usualSettings,
} from '@mi-portal/contract/notifications/preferences'
import { type TextChannel, textChannels } from '@mi-portal/contract/notifications/text-messages'
import type { Ages } from '@mi-portal/contract/values/ages'
import { dayOf, latestBirth } from '@mi-portal/contract/values/dates'
import type { Audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Queries } from '../../../platform/database/database.ts'
import type { Actor, Origin } from '../../../platform/http/actor.ts'
import { completeOrder } from '../notifications.rules.ts'
import type { PushSubscriptionsService } from '../push/push-subscriptions.service.ts'
import type { TextPhonesService } from '../texts/text-phones.service.ts'
import * as preferencesSql from './preferences.sql.ts'

type PreferencesDependencies = {
  readonly db: Database
  readonly subscriptions: Pick<PushSubscriptionsService, 'list' | 'publicKey'>
  readonly phones: Pick<TextPhonesService, 'state'>
  /** The channels of text messages that the installation offers. */
  readonly textChannels: readonly TextChannel[]
  readonly audit: Audit
  readonly clock: Clock
  readonly ages: Ages
  readonly minutesBetween: number
}

const topicsFor = (isSelf: boolean): readonly NotificationTopic[] =>
  isSelf ? notificationTopics : topicsOfChildren

export function createPreferencesService(dependencies: PreferencesDependencies) {
  const { db, subscriptions, phones, audit, clock, ages, minutesBetween } = dependencies
  const offeredTexts = dependencies.textChannels

  /** Returns whether the installation sends text messages by a channel; always true for other channels. */
  const isOffered = (channel: Channel) =>
    !textChannels.some((one) => one === channel) || offeredTexts.some((one) => one === channel)

  function births() {
    const today = dayOf(clock.now())
    return { adult: latestBirth(ages.adult, today), reserve: latestBirth(ages.reserve, today) }
  }

  const entry = (actor: Actor, action: string, patientId: number, origin: Origin, detail: object) => ({
    actorId: actor.id,
    actorRole: actor.id === patientId ? actor.rol : 'guardian',
    action,
    patientId,
    origin,
    detail,
  })

  return {
    get: async (actor: Actor): Promise<NotificationPreferences> => {
      const [push_key, text_phone, patients, chosen, settings, devices] = await Promise.all([
        subscriptions.publicKey(),
        phones.state(actor.id),
        preferencesSql.patients(db, actor.id, births(), clock.now()),
        preferencesSql.choices(db, actor.id),
        preferencesSql.settings(db, actor.id),
        subscriptions.list(actor),
      ])
      return {
        push_key,
        text_channels: [...offeredTexts],
        text_phone,
        people: patients.map(({ id, first_name }) => ({
          patient_id: id === actor.id ? null : id,
          first_name,
          choices: topicsFor(id === actor.id).map((topic) => ({
            topic,
            channels: (
              chosen.find((row) => row.patient_id === id && row.topic === topic)?.channels ?? usualChannels
            ).filter(isOffered),
          })),
        })),
        settings: {
          ...(settings ?? usualSettings),
          channel_order: completeOrder((settings ?? usualSettings).channel_order),
        },
        minutes_between: minutesBetween,
        devices,
      }
    },

    /**
     * Stores the channels of topics. Throws 404 for a child who is not in the caller's care, and 400 for a topic that is only about
     * the caller and for a channel that the installation does not offer.
     */
    choose: async (
      actor: Actor,
      { patient_id, choices }: Received<typeof notificationPreferenceEndpoints.choose>['body'],
      origin: Origin,
    ): Promise<void> => {
      const patientId = patient_id ?? actor.id
      const patients = await preferencesSql.patients(db, actor.id, births(), clock.now())
      if (!patients.some(({ id }) => id === patientId)) throw new ApiError('notFound')
      const allowed = topicsFor(patientId === actor.id)
      if (choices.some(({ topic }) => !allowed.includes(topic)))
        throw new ApiError('invalid', {
          fieldErrors: [{ param: 'choices', msg: 'Ese tema es solo sobre ti' }],
        })
      if (choices.some(({ channels }) => !channels.every(isOffered)))
        throw new ApiError('invalid', {
          fieldErrors: [{ param: 'choices', msg: 'Este portal no ofrece ese canal' }],
        })
      await db.transaction(async (tx) => {
        for (const choice of choices)
          await preferencesSql.choose(tx, actor.id, patientId, choice, clock.now())
        await audit.add(tx, entry(actor, 'notifications.choose', patientId, origin, { choices }))
      })
    },

    set: (actor: Actor, chosen: NotificationSettings, origin: Origin): Promise<void> =>
      db.transaction(async (tx) => {
        await preferencesSql.set(tx, actor.id, chosen, clock.now())
        await audit.add(tx, entry(actor, 'notifications.settings', actor.id, origin, chosen))
      }),

    /** Removes what a person chose, because their account was closed. */
    forget: (tx: Queries, personId: number): Promise<void> => preferencesSql.forget(tx, personId),
  }
}

export type PreferencesService = ReturnType<typeof createPreferencesService>
