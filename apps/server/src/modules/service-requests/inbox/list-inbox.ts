import { ApiError } from '@mi-portal/contract/calls/api-error'
import { type OrderedPage, toPageFields } from '@mi-portal/contract/calls/paging'
import { pickFields } from '@mi-portal/contract/fields/person-fields'
import { nameDataRequest } from '@mi-portal/contract/service-requests/data-rights'
import {
  type InboxMatter,
  inboxEndpoints,
  inboxMatters,
  type TrayState,
} from '@mi-portal/contract/service-requests/inbox'
import { santiago, showDay, toDay } from '@mi-portal/contract/values/dates'
import type { ActorContext } from '../../../platform/context/context.ts'
import { operation } from '../../../platform/context/operation.ts'
import { writeCsv } from '../../../platform/csv.ts'
import { readPage } from '../../../platform/database/database.ts'
import { toPeoplePatterns } from '../../../platform/database/search-words.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import { toLinkedPatientId } from '../../people/people.rules.ts'
import {
  descriptions,
  formatRequestNumber,
  mayAnswer,
  parseRequestNumber,
} from '../service-requests.rules.ts'
import * as requestsSql from '../service-requests.sql.ts'

export function toInboxRow(actor: Actor, matter: InboxMatter, row: requestsSql.ListedRequest) {
  return {
    matter,
    ...pickFields(row, ['id', 'patient_full_name', 'state', 'assignee', 'is_unread']),
    ...pickFields(row, ['created_at', 'due_at', 'closed_at']),
    receipt: formatRequestNumber(matter, row.id, row.created_at),
    subject: matter === 'privacy' ? nameDataRequest(row.subject) : row.subject,
    patient_id: toLinkedPatientId(actor, row.patient_id),
    answered_at: row.replied_at,
  }
}

type Listed = { readonly matter: InboxMatter; readonly state: TrayState }

function readListed({ db, actor, clock }: ActorContext, { matter, state }: Listed, page: OrderedPage) {
  const stored = state === 'respondida' ? state : 'pendiente'
  const filter = {
    ...{ matter, state: stored, sites: actor.sites, reader_id: actor.id },
    late_at: state === 'atrasada' ? clock.now() : null,
    assignee_id: state === 'asignada' ? actor.id : null,
  }
  return readPage(db, requestsSql.listInbox[stored], requestsSql.countInbox, filter, page)
}

const nothing = { rows: [], total: 0, more: false }

async function readFound({ db, actor }: ActorContext, words: string, page: OrderedPage) {
  const patterns = toPeoplePatterns(words)
  if (patterns === null || patterns.length === 0) return nothing
  const matters = inboxMatters.filter((matter) => mayAnswer(actor, matter))
  const people = { sites: actor.sites, reader_id: actor.id }
  const filter = { matters, ...people, number: parseRequestNumber(words), patterns }
  return readPage(db, requestsSql.findInboxPage, requestsSql.countFound, filter, page)
}

const toRows = (actor: Actor, rows: readonly requestsSql.ListedRequest[]) =>
  rows.flatMap((row) => (row.matter === 'complaints' ? [] : [toInboxRow(actor, row.matter, row)]))

const toPatients = (rows: readonly requestsSql.ListedRequest[]) => rows.map(({ patient_id }) => patient_id)

export const listInbox = operation(
  inboxEndpoints.tray,
  async (ctx, { query: { matter, state, ...page } }) => {
    const { db, actor, audit } = ctx
    if (!mayAnswer(actor, matter)) throw new ApiError('forbidden')
    const [found, pending] = await Promise.all([
      readListed(ctx, { matter, state }, page),
      db.run(requestsSql.countPending, { sites: actor.sites, reader_id: actor.id }),
    ])
    await audit.recordEach('desk.list', toPatients(found.rows), { object: `matter=${matter}` })
    const countPending = (one: InboxMatter) =>
      mayAnswer(actor, one) ? (pending.find((row) => row.matter === one)?.count ?? 0) : 0
    return {
      requests: toRows(actor, found.rows),
      pending: {
        documents: countPending('documents'),
        budgets: countPending('budgets'),
        contact: countPending('contact'),
        imaging: countPending('imaging'),
        privacy: countPending('privacy'),
      },
      ...toPageFields(found, page),
    }
  },
)

export const findInboxRequests = operation(
  inboxEndpoints.find,
  async (ctx, { body: { filter, ...page } }) => {
    const found = await readFound(ctx, filter ?? '', page)
    await ctx.audit.recordEach('desk.find', toPatients(found.rows))
    return { requests: toRows(ctx.actor, found.rows), ...toPageFields(found, page) }
  },
)

const columns = [
  'Número',
  'Departamento',
  'Solicitud',
  'Paciente',
  'Recibida',
  'Plazo',
  'Estado',
  'Responsable',
]

const showTime = (at: Date) => {
  const { day, time } = santiago(at)
  return `${showDay(day)} ${time}`
}

export const exportInbox = operation(
  inboxEndpoints.export,
  async (ctx, { body: { matter, state, filter } }) => {
    if (!mayAnswer(ctx.actor, matter)) throw new ApiError('forbidden')
    const page = { page: 1, limit: 20_000 }
    const { rows } = filter
      ? await readFound(ctx, filter, page)
      : await readListed(ctx, { matter, state }, page)
    await ctx.audit.recordEach('desk.export', toPatients(rows))
    const lines = rows.map((row) => [
      formatRequestNumber(row.matter, row.id, row.created_at),
      descriptions[row.matter].label,
      row.matter === 'privacy' ? nameDataRequest(row.subject) : row.subject,
      row.patient_full_name,
      showTime(row.created_at),
      showTime(row.due_at),
      row.closed_at !== null ? 'Cerrada' : row.state === 'respondida' ? 'Respondida' : 'Pendiente',
      row.assignee?.full_name ?? '',
    ])
    return { name: `solicitudes-${toDay(ctx.clock.now())}.csv`, csv: writeCsv([columns, ...lines]) }
  },
)
