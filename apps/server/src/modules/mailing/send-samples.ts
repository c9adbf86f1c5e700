import { ApiError } from '@mi-portal/contract/calls/api-error'
import { mailingEndpoints } from '@mi-portal/contract/mailing'
import type { Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { limits } from '../../platform/security/rate-limiter.ts'

const findSample = ({ mailSamples }: Context, id: number) => mailSamples[id - 1]

export const listMailTemplates = operation(mailingEndpoints.templates, async ({ mailSamples }) => ({
  templates: mailSamples.map(({ title, description }, index) => ({ id: index + 1, title, description })),
}))

export const previewMail = operation(mailingEndpoints.preview, async (ctx, { params }) => {
  const sample = findSample(ctx, params.id)
  if (!sample) throw new ApiError('notFound')
  const { subject, text, html } = sample.render(ctx.branding)
  return { subject, text, html }
})

export const sendTestMails = operation(mailingEndpoints.send, async (ctx, { body }) => {
  const { db, actor, mail, audit, branding, rateLimiter } = ctx
  const sample = findSample(ctx, body.emailId)
  if (!sample)
    throw new ApiError('invalid', { fieldErrors: [{ msg: 'Selecciona una plantilla', param: 'emailId' }] })
  const recipients = [...new Set(body.emails)]
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
    await audit.add(tx, 'mailing.test', { object: sample.name, detail: { messages: recipients.length } })
  })
  return { sent: recipients.length }
})
