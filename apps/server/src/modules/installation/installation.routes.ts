import { installationEndpoints } from '@mi-portal/contract/installation'
import { routes } from '../../platform/context/operation.ts'
import { chooseIdentityMode } from './choose-identity-mode.ts'
import { readInstallation } from './read-installation.ts'
import { sendTestMail } from './send-test-mail.ts'

export const installationRoutes = routes(installationEndpoints, {
  state: readInstallation,
  chooseIdentity: chooseIdentityMode,
  sendTestMail,
})
