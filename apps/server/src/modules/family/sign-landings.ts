/** Without the signature of a landing page anyone could put their own text on a page of the clinic as the name. */

import { createHash } from 'node:crypto'
import type { Landing } from '@mi-portal/contract/family/invitations'
import { invitationEndpoints } from '@mi-portal/contract/family/invitations'
import type { Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { createSigner } from '../../platform/security/tokens.ts'

type Signed = Omit<Landing, 's'>

/** Returns the first 128 bits of the hash as four 32-bit numbers. The JSON array keeps the boundaries between the parts in the hash. */
function digestLanding({ decision, document_type, document_number, name }: Signed): number[] {
  const text = JSON.stringify([decision, document_type, document_number, name])
  const hash = createHash('sha256').update(text).digest()
  return [0, 4, 8, 12].map((at) => hash.readUInt32BE(at))
}

export const signLanding = (ctx: Pick<Context, 'config'>, landing: Signed): string =>
  createSigner(ctx.config.secrets, 'family-landing').sign(digestLanding(landing))

function isGenuineLanding(ctx: Pick<Context, 'config'>, { s, ...landing }: Landing): boolean {
  const given = createSigner(ctx.config.secrets, 'family-landing').open(s)
  return given !== null && JSON.stringify(given) === JSON.stringify(digestLanding(landing))
}

export const judgeLanding = operation(invitationEndpoints.judgeLanding, async (ctx, { body }) => ({
  genuine: isGenuineLanding(ctx, body),
}))
