import { ApiError } from '@mi-portal/contract/calls/api-error'
import { toPageFields } from '@mi-portal/contract/calls/paging'
import {
  type ComplaintFilter,
  complaintEndpoints,
  complaintStateNames,
  formatComplaintNumber,
} from '@mi-portal/contract/complaints'
import { showDocumentWithCountry } from '@mi-portal/contract/fields/country'
import { inboxEndpoints } from '@mi-portal/contract/service-requests/inbox'
import { showDay, toDay } from '@mi-portal/contract/values/dates'
import type { CallContext } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { writeCsv } from '../../platform/csv.ts'
import { findRow, readPage } from '../../platform/database/database.ts'
import { toTextPatterns } from '../../platform/database/search-words.ts'
import type { Row } from '../../platform/database/statement.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { countDaysLeft } from '../deadlines/get-due-moment.ts'
import { toLinkedPatientId } from '../people/people.rules.ts'
import { readFiles } from '../service-requests/request-files.ts'
import { countComplaints, findComplaint, listComplaints, listNotes } from './complaints.sql.ts'

type StaffContext = CallContext & { readonly actor: Actor }
type Search = { readonly filter?: string | null | undefined; readonly state: ComplaintFilter }
type ListedRow = Row<typeof listComplaints>

const toLastDay = (due_at: Date) => toDay(new Date(due_at.getTime() - 1))

function toListed(actor: Actor, row: ListedRow) {
  return {
    ...row,
    number: formatComplaintNumber(row.id, row.created_at),
    patient_id: toLinkedPatientId(actor, row.patient_id),
    received_at: row.created_at,
    sent_at: row.answered_at,
  }
}

function toFilter({ actor, clock }: StaffContext, { filter, state }: Search) {
  const patterns = toTextPatterns(filter ?? null)
  return patterns && { state, patterns, sites: actor.sites, now: clock.now() }
}

export const listComplaintPages = operation(complaintEndpoints.pages, async (ctx, { body }) => {
  const filter = toFilter(ctx, body)
  if (filter === null) return { complaints: [], ...toPageFields({ rows: [], total: 0, more: false }, body) }
  const found = await readPage(ctx.db, listComplaints, countComplaints, filter, body)
  await ctx.audit.recordEach(
    'complaints.list',
    found.rows.map(({ patient_id }) => patient_id),
  )
  return {
    complaints: found.rows.map((row) => toListed(ctx.actor, row)),
    ...toPageFields(found, body),
  }
})

const columns = ['Número', 'Recibido', 'Vence', 'Paciente', 'Sede', 'Estado', 'Carta enviada', 'En plazo']

/** Returns the register with all its rows: the law asks the clinic to keep it. */
export const exportComplaints = operation(complaintEndpoints.export, async (ctx, { body }) => {
  const filter = toFilter(ctx, body)
  const rows =
    filter === null
      ? []
      : await ctx.db.run(listComplaints, { ...filter, limit_rows: 20_000, offset_rows: 0, order: null })
  await ctx.audit.recordEach(
    'complaints.export',
    rows.map(({ patient_id }) => patient_id),
  )
  const lines = rows.map((row) => [
    formatComplaintNumber(row.id, row.created_at),
    showDay(toDay(row.created_at)),
    showDay(toLastDay(row.due_at)),
    row.patient_full_name,
    row.site ?? '',
    complaintStateNames[row.state],
    row.answered_at === null ? '' : showDay(toDay(row.answered_at)),
    (row.answered_at ?? ctx.clock.now()) < row.due_at ? 'Sí' : 'No',
  ])
  return { name: `reclamos-${toDay(ctx.clock.now())}.csv`, csv: writeCsv([columns, ...lines]) }
})

export async function findVisibleComplaint({ db, actor }: Pick<StaffContext, 'db' | 'actor'>, id: number) {
  const complaint = await findRow(db, findComplaint, { id, sites: actor.sites })
  if (complaint === null) throw new ApiError('notFound')
  return complaint
}

function toLetter(row: Row<typeof findComplaint>) {
  const { text, written_by, written_at, proposed_at, approved_by, approved_at } = row
  if (text === null || written_by === null || written_at === null) return null
  return {
    text,
    written_by: { id: written_by, full_name: row.writer_full_name ?? '', at: written_at },
    proposed_at,
    approved_by:
      approved_by === null || approved_at === null
        ? null
        : { id: approved_by, full_name: row.approver_full_name ?? '', at: approved_at },
  }
}

export const openComplaint = operation(complaintEndpoints.open, async (ctx, { params: { id } }) => {
  const row = await findVisibleComplaint(ctx, id)
  const [notes, filesOf, days_left] = await Promise.all([
    ctx.db.run(listNotes, { id }),
    readFiles(ctx, 'complaints', [id], inboxEndpoints.file),
    countDaysLeft(ctx.db, toDay(ctx.clock.now()), toLastDay(row.due_at)),
  ])
  await ctx.audit.record('complaints.open', { patientId: row.patient_id, object: `complaints=${id}` })
  const letter = toLetter(row)
  return {
    complaint: {
      ...toListed(ctx.actor, row),
      message: row.message,
      files: filesOf(id, 'request'),
      days_left,
      patient: {
        document: showDocumentWithCountry(row.document_type_id, row.document_number, row.document_country),
        phone: row.phone,
      },
      requester:
        row.requester_id === row.patient_id
          ? null
          : { full_name: row.requester_full_name, phone: row.requester_phone },
      acknowledgement: row.acknowledgement && {
        at: new Date(row.acknowledgement.at),
        state: row.acknowledgement.state,
      },
      notes: notes.map(({ created_at, ...note }) => ({ ...note, at: created_at })),
      letter: letter && { ...letter, files: filesOf(id, 'answer') },
    },
  }
})
