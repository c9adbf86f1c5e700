import { usualSettings } from '@mi-portal/contract/notifications/preferences'
import type { FastifyInstance } from 'fastify'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import type { Context } from '../../platform/context/context.ts'
import type { AccountEnded } from '../../platform/context/events.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { PushService } from '../../ports/push-service.ts'
import type { TextMessages } from '../../ports/text-messages.ts'

import type { SignedOut } from '../session/use-sessions.ts'
import * as messagesSql from './messages.sql.ts'
import { createNotificationsJobs } from './notifications.jobs.ts'
import { mountNotificationsRoutes } from './notifications.routes.ts'
import { createNotificationsService } from './notifications.service.ts'
import { createPendingNotificationsService } from './pending-notifications.service.ts'
import { mountPreferencesRoutes } from './preferences/preferences.routes.ts'
import { createPreferencesService } from './preferences/preferences.service.ts'
import * as preferencesSql from './preferences/preferences.sql.ts'
import { createPushDeliveryService } from './push/push-delivery.service.ts'
import { createPushKeysService } from './push/push-keys.service.ts'
import { createPushSubscriptionsService } from './push/push-subscriptions.service.ts'
import type { ReadQuietHours } from './texts/next-channel.service.ts'
import { createTextsParts } from './texts/texts.module.ts'

type NotificationsModuleDependencies = {
  readonly ctx: Context

  readonly signedOut: DomainEvent<SignedOut>
  readonly accountClosed: DomainEvent<AccountEnded>
  readonly accountDisabled: DomainEvent<AccountEnded>
  readonly personDied: DomainEvent<AccountEnded>
  readonly mail: MailQueue
  /** Null if the installation sends no push messages. */
  readonly push: PushService | null
  /** Null if the installation sends no text messages. */
  readonly texts: TextMessages | null
  readonly pending: ReturnType<typeof createPendingNotifications>
  /** Milliseconds between two heartbeats of open event streams. */
  readonly heartbeatMs: number | undefined
}

/** What messages ask before they are sent. E-mails need it too, so it is composed before them. */
export function createPendingNotifications({ config, db, clock }: Platform) {
  return createPendingNotificationsService({ db, clock, ages: config.ages })
}

export function createNotificationsModule(platform: Platform, dependencies: NotificationsModuleDependencies) {
  const { config, branding, db, audit, clock, logger } = platform
  const {
    ctx,

    signedOut,
    accountClosed,
    accountDisabled,
    personDied,
    mail,
    push,
    texts,
    pending,
    heartbeatMs,
  } = dependencies
  const { ages, secrets, minutesBetweenChannels: minutesBetween } = config

  const readKeys = push && createPushKeysService({ db, push, clock, logger, secrets })
  const subscriptions = createPushSubscriptionsService({
    db,
    push,
    readKeys,
    audit,
    clock,
  })

  const quietHoursOf: ReadQuietHours = async (tx, personId) =>
    (await preferencesSql.settings(tx, personId)) ?? usualSettings
  const { phones, textsJobs, mountTexts } = createTextsParts(platform, {
    texts,
    mail,
    findPending: pending.findTopic,
    quietHoursOf,
  })
  const preferences = createPreferencesService({
    db,
    subscriptions,
    phones,
    textChannels: texts?.channels ?? [],
    audit,
    clock,
    ages,
    minutesBetween,
  })
  const notifications = createNotificationsService({ ctx, heartbeatMs })
  const delivery =
    push &&
    readKeys &&
    createPushDeliveryService({
      db,
      push,
      readKeys,
      clock,
      quietHoursOf,
      findPending: pending.findTopic,
      product: () => branding.product,
    })
  signedOut.on((tx, { sessionId }) => subscriptions.endOfSession(tx, sessionId))
  accountDisabled.on(async (tx, { personId }) => {
    await subscriptions.endOfPerson(tx, personId)
    await phones.endOfPerson(tx, personId)
  })
  personDied.on((tx, { personId }) => mail.withdrawOfDeceased(tx, personId))
  accountClosed.on(async (tx, { personId }) => {
    await subscriptions.endOfPerson(tx, personId)
    await preferences.forget(tx, personId)
    // Before the counts, in the order in which a delivery locks both.
    await messagesSql.removeOfPerson(tx, personId)
    await phones.forget(tx, personId)
  })
  return {
    notifications,
    routes: (app: FastifyInstance) => {
      mountNotificationsRoutes(app, notifications)
      mountPreferencesRoutes(app, preferences, subscriptions)
      mountTexts(app)
    },
    jobs: createNotificationsJobs({ db, pushDelivery: delivery, clock, ...textsJobs }),
  }
}
