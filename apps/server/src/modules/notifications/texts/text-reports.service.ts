/** Takes the delivery reports of the message gateway. */

import { ApiError } from '@mi-portal/contract/api-error'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Queries } from '../../../platform/database/database.ts'
import type { MailQueue } from '../../../ports/mail.ts'
import type { TextMessages, TextReport } from '../../../ports/text-messages.ts'
import * as messagesSql from '../messages.sql.ts'
import type { NextChannelService } from './next-channel.service.ts'
import * as textReportsSql from './text-reports.sql.ts'
import { isReference } from './texts.rules.ts'

type TextReportsDependencies = {
  readonly db: Database
  readonly nextChannel: NextChannelService
  readonly mail: Pick<MailQueue, 'trigger'>
  /** Null if the installation sends no text messages. */
  readonly texts: TextMessages | null
  readonly clock: Clock
}

export function createTextReportsService(dependencies: TextReportsDependencies) {
  const { db, nextChannel, mail, texts, clock } = dependencies

  /** Stores what a report says. A report about a message that is unknown, or long known to have failed, changes nothing. */
  async function apply(tx: Queries, { id, state }: TextReport): Promise<void> {
    if (!isReference(id)) return
    if (state !== 'failed') return messagesSql.markDelivered(tx, id, state === 'read', clock.now())
    const failed = await messagesSql.markReportedFailed(tx, id)
    if (failed !== null) await nextChannel.advance(tx, failed.notification_id, failed.person_id)
  }

  return {
    /**
     * Takes a report. The answer does not depend on whether the message is known. Throws 401 for a report that the gateway did not sign
     * in the last five minutes, and 409 for one that was taken before.
     */
    receive: async (headers: Parameters<TextMessages['openReport']>[0], body: string): Promise<void> => {
      const opened = texts?.openReport(headers, body) ?? { kind: 'unsigned' }
      if (opened.kind === 'unsigned') throw new ApiError('reportNotSigned')
      if (opened.kind === 'unreadable') throw new ApiError('badJson')
      await db.transaction(async (tx) => {
        if (!(await textReportsSql.insert(tx, opened.signature, clock.now())))
          throw new ApiError('reportRepeated')
        await apply(tx, opened.report)
      })
      mail.trigger()
    },
  }
}

export type TextReportsService = ReturnType<typeof createTextReportsService>
