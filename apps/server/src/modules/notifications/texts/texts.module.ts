/** Composes the text messages of notifications. */

import type { NotificationTopic } from '@mi-portal/contract/notifications'
import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../platform/composition/module.ts'
import type { MailQueue } from '../../../ports/mail.ts'
import type { TextMessages } from '../../../ports/text-messages.ts'
import { createNextChannelService, type ReadQuietHours } from './next-channel.service.ts'
import { createTextCountsStore } from './text-counts.store.ts'
import { createTextDeliveryService } from './text-delivery.service.ts'
import { createTextPhonesService } from './text-phones.service.ts'
import { createTextReportsService } from './text-reports.service.ts'

import { mountTextsRoutes } from './texts.routes.ts'

type TextsDependencies = {
  /** Null if the installation sends no text messages. */
  readonly texts: TextMessages | null
  readonly mail: MailQueue
  readonly findPending: (notificationId: number) => Promise<NotificationTopic | null>
  readonly quietHoursOf: ReadQuietHours
}

/** Without a gateway nothing is sent or counted. */
const noLimits = { day: 0, month: 0, person: 0 }

export function createTextsParts(platform: Platform, dependencies: TextsDependencies) {
  const { config, branding, db, audit, clock, rateLimiter } = platform
  const { texts, mail, findPending, quietHoursOf } = dependencies
  const counts = createTextCountsStore(db, config.textMessages?.limits ?? noLimits)

  const nextChannel = createNextChannelService({ mail, clock, quietHoursOf })
  const brand = () => branding.brand
  const phones = createTextPhonesService({
    db,
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
    nextChannel,
    mail,
    texts,
    clock,
  })
  const textDelivery =
    texts &&
    createTextDeliveryService({
      db,
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
    textsJobs: { counts, textDelivery },
    mountTexts: (app: FastifyInstance) => mountTextsRoutes(app, phones, reports),
  }
}
