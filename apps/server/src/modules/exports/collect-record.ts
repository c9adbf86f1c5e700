/** Collects everything that the portal stores about a person, limited to what the requester may see. */

import type { Page, Paged } from '@mi-portal/contract/calls/paging'
import { type ExamType, examTypes } from '@mi-portal/contract/exams/exams'
import { showDocumentWithCountry } from '@mi-portal/contract/fields/country'
import { nameDataRequest } from '@mi-portal/contract/service-requests/data-rights'
import { type DocumentTypeId, documentType } from '@mi-portal/contract/values/document-number'
import type { Context } from '../../platform/context/context.ts'
import { findRow } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/statement.ts'
import type { ArchivedExam, ArchivedMeasure, Reading } from '../../ports/clinical-archive.ts'
import { describeForPatient } from '../audit-labels/audit-labels.rules.ts'
import { maySee } from '../exams/exams.rules.ts'
import { describeMatters } from '../family/delegations/delegations.rules.ts'
import { type Section, showMoment } from './exports.rules.ts'
import { accountParts, sessionPart } from './own-sections.sql.ts'
import {
  findExportedPerson,
  listAccesses,
  listConsents,
  listDelegations,
  listRelatives,
  listRequestFiles,
} from './record.sql.ts'
import { sharedParts } from './shared-sections.sql.ts'

type RecordRequest = {
  readonly requesterId: number
  readonly requesterDocument: DocumentTypeId
  readonly reading: Reading
  readonly at: Date
}

const stride = 100
const mostAccesses = 5_000

const delegationStates = { offered: 'Ofrecido', accepted: 'Aceptado', ended: 'Terminado' } as const

/** Returns the cells of an access between adults. The document is that of the invited person, so it is shown only to the grantor. */
function toDelegationCells(one: Row<typeof listDelegations>): (string | null)[] {
  const { is_given, document_type_id, document_number, document_country } = one
  return [
    showMoment(one.created_at),
    is_given ? 'Dado por ti' : 'Recibido',
    is_given ? showDocumentWithCountry(document_type_id, document_number, document_country) : null,
    one.name,
    describeMatters(one.matters, false),
    one.may_book ? 'Sí' : 'No',
    delegationStates[one.state],
    one.accepted_at && showMoment(one.accepted_at),
    showMoment(one.until),
    one.ended_at && showMoment(one.ended_at),
  ]
}

async function readAllPages<T>(read: (page: Page) => Promise<Paged<T>>): Promise<T[]> {
  const all: T[] = []
  for (let page = 1; ; page += 1) {
    const { rows } = await read({ page, limit: stride })
    all.push(...rows)
    if (rows.length < stride) return all
  }
}

async function collectExams({ ports: { archive } }: Context, { reading, requesterDocument }: RecordRequest) {
  const exams: (ArchivedExam & { type: ExamType })[] = []
  for (const type of examTypes) {
    if (!maySee(type, requesterDocument)) continue
    const found = await readAllPages((page) => archive.exams({ ...reading, withHeld: true }, type, page))
    exams.push(...found.map((exam) => ({ ...exam, type })))
  }
  const measures: ArchivedMeasure[] = []
  for (let from = 0; from < exams.length; from += stride) {
    const ids = exams.slice(from, from + stride).map(({ id }) => id)
    measures.push(...(await archive.measures(reading, ids)))
  }
  const measuresByExam = Map.groupBy(measures, ({ exam_id }) => exam_id)
  return Array.fromAsync(exams, async (exam) => {
    const [report_text, files] = await Promise.all([
      archive.reportText(reading, exam.id),
      archive.examFiles(reading, exam.id),
    ])
    return { ...exam, measures: measuresByExam.get(exam.id) ?? [], report_text, files }
  })
}

async function collectAppointments({ ports: { archive } }: Context, { reading, at }: RecordRequest) {
  const ofPatient = { ...reading, onlyBookedBy: null }
  const upcoming = await readAllPages((page) => archive.upcoming(reading, at, page))
  const past = await readAllPages((page) => archive.agenda([ofPatient], 'past', at, page))
  const cancelled = await readAllPages((page) => archive.cancelled(reading, page))
  return [
    ...upcoming.map((one) => ({ ...one, state: 'booked' as const, attendance: null })),
    ...past.map((one) => ({ ...one, state: 'booked' as const })),
    ...cancelled.map((one) => ({ ...one, state: 'cancelled' as const, attendance: null })),
  ]
}

async function collectSections(
  { db, exportParts }: Context,
  { requesterId, reading: { patientId } }: RecordRequest,
): Promise<Section[]> {
  const isOwn = patientId === requesterId
  const found: Section[] = []
  const requester = { patient_id: patientId, requester_id: isOwn ? null : requesterId }
  for (const { rows: statement, ...part } of sharedParts) {
    const rows = (await db.run(statement, requester)).map(({ cells }) => cells)
    const isRights = part.key === 'rights'
    found.push({
      ...part,
      rows: isRights ? rows.map((cells) => cells.with(1, nameDataRequest(cells[1] ?? ''))) : rows,
    })
  }
  if (!isOwn) return found
  const person = { person_id: patientId }
  found.push({
    key: 'delegations',
    title: 'Accesos entre adultos',
    columns: [
      'Ofrecido',
      'Acceso',
      'Documento',
      'Persona',
      'Qué',
      'Puede reservar',
      'Estado',
      'Aceptado',
      'Hasta',
      'Terminado',
    ],
    rows: (await db.run(listDelegations, person)).map(toDelegationCells),
  })
  for (const { rows: statement, ...part } of [...accountParts, ...exportParts, sessionPart])
    found.push({ ...part, rows: (await db.run(statement, person)).map(({ cells }) => cells) })
  const accesses = await db.run(listAccesses, { ...person, limit_rows: mostAccesses })
  found.push({
    key: 'accesses',
    title: 'Quién vio o cambió los datos',
    columns: ['Fecha', 'Quién', 'Qué'],
    rows: accesses.map(({ at, action, actor, is_self }) => [
      showMoment(at),
      is_self ? 'Tú' : (actor ?? 'El portal'),
      describeForPatient(action),
    ]),
  })
  return found
}

export async function collectRecord(ctx: Context, asked: RecordRequest) {
  const { db } = ctx
  const { requesterId, reading } = asked
  const { patientId } = reading
  const isOwn = patientId === requesterId
  const person = await findRow(db, findExportedPerson, { id: patientId })
  if (person === null) return null
  return {
    at: asked.at,
    isOwn,
    withoutReserved: reading.withoutReserved,
    isPassport: asked.requesterDocument === documentType.passport,
    person,
    relatives: await db.run(listRelatives, { person_id: patientId }),
    // Consents are only between the person and the clinic.
    consents: isOwn ? await db.run(listConsents, { person_id: patientId }) : [],
    appointments: await collectAppointments(ctx, asked),
    exams: await collectExams(ctx, asked),
    files: await db.run(listRequestFiles, {
      patient_id: patientId,
      requester_id: isOwn ? null : requesterId,
    }),
    sections: await collectSections(ctx, asked),
  }
}

export type CollectedRecord = NonNullable<Awaited<ReturnType<typeof collectRecord>>>
