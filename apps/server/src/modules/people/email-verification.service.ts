/** Creates the links with which the owner of a mailbox verifies the address of their account. */
import type { Clock } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/database.ts'
import { hashToken, newToken } from '../../platform/security/tokens.ts'
import type { AccountsStore } from './accounts/accounts.store.ts'
import { emailLimits } from './email.rules.ts'

/** The token of a link `/correo/{token}`, and until when it works. A mail that contains the token is not sent after that. */
type VerificationLink = { readonly token: string; readonly days: number; readonly until: Date }

type EmailVerificationDependencies = {
  readonly accounts: Pick<AccountsStore, 'putVerification'>
  readonly clock: Clock
}

export function createEmailVerificationService({ accounts, clock }: EmailVerificationDependencies) {
  return {
    /** Creates a link that verifies the present address of an account. Earlier links to this address are void. */
    createLink: async (tx: Queries, personId: number, email: string): Promise<VerificationLink> => {
      const token = newToken()
      const now = clock.now()
      const days = emailLimits.verificationDays
      const until = new Date(now.getTime() + days * 24 * 3_600_000)
      await accounts.putVerification(tx, { personId, email, tokenHash: hashToken(token), now, until })
      return { token, days, until }
    },
  }
}
