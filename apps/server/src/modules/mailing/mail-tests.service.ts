/** Previews the product's mails with synthetic data, and sends them to a few addresses as a test. */
import { ApiError } from '@mi-portal/contract/api-error'
import type { Audit } from '../../platform/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import type { Branding, MailSample } from '../../platform/mail-layout.ts'
import { limits, type RateLimiter } from '../../platform/security/rate-limiter.ts'
import type { MailQueue } from '../../ports/mail.ts'

type MailTestsDependencies = {
  readonly db: Database
  /** Every mail of the product. Its position, from 1, is its number. */
  readonly samples: readonly MailSample[]
  readonly mail: MailQueue
  readonly rateLimiter: RateLimiter
  readonly audit: Audit
  readonly branding: Branding
}

export function createMailTestsService({
  db,
  samples,
  mail,
  rateLimiter,
  audit,
  branding,
}: MailTestsDependencies) {
  function sampleOf(id: number): MailSample | undefined {
    return samples[id - 1]
  }

  return {
    templates: () => samples.map(({ title, description }, index) => ({ id: index + 1, title, description })),

    preview: (id: number) => {
      const sample = sampleOf(id)
      if (!sample) throw new ApiError('notFound')
      const { subject, text, html } = sample.render(branding)
      return { subject, text, html }
    },

    /** Returns how many messages were queued. Throws 429 above the limit of a day. */
    send: async (actor: Actor, id: number, emails: readonly string[], origin: Origin): Promise<number> => {
      const sample = sampleOf(id)
      if (!sample)
        throw new ApiError('invalid', {
          fieldErrors: [{ msg: 'Selecciona una plantilla', param: 'emailId' }],
        })
      const recipients = [...new Set(emails)]
      for (const _ of recipients) await rateLimiter.consumeEach([limits.testMail], String(actor.id))
      await db.transaction(async (tx) => {
        for (const recipient of recipients) {
          await sample.send(
            // The data of a sample is synthetic, so that it may go to any address.
            (template, data) =>
              mail.queue(tx, { ...template, clinical: false }, { recipient, person_id: actor.id, data }),
            branding,
          )
        }
        await audit.add(tx, {
          actorId: actor.id,
          actorRole: actor.rol,
          action: 'mailing.test',
          patientId: null,
          object: sample.name,
          origin,
          detail: { messages: recipients.length },
        })
      })
      mail.trigger()
      return recipients.length
    },
  }
}

export type MailTestsService = ReturnType<typeof createMailTestsService>
