import { ApiError } from '@mi-portal/contract/calls/api-error'
import { identityEndpoints } from '@mi-portal/contract/identity'
import * as z from 'zod/mini'
import type { CallContext } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { findRow } from '../../platform/database/database.ts'
import { readCookie } from '../../platform/http/cookies.ts'
import { hashToken, newToken } from '../../platform/security/tokens.ts'
import type { ProviderCheck } from '../../ports/identity-check.ts'
import { endCheck, findCheck } from './end-check.ts'
import { lifetimes } from './identity.rules.ts'
import * as identitySql from './identity.sql.ts'
import { makeProofCookie, makeReturnCookie, nameReturnCookie } from './identity-cookies.ts'

const returnStateSchema = z.record(z.string(), z.string())
const hashMark = (mark: string) => hashToken(mark).toString('base64url')

function requireProvider({ ports }: CallContext): ProviderCheck {
  const check = ports.findIdentityCheck('oidc')
  if (check?.kind !== 'oidc') throw new ApiError('notFound')
  return check
}

const makeResultAddress = ({ config }: CallContext, key: string) =>
  `${config.publicUrl}/identidad/${key}/resultado`

/** Redirects to the provider with a mark that the browser must bring back; a check that has ended leads to its result. */
export const goToProvider = operation(
  identityEndpoints.openIdStart,
  async (ctx, { params: { key }, reply }) => {
    const provider = requireProvider(ctx)
    const row = await findCheck(ctx, key)
    if (row.provider !== 'oidc') throw new ApiError('notFound')
    if (row.state === 'asking') {
      const { address, returnState } = await provider.begin()
      const mark = newToken()
      const questions = JSON.stringify({ ...returnState, mark: hashMark(mark) })
      if ((await findRow(ctx.db, identitySql.storeReturnState, { id: row.id, questions })) !== null) {
        reply.header('set-cookie', makeReturnCookie(ctx, `${key}~${mark}`, lifetimes.check / 1000))
        return reply.redirect(address.href, 303)
      }
    }
    return reply.redirect(makeResultAddress(ctx, key), 303)
  },
)

/** Ends the check with which this browser returns. Throws if it started no such check, or if the return is not the answer to it. */
export const returnFromProvider = operation(
  identityEndpoints.openIdReturn,
  async (ctx, { request, reply }) => {
    const provider = requireProvider(ctx)
    const [key = '', mark = ''] = readCookie(request, nameReturnCookie(ctx))?.split('~') ?? []
    const found = await findRow(ctx.db, identitySql.byKey, { key_hash: hashToken(key) })
    const returnState = z.safeParse(returnStateSchema, found?.questions).data
    if (found === null || returnState === undefined || returnState.mark !== hashMark(mark))
      throw new ApiError('identityWindowOver')
    const redirect = (cookies: readonly string[]) => {
      reply.header('set-cookie', [makeReturnCookie(ctx, '', 0), ...cookies])
      return reply.redirect(makeResultAddress(ctx, key), 303)
    }
    const row = await findCheck(ctx, key)
    if (row.state !== 'asking') return redirect([])
    const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : ''
    const returned = new URL(query, `${ctx.config.publicUrl}/api/identity/oidc/return`)
    const person = await provider.finish(returned, returnState)
    if (person === 'refused') throw new ApiError('identityWindowOver')
    if (person === 'cancelled' || person === 'failed') {
      await endCheck(ctx, row, person)
      return redirect([])
    }
    // A proof of another identity proves nothing about this RUN.
    const { solem } = await endCheck(ctx, row, person.run === row.run ? 'verified' : 'failed', person)
    return redirect(solem === null ? [] : [makeProofCookie(ctx, solem)])
  },
)
