import { overviewDays, overviewEndpoints } from '@mi-portal/contract/overview'
import { type Permission, permits } from '@mi-portal/contract/permissions/permissions'
import { matters } from '@mi-portal/contract/service-requests/inbox'
import { addDays, toDay } from '@mi-portal/contract/values/dates'
import { operation } from '../../platform/context/operation.ts'
import { findMissing } from '../installation/find-missing.ts'
import { mayAnswer } from '../service-requests/service-requests.rules.ts'
import { findPeriod } from './overview.rules.ts'
import * as overviewSql from './overview.sql.ts'

/** Numbers of lists that the caller may not open are null. */
export const readSummary = operation(overviewEndpoints.summary, async (ctx, { request }) => {
  const { db, actor, clock } = ctx
  const { sites, permissions } = actor
  const ifPermitted = <Value>(needed: Permission, value: Value) =>
    permits(permissions, needed) ? value : null
  const today = toDay(clock.now())
  const listed = Array.from({ length: overviewDays }, (_, index) => addDays(today, index + 1 - overviewDays))
  const periods = listed.map((day) => findPeriod(day, day))
  const [[now], open, counts, missing] = await Promise.all([
    db.run(overviewSql.now, { now: clock.now() }),
    db.run(overviewSql.requests, { now: clock.now(), sites, reader_id: actor.id }),
    db.run(overviewSql.days, {
      sites,
      starts: periods.map(({ from }) => from),
      ends: periods.map(({ before }) => before),
    }),
    findMissing(ctx, request.protocol === 'https'),
  ])
  const asked = matters
    .filter((matter) => mayAnswer(actor, matter))
    .map((matter) => {
      const { waiting = 0, late = 0 } = open.find((one) => one.matter === matter) ?? {}
      return { matter, waiting, late }
    })
  const days = listed.map((day, index) => {
    const { hours = 0, accounts = 0, mails_failed = 0, sign_ins_failed = 0 } = counts[index] ?? {}
    return {
      day,
      hours: ifPermitted('agenda.manage', hours),
      accounts: ifPermitted('users.read', accounts),
      mails_failed: ifPermitted('operations.read', mails_failed),
      sign_ins_failed: ifPermitted('users.read', sign_ins_failed),
    }
  })
  const sum = (counted: 'mails_failed' | 'sign_ins_failed') =>
    days.reduce<number | null>(
      (total, { [counted]: count }) => (count === null ? null : (total ?? 0) + count),
      0,
    )
  const total = (counted: 'waiting' | 'late') => asked.reduce((sum, { [counted]: count }) => sum + count, 0)
  return {
    validations: ifPermitted('users.read', { waiting: now?.waiting ?? 0, late: now?.late ?? 0 }),
    requests: asked.length === 0 ? null : { waiting: total('waiting'), late: total('late'), matters: asked },
    confirmations: ifPermitted('users.edit', now?.confirmations ?? 0),
    hours_today: days.at(-1)?.hours ?? null,
    mails_failed: sum('mails_failed'),
    sign_ins_failed: sum('sign_ins_failed'),
    survey_answers: now?.survey ?? 0,
    days,
    missing: ifPermitted('operations.read', missing) ?? [],
  }
})
