import { type AuditEvent, auditEndpoints, exportMost } from '@mi-portal/contract/audit'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { toPageFields } from '@mi-portal/contract/calls/paging'
import { addDays, santiago, showDay, toDay, toInstant } from '@mi-portal/contract/values/dates'
import type * as z from 'zod/mini'
import type { Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { writeCsv } from '../../platform/csv.ts'
import { readPage } from '../../platform/database/database.ts'
import { toPeoplePatterns, toWordParameters } from '../../platform/database/search-words.ts'
import { describeForStaff, labelledActions, nameRole } from '../audit-labels/audit-labels.rules.ts'
import { describeObject, detailText } from './audit.rules.ts'
import * as auditSql from './audit.sql.ts'

type Search = z.output<(typeof auditEndpoints)['export']['body']>

// A name shared by more people than this is rejected as too general.
const maxNamed = 200

const columns = [
  'Fecha',
  'Hora',
  'Quién',
  'Rol',
  'Acción',
  'Código',
  'Persona',
  'Objeto',
  'Resultado',
  'Dirección IP',
  'Detalle',
]

function toEvent(
  row: auditSql.AuditLogRow & { readonly patients?: readonly AuditEvent['patients'][number][] },
) {
  const named = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })
  const patient = named(row.patient_id, row.patient_name)
  return {
    id: row.id,
    at: row.at,
    actor: named(row.actor_id, row.actor_name),
    actor_role: row.actor_role,
    action: row.action,
    action_name: describeForStaff(row.action),
    patient,
    patients: [...(row.patients ?? []), ...(patient === null ? [] : [patient])],
    object: row.object === null ? null : describeObject(row.object),
    outcome: row.outcome,
    ip: row.ip,
    detail: detailText(row.detail),
  }
}

async function findPeople(
  { db }: Context,
  param: string,
  words: string | null | undefined,
  id: number | null | undefined,
): Promise<number[] | null> {
  const patterns = toPeoplePatterns(words ?? '')
  if (patterns === null) return []
  if (patterns.length === 0) return id ? [id] : null
  const rows = await db.run(auditSql.listNamed, { ...toWordParameters(patterns), limit_rows: maxNamed + 1 })
  if (rows.length > maxNamed)
    throw new ApiError('invalid', { param, msg: 'Hay demasiadas personas con ese nombre. Escribe más' })
  const found = rows.map((row) => row.id)
  return id ? found.filter((one) => one === id) : found
}

async function toFilter(ctx: Context, search: Search) {
  const { from, to } = search
  if (from && to && from > to)
    throw new ApiError('invalid', {
      param: 'from',
      msg: 'La fecha desde debe ser anterior a la fecha hasta',
    })
  return {
    patient_ids: await findPeople(ctx, 'person', search.person, search.patient_id),
    actor_ids: await findPeople(ctx, 'staff', search.staff, search.actor_id),
    action: search.action || null,
    outcome: search.outcome ?? null,
    since: from ? toInstant(from, '00:00') : null,
    before: to ? toInstant(addDays(to, 1), '00:00') : null,
  }
}

/** The entry of a search has the id of the patient or actor if exactly one is named, and never the typed words. */
function toAudited(search: Search, { patient_ids, actor_ids, action }: Awaited<ReturnType<typeof toFilter>>) {
  const [patientId = null, ...others] = patient_ids ?? []
  return {
    patientId: others.length === 0 ? patientId : null,
    detail: {
      ...(action === null ? {} : { action }),
      ...(search.from ? { from: search.from } : {}),
      ...(search.to ? { to: search.to } : {}),
      ...(actor_ids?.length === 1 ? { actor: actor_ids[0] } : {}),
    },
  }
}

export const listEvents = operation(auditEndpoints.list, async (ctx, { body }) => {
  const { page, limit, order, ...search } = body
  const listed = { page, limit, order }
  const filter = await toFilter(ctx, search)
  const found = await readPage(ctx.db, auditSql.listEntries, auditSql.countEntries, filter, listed)
  await ctx.audit.record('audit.search', toAudited(search, filter))
  return { events: found.rows.map(toEvent), ...toPageFields(found, listed) }
})

export const listActions = operation(auditEndpoints.actions, async () => ({
  actions: labelledActions
    .map((id) => ({ id, name: describeForStaff(id) }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'es')),
}))

function toLine(event: ReturnType<typeof toEvent>): string[] {
  const { day, time, seconds } = santiago(event.at)
  return [
    showDay(day),
    `${time}:${seconds}`,
    event.actor?.name ?? '',
    nameRole(event.actor_role),
    event.action_name,
    event.action,
    event.patient?.name ?? '',
    event.object ?? '',
    event.outcome === 'done' ? 'Hecho' : 'Rechazado',
    event.ip ?? '',
    event.detail,
  ]
}

export const exportEvents = operation(auditEndpoints.export, async (ctx, { body: search }) => {
  const filter = await toFilter(ctx, search)
  const rows = await ctx.db.run(auditSql.listRows, {
    ...filter,
    limit_rows: exportMost + 1,
    offset_rows: 0,
    order: null,
  })
  if (rows.length > exportMost)
    throw new ApiError('invalid', {
      msg: `El archivo admite hasta ${exportMost.toLocaleString('es-CL')} filas. Acota la búsqueda`,
    })
  await ctx.audit.record('audit.export', toAudited(search, filter))
  return {
    name: `registro-${toDay(ctx.clock.now())}.csv`,
    csv: writeCsv([columns, ...rows.map((row) => toLine(toEvent(row)))]),
    rows: rows.length,
  }
})
