/** Previews the mails of the product with a wording that is not published yet, and with the drafts of the clinic package. */
import { ApiError } from '@mi-portal/contract/api-error'
import { findWrongWording } from '@mi-portal/contract/clinic/mail-wording'
import type { MailSample } from '../../../platform/mail-layout.ts'
import { createBranding } from '../branding/live-settings.service.ts'
import type { ClinicAdministration } from './administration.service.ts'

type MailPreviewDependencies = {
  /** Every mail of the product, with synthetic data. */
  readonly samples: readonly MailSample[]
  readonly administration: Pick<ClinicAdministration, 'readCandidate'>
  readonly publicUrl: string
}

export function createMailPreviewService({ samples, administration, publicUrl }: MailPreviewDependencies) {
  return {
    mails: () => samples.map(({ name, title, description }) => ({ name, title, description })),

    /**
     * Renders a mail with the wording, and with the names, branding and promises of the drafts.
     *
     * @throws {ApiError} `notFound` for an unknown mail; `invalid` with the passage of each placeholder that the mail does not fill
     */
    preview: async (mail: string, wording: Readonly<Record<string, string>>) => {
      const sample = samples.find(({ name }) => name === mail)
      if (!sample) throw new ApiError('notFound')
      const fieldErrors = findWrongWording({ [mail]: wording }).map(({ path, message, remedy }) => ({
        msg: `${message}. ${remedy}`,
        param: path.at(-1) ?? '',
      }))
      if (fieldErrors.length > 0) throw new ApiError('invalid', { fieldErrors })
      const { clinic } = await administration.readCandidate()
      const worded = { ...clinic, mails: { ...clinic.mails, [mail]: wording } }
      const { subject, text, html } = sample.render(createBranding({ current: () => worded }, publicUrl))
      return { subject, text, html }
    },
  }
}

export type MailPreviewService = ReturnType<typeof createMailPreviewService>
