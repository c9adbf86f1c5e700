/** Composes the text messages of notifications. */
import type { NotificationTopic } from '@mi-portal/contract/notifications'
import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../platform/composition/module.ts'
import type { MailQueue } from '../../../ports/mail.ts'
import type { TextMessages } from '../../../ports/text-messages.ts'
import type { MessagesStore } from '../messages.store.ts'
import { createNextChannelService, type ReadQuietHours } from './next-channel.service.ts'
import { createTextCountsStore } from './text-counts.store.ts'
import { createTextDeliveryService } from './text-delivery.service.ts'
import { createTextPhonesService } from './text-phones.service.ts'
import { createTextPhonesStore } from './text-phones.store.ts'
import { createTextReportsService } from './text-reports.service.ts'
import { createTextReportsStore } from './text-reports.store.ts'
import { mountTextsRoutes } from './texts.routes.ts'

type TextsDependencies = {
  /** Null if the installation sends no text messages. */
  readonly texts: TextMessages | null
  readonly messages: MessagesStore
  readonly mail: MailQueue
  readonly findPending: (notificationId: number) => Promise<NotificationTopic | null>
  readonly quietHoursOf: ReadQuietHours
}

/** Without a gateway nothing is sent or counted. */
const noLimits = { day: 0, month: 0, person: 0 }

export function createTextsParts(platform: Platform, dependencies: TextsDependencies) {
  const { config, branding, db, audit, clock, rateLimiter } = platform
  const { texts, messages, mail, findPending, quietHoursOf } = dependencies
  const counts = createTextCountsStore(db, config.textMessages?.limits ?? noLimits)
  const phonesStore = createTextPhonesStore(db)
  const reportsStore = createTextReportsStore(db)
  const nextChannel = createNextChannelService({ messages, mail, clock, quietHoursOf })
  const brand = () => branding.brand
  const phones = createTextPhonesService({
    db,
    store: phonesStore,
    counts,
    texts,
    rateLimiter,
    audit,
    clock,
    secrets: config.secrets,
    brand,
  })
  const reports = createTextReportsService({
    db,
    store: reportsStore,
    messages,
    nextChannel,
    mail,
    texts,
    clock,
  })
  const textDelivery =
    texts &&
    createTextDeliveryService({
      db,
      messages,
      phones: phonesStore,
      counts,
      nextChannel,
      mail,
      texts,
      clock,
      quietHoursOf,
      findPending,
      brand,
      publicUrl: config.publicUrl,
    })
  return {
    phones,
    textsJobs: { phones: phonesStore, counts, reports: reportsStore, textDelivery },
    mountTexts: (app: FastifyInstance) => mountTextsRoutes(app, phones, reports),
  }
}
