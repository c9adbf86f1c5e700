import { ApiError } from '@mi-portal/contract/calls/api-error'
import {
  clinicNumbers,
  findShare,
  type Grouping,
  groupingNames,
  type NumberName,
  type NumberRow,
  numberEndpoints,
  numberNames,
} from '@mi-portal/contract/numbers'
import { permits } from '@mi-portal/contract/permissions/permissions'
import { matters } from '@mi-portal/contract/service-requests/inbox'
import { toInstant } from '@mi-portal/contract/values/dates'
import type { CallContext } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { writeCsv } from '../../platform/csv.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { descriptions, mayAnswer } from '../service-requests/service-requests.rules.ts'
import { hideSmallCounts } from './numbers.rules.ts'
import * as numbersSql from './numbers.sql.ts'

type Reader = CallContext & { readonly actor: Actor }
type Period = { readonly desde: string; readonly hasta: string }
type Counted<Column extends string> = { readonly grouping: Grouping; readonly name: string } & Readonly<
  Record<Column, number>
>

function findBounds({ desde, hasta }: Period, now: Date) {
  const [year = 0, month = 0] = hasta.split('-').map(Number)
  const next = month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, '0')}`
  const end = toInstant(`${next}-01`, '00:00')
  return { from: toInstant(`${desde}-01`, '00:00'), until: end < now ? end : now }
}

function toRows<Name extends NumberName>(
  name: Name,
  counted: readonly Counted<string & keyof (typeof clinicNumbers)[Name]['columns']>[],
): NumberRow[] {
  const columns = Object.keys(clinicNumbers[name].columns) as (string &
    keyof (typeof clinicNumbers)[Name]['columns'])[]
  const groups = [...new Set(counted.map(({ grouping }) => grouping))].map((grouping) => {
    const rows = counted.filter((row) => row.grouping === grouping)
    return { rows, columns: columns.map((column) => hideSmallCounts(rows.map((row) => row[column]))) }
  })
  // The same total is hidden in every grouping if one of them hides it.
  const totals = columns.map((_, index) => {
    const found = groups.map((group) => group.columns[index]?.total ?? null)
    return found.includes(null) ? null : (found[0] ?? 0)
  })
  const all: NumberRow = { grouping: 'all', name: groupingNames.all, counts: totals }
  const parts = groups
    .flatMap((group) =>
      group.rows.map(({ grouping, name }, index) => ({
        grouping,
        name,
        counts: group.columns.map(({ counts }) => counts[index] ?? null),
      })),
    )
    .filter(({ grouping }) => grouping !== 'all')
  return counted.length === 0 ? [] : [all, ...parts]
}

function maySee({ actor }: Reader, name: NumberName): boolean {
  if (name === 'answers') return matters.some((matter) => mayAnswer(actor, matter))
  return permits(actor.permissions, name === 'validations' ? 'users.read' : 'agenda.manage')
}

async function countNumber(ctx: Reader, name: NumberName, period: Period): Promise<NumberRow[]> {
  const { db, actor, clock } = ctx
  const now = clock.now()
  const bounds = findBounds(period, now)
  const atSites = { ...bounds, sites: actor.sites }
  switch (name) {
    case 'attendance':
      return toRows(name, await db.run(numbersSql.countAttendance, atSites))
    case 'occupancy':
      return toRows(name, await db.run(numbersSql.countOccupancy, atSites))
    case 'waiting':
      return toRows(name, await db.run(numbersSql.countWaiting, atSites))
    case 'answers': {
      const answered = matters.filter((matter) => mayAnswer(actor, matter))
      const rows = await db.run(numbersSql.countAnswers, { ...atSites, now, matters: answered })
      return toRows(
        name,
        rows.map((row) => ({ ...row, grouping: 'department', name: descriptions[row.matter].label })),
      )
    }
    case 'validations':
      return toRows(
        name,
        (await db.run(numbersSql.countValidations, bounds)).map((row) => ({
          ...row,
          grouping: 'all',
          name: '',
        })),
      )
  }
}

export const readNumbers = operation(numberEndpoints.all, async (ctx, { query }) => ({
  numbers: await Promise.all(
    numberNames
      .filter((name) => maySee(ctx, name))
      .map(async (name) => ({ name, rows: await countNumber(ctx, name, query) })),
  ),
}))

export const exportNumber = operation(
  numberEndpoints.export,
  async (ctx, { params: { name: number }, query }) => {
    if (!maySee(ctx, number)) throw new ApiError('notFound')
    const { columns, share } = clinicNumbers[number]
    const lines = (await countNumber(ctx, number, query)).map(({ grouping, name, counts }) => [
      grouping === 'all' ? '' : groupingNames[grouping],
      name,
      ...counts.map((count) => (count === null ? '' : String(count))),
      String(findShare(number, counts) ?? ''),
    ])
    const head = ['Por', 'Nombre', ...Object.values(columns), `${share.label} (%)`]
    return { name: `${number}-${query.desde}-${query.hasta}.csv`, csv: writeCsv([head, ...lines]) }
  },
)
