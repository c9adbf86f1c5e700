import { passkeyEndpoints } from '@mi-portal/contract/passkeys/passkeys'
import { routes } from '../../platform/context/operation.ts'
import {
  addPasskey,
  declinePasskeyOffer,
  getRegistrationOptions,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from './manage-passkeys.ts'
import {
  confirmSessionByPasskey,
  getConfirmOptions,
  getSignInOptions,
  signInByPasskey,
} from './use-passkeys.ts'

export const passkeyRoutes = routes(passkeyEndpoints, {
  signInOptions: getSignInOptions,
  signIn: signInByPasskey,
  confirmOptions: getConfirmOptions,
  confirm: confirmSessionByPasskey,
  list: listPasskeys,
  registerOptions: getRegistrationOptions,
  register: addPasskey,
  rename: renamePasskey,
  remove: removePasskey,
  declineOffer: declinePasskeyOffer,
})
