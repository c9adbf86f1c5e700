/** The questions of the portal's own identity check. Only the browser that passed it gets the `solem`, not others who know the address. */

import { timingSafeEqual } from 'node:crypto'
import { type IdentityStep, identityEndpoints } from '@mi-portal/contract/identity'
import * as z from 'zod/mini'
import type { CallContext } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { findRow } from '../../platform/database/database.ts'
import { readCookie } from '../../platform/http/cookies.ts'
import { limits } from '../../platform/security/rate-limiter.ts'
import { hashToken } from '../../platform/security/tokens.ts'
import { describeEnd, endCheck, findCheck, type Outcome } from './end-check.ts'
import { judgeAnswers } from './identity.rules.ts'
import type { CheckRow } from './identity.sql.ts'
import * as identitySql from './identity.sql.ts'
import { makeProofCookie, nameProofCookie } from './identity-cookies.ts'

const askedQuestions = z.array(
  z.object({
    text: z.string(),
    options: z.array(z.object({ id: z.string(), text: z.string() })),
    right: z.string(),
  }),
)

const readQuestions = ({ questions }: CheckRow) => z.safeParse(askedQuestions, questions).data ?? []

function describeQuestion({ config }: CallContext, row: CheckRow, answered: number): IdentityStep {
  const questions = readQuestions(row)
  const current = questions[answered]
  if (current === undefined) return { state: 'asking', question: null, result: null }
  const options = current.options.map((option) =>
    config.demo && option.id === current.right ? { ...option, right: true } : option,
  )
  return {
    state: 'asking',
    question: { number: answered + 1, of: questions.length, text: current.text, options },
    result: null,
  }
}

function describeStep(ctx: CallContext, row: CheckRow, solem: string | null): IdentityStep {
  if (row.state === 'asking') return describeQuestion(ctx, row, row.answered)
  const isOwn = solem !== null && row.solem_hash !== null && timingSafeEqual(row.solem_hash, hashToken(solem))
  return describeEnd(row.state, isOwn ? solem : null)
}

async function countAnswer(ctx: CallContext, key: string, number: number, option: string): Promise<Outcome> {
  const { db, clock, rateLimiter } = ctx
  const row = await findCheck(ctx, key)
  const question = readQuestions(row)[row.answered]
  if (row.state !== 'asking' || question === undefined || number !== row.answered + 1)
    return { step: describeStep(ctx, row, null), solem: null }
  if (row.answered === 0 && (await rateLimiter.consume(limits.identityTry, row.run)).over)
    return endCheck(ctx, row, 'failed')
  const counted = await findRow(db, identitySql.answer, {
    id: row.id,
    answered: row.answered,
    wrong: option !== question.right ? 1 : 0,
    now: clock.now(),
  })
  // The same answer was counted by another call.
  if (counted === null) return { step: describeStep(ctx, await findCheck(ctx, key), null), solem: null }
  const verdict = judgeAnswers(counted.answered, counted.wrong, readQuestions(row).length)
  if (verdict !== 'asking') return endCheck(ctx, row, verdict)
  return { step: describeQuestion(ctx, row, counted.answered), solem: null }
}

export const getStep = operation(identityEndpoints.step, async (ctx, { params: { key }, request }) =>
  describeStep(ctx, await findCheck(ctx, key), readCookie(request, nameProofCookie(ctx)) ?? null),
)

/** Counts an answer once; the same answer again returns the present step. */
export const answerQuestion = operation(identityEndpoints.answer, async (ctx, { params, body, reply }) => {
  const { step, solem } = await countAnswer(ctx, params.key, body.number, body.option)
  if (solem !== null) reply.header('set-cookie', makeProofCookie(ctx, solem))
  return step
})

export const cancelCheck = operation(identityEndpoints.cancel, async (ctx, { params: { key } }) => {
  const row = await findCheck(ctx, key)
  return row.state === 'asking' ? (await endCheck(ctx, row, 'cancelled')).step : describeEnd(row.state, null)
})
