import type { Context } from '../../platform/context/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { hashToken, newToken } from '../../platform/security/tokens.ts'
import { storeVerification } from './accounts/change-emails.ts'
import { emailLimits } from './email.rules.ts'

/** The token of a link `/correo/{token}`, and until when it works. A mail that contains the token is not sent after that. */
type VerificationLink = { readonly token: string; readonly days: number; readonly until: Date }

/** Creates a link that verifies the present address of an account. Earlier links to this address are void. */
export async function createVerificationLink(
  { clock }: Pick<Context, 'clock'>,
  tx: Queries,
  personId: number,
  email: string,
): Promise<VerificationLink> {
  const token = newToken()
  const now = clock.now()
  const days = emailLimits.verificationDays
  const until = new Date(now.getTime() + days * 24 * 3_600_000)
  const token_hash = hashToken(token)
  await storeVerification(tx, { person_id: personId, email, token_hash, now, expires_at: until })
  return { token, days, until }
}
