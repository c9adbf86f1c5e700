import { ApiError } from '@mi-portal/contract/calls/api-error'
import { toPageFields } from '@mi-portal/contract/calls/paging'
import { overviewDays, overviewEndpoints } from '@mi-portal/contract/overview'
import { addDays, toDay } from '@mi-portal/contract/values/dates'
import type { CallContext } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { readPage } from '../../platform/database/database.ts'
import { describeRejectedSignIn, findPeriod } from './overview.rules.ts'
import * as overviewSql from './overview.sql.ts'

function findLately({ clock }: CallContext) {
  const today = toDay(clock.now())
  return findPeriod(addDays(today, 1 - overviewDays), today)
}

const auditList = ({ audit }: CallContext, action: string, patientIds: readonly number[]) =>
  patientIds.length === 0 ? audit.record(action) : audit.recordEach(action, patientIds)

export const listFailedMails = operation(overviewEndpoints.mails, async (ctx, { query }) => {
  const found = await readPage(ctx.db, overviewSql.mails, overviewSql.countMails, findLately(ctx), query)
  const known = found.rows.flatMap(({ person_id }) => person_id ?? [])
  await auditList(ctx, 'overview.mails', known)
  const mails = found.rows.map(({ last_error, person_id, full_name, phone, ...shown }) => ({
    ...shown,
    at: shown.created_at,
    person: person_id === null ? null : { id: person_id, full_name: full_name ?? '', phone },
    error: last_error ?? '',
  }))
  return { mails, ...toPageFields(found, query) }
})

export const retryMail = operation(
  overviewEndpoints.retryMail,
  async ({ mail, audit }, { params: { id } }) => {
    if (!(await mail.retry(id)))
      throw new ApiError('notPossible', { msg: 'Este correo ya no se puede enviar otra vez' })
    await audit.record('mails.retry', { detail: { id } })
    return {}
  },
)

export const listRejectedSignIns = operation(overviewEndpoints.signIns, async (ctx, { query }) => {
  const { signIns, countSignIns } = overviewSql
  const found = await readPage(ctx.db, signIns, countSignIns, findLately(ctx), query)
  const patients = found.rows.filter(({ actor_role }) => actor_role === 'STANDART_ROLE')
  await auditList(
    ctx,
    'overview.signIns',
    patients.flatMap(({ actor_id }) => actor_id ?? []),
  )
  const sign_ins = found.rows.map(({ id, at, who, actor_role, detail }) => ({
    ...{ id, at, who },
    role: actor_role,
    reason: describeRejectedSignIn(detail),
  }))
  return { sign_ins, ...toPageFields(found, query) }
})

export const listSurveyAnswers = operation(overviewEndpoints.survey, async (ctx, { query }) => {
  const found = await readPage(ctx.db, overviewSql.answers, overviewSql.countAnswers, {}, query)
  await ctx.audit.record('overview.survey')
  const answers = found.rows.map((row) => ({ ...row, at: row.created_at }))
  return { answers, ...toPageFields(found, query) }
})
