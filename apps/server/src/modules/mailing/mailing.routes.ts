import { mailingEndpoints } from '@mi-portal/contract/mailing'
import { routes } from '../../platform/context/operation.ts'
import { listMailTemplates, previewMail, sendTestMails } from './send-samples.ts'

export const mailingRoutes = routes(mailingEndpoints, {
  templates: listMailTemplates,
  preview: previewMail,
  send: sendTestMails,
})
