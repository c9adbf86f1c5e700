import { ApiError } from '@mi-portal/contract/calls/api-error'
import { clinicAdministrationEndpoints } from '@mi-portal/contract/clinic/administration'
import { findWrongWording } from '@mi-portal/contract/clinic/mail-wording'
import { operation } from '../../../platform/context/operation.ts'
import { createBranding } from '../branding/live-settings.ts'
import { renderPreview } from '../package/read-upload.ts'
import { readCandidate } from './read-drafts.ts'

export const previewPreparation = operation(
  clinicAdministrationEndpoints.previewPreparation,
  async (_ctx, { body }) => {
    const html = await renderPreview(body)
    if (html === null) throw new ApiError('invalid')
    return { html }
  },
)

export const listMails = operation(clinicAdministrationEndpoints.mails, async ({ mailSamples }) => ({
  mails: mailSamples.map(({ name, title, description }) => ({ name, title, description })),
}))

export const previewMail = operation(
  clinicAdministrationEndpoints.previewMail,
  async (ctx, { params: { mail }, body: wording }) => {
    const sample = ctx.mailSamples.find(({ name }) => name === mail)
    if (!sample) throw new ApiError('notFound')
    const fieldErrors = findWrongWording({ [mail]: wording }).map(({ path, message, remedy }) => ({
      msg: `${message}. ${remedy}`,
      param: path.at(-1) ?? '',
    }))
    if (fieldErrors.length > 0) throw new ApiError('invalid', { fieldErrors })
    const { clinic } = await readCandidate(ctx)
    const worded = { ...clinic, mails: { ...clinic.mails, [mail]: wording } }
    const branding = createBranding({ current: () => worded }, ctx.config.publicUrl)
    const { subject, text, html } = sample.render(branding)
    return { subject, text, html }
  },
)
