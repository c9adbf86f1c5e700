import { consentEndpoints } from '@mi-portal/contract/consents'
import { routes } from '../../platform/context/operation.ts'
import {
  acceptTexts,
  listConsents,
  listPendingTexts,
  readConsentText,
  turnReminders,
  withdrawConsent,
} from './manage-consents.ts'

export const consentRoutes = routes(consentEndpoints, {
  list: listConsents,
  text: readConsentText,
  pending: listPendingTexts,
  give: acceptTexts,
  withdraw: withdrawConsent,
  reminders: turnReminders,
})
