import { breachEndpoints } from '@mi-portal/contract/breaches'
import { toPageFields } from '@mi-portal/contract/calls/paging'
import { joinName } from '@mi-portal/contract/fields/full-name'
import { latestBirth, toDay } from '@mi-portal/contract/values/dates'
import { showDocument } from '@mi-portal/contract/values/document-number'
import type { Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { writeCsv } from '../../platform/csv.ts'
import type { Queries } from '../../platform/database/database.ts'
import { describeForStaff } from '../audit-labels/audit-labels.rules.ts'
import type { AffectedRow, BreachRow, Reviewed } from './breaches.sql.ts'
import * as breachesSql from './breaches.sql.ts'
import { countPeople, findBreach, searchScope } from './find-breaches.ts'

const peoplePerPage = 500

export function nameAffected(row: Pick<AffectedRow, 'first_name' | 'last_name' | 'second_name'>): string {
  return joinName(row.first_name, row.last_name, row.second_name)
}

function toAffected(row: AffectedRow) {
  return {
    ...row,
    name: nameAffected(row),
    document: showDocument(row.document_type_id, row.document_number),
    seen: row.seen.map(([action, times]) => ({ what: describeForStaff(action), times })),
    mails: row.mailboxes.length,
  }
}

type PeoplePage = {
  readonly after_person: number
  readonly limit_rows: number
  readonly offset_rows: number
  readonly order: string | null
}

function readAffected(
  { ages, clock }: Context,
  queries: Queries,
  row: BreachRow,
  { until, looked }: Reviewed,
  page: PeoplePage,
) {
  const now = clock.now()
  return queries.run(breachesSql.listPeople, {
    ...breachesSql.toEntries(row, until),
    ...page,
    after_id: looked,
    reserve_birth: latestBirth(ages.reserve, toDay(now)),
    now,
  })
}

export async function* readPeople(
  ctx: Context,
  queries: Queries,
  row: BreachRow,
  reviewed: Reviewed,
): AsyncGenerator<readonly AffectedRow[]> {
  let after: number | undefined = 0
  while (after !== undefined) {
    const page = { after_person: after, limit_rows: peoplePerPage, offset_rows: 0, order: null }
    const rows = await readAffected(ctx, queries, row, reviewed, page)
    if (rows.length > 0) yield rows
    after = rows.at(-1)?.person_id
  }
}

export const listAffectedPeople = operation(breachEndpoints.people, async (ctx, { params: { id }, body }) => {
  const { page, limit, order = null } = body
  const row = await findBreach(ctx, id)
  const reviewed = await searchScope(ctx, row)
  const shown = { after_person: 0, limit_rows: limit, offset_rows: (page - 1) * limit, order }
  const rows = await readAffected(ctx, ctx.db, row, reviewed, shown)
  await ctx.audit.record('breaches.people', { object: `breach_id=${id}` })
  const total = await countPeople(ctx, row, reviewed)
  return { people: rows.map(toAffected), ...toPageFields({ rows, total, more: false }, body) }
})

export const exportAffectedPeople = operation(breachEndpoints.export, async (ctx, { params: { id } }) => {
  const row = await findBreach(ctx, id)
  const lines: string[][] = []
  for await (const rows of readPeople(ctx, ctx.db, row, await searchScope(ctx, row)))
    for (const one of rows.map(toAffected))
      lines.push([
        one.name,
        one.document,
        one.seen.map(({ what, times }) => `${what} (${times})`).join('; '),
        one.first_at.toISOString(),
        one.last_at.toISOString(),
        one.mails > 0 ? 'Correo' : 'Carta',
      ])
  await ctx.audit.record('breaches.export', { object: `breach_id=${id}` })
  const head = ['Persona', 'Documento', 'Qué se vio', 'Primera vez', 'Última vez', 'Aviso']
  const name = `incidente-${id}-${toDay(ctx.clock.now())}.csv`
  return { name, csv: writeCsv([head, ...lines]), rows: lines.length }
})
