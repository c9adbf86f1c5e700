import { ApiError } from '@mi-portal/contract/calls/api-error'
import { registrationEndpoints } from '@mi-portal/contract/registration'
import { cleanDocument } from '@mi-portal/contract/values/document-number'
import { operation } from '../../platform/context/operation.ts'
import { limits } from '../../platform/security/rate-limiter.ts'
import { newToken } from '../../platform/security/tokens.ts'
import { admitCounted } from './admit-calls.ts'
import * as registrationSql from './registration.sql.ts'

function cleanDraft({ document_type_id, document_number, ...draft }: registrationSql.Draft) {
  return { ...draft, document_type_id, document_number: cleanDocument(document_type_id, document_number) }
}

export const saveDraft = operation(
  registrationEndpoints.saveDraft,
  async (ctx, { body: { altcha, ...draft } }) => {
    await admitCounted(ctx, [limits.draft], altcha)
    const id = newToken()
    await ctx.db.run(registrationSql.saveDraft, { ...cleanDraft(draft), id, now: ctx.clock.now() })
    return { id }
  },
)

export const updateDraft = operation(
  registrationEndpoints.updateDraft,
  async ({ db, clock, rateLimiter }, { body: { id, ...draft } }) => {
    await rateLimiter.consumeEach([limits.draft], id)
    if (
      (await db.run(registrationSql.updateDraft, { ...cleanDraft(draft), id, now: clock.now() })).length === 0
    )
      throw new ApiError('notFound')
    return { id }
  },
)
