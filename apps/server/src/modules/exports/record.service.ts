/** Collects everything that the portal stores about a person, limited to what the requester may see. */

import { showDocumentWithCountry } from '@mi-portal/contract/country'
import { type ExamType, examTypes } from '@mi-portal/contract/exams'
import type { Page, Paged } from '@mi-portal/contract/paging'
import { dataRights, rightNames } from '@mi-portal/contract/privacy'
import type { ReportBlock } from '@mi-portal/contract/results/report/report-text'
import { type DocumentTypeId, documentType } from '@mi-portal/contract/values/document-number'
import type { ExportPart } from '../../platform/context/export-part.ts'
import type { ArchivedExam, ArchivedMeasure, ClinicalArchive, Reading } from '../../ports/clinical-archive.ts'
import { emergencyContactExport } from '../emergency-contacts/emergency-contacts.export.ts'
import { maySee } from '../exams/exams.rules.ts'
import { describeMatters } from '../family/delegations/delegations.rules.ts'
import { favouriteExport } from '../favourites/favourites.export.ts'
import { surveyExport } from '../survey/survey.export.ts'
import { type Section, section, showMoment, toSection } from './exports.rules.ts'
import type { HeldDelegation, OwnSectionName, RecordStore, SectionName } from './record.store.ts'

type RecordDependencies = {
  readonly records: RecordStore
  readonly archive: ClinicalArchive
  readonly labelOfAction: (action: string) => string
}

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
function delegationCells(one: HeldDelegation): (string | null)[] {
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

async function allPages<T>(read: (page: Page) => Promise<Paged<T>>): Promise<T[]> {
  const all: T[] = []
  for (let page = 1; ; page += 1) {
    const { rows } = await read({ page, limit: stride })
    all.push(...rows)
    if (rows.length < stride) return all
  }
}

async function examsOf({ archive }: RecordDependencies, { reading, requesterDocument }: RecordRequest) {
  const exams: (ArchivedExam & { type: ExamType })[] = []
  for (const type of examTypes) {
    if (!maySee(type, requesterDocument)) continue
    for (const exam of await allPages((page) => archive.exams({ ...reading, withHeld: true }, type, page)))
      exams.push({ ...exam, type })
  }
  const measures = new Map<number, ArchivedMeasure[]>()
  for (let from = 0; from < exams.length; from += stride) {
    const ids = exams.slice(from, from + stride).map(({ id }) => id)
    for (const measure of await archive.measures(reading, ids)) {
      const known = measures.get(measure.exam_id)
      if (known) known.push(measure)
      else measures.set(measure.exam_id, [measure])
    }
  }
  const found: (ArchivedExam & {
    type: ExamType
    measures: readonly ArchivedMeasure[]
    report_text: readonly ReportBlock[]
    files: readonly { readonly key: string; readonly name: string }[]
  })[] = []
  for (const exam of exams) {
    const [report_text, files] = await Promise.all([
      archive.reportText(reading, exam.id),
      archive.examFiles(reading, exam.id),
    ])
    found.push({ ...exam, measures: measures.get(exam.id) ?? [], report_text, files })
  }
  return found
}

async function hoursOf({ archive }: RecordDependencies, { reading, at }: RecordRequest) {
  const booked = { state: 'booked', attendance: null } as const
  const ofPatient = { ...reading, onlyBookedBy: null }
  const upcoming = await allPages((page) => archive.upcoming(reading, at, page))
  const past = await allPages((page) => archive.agenda([ofPatient], 'past', at, page))
  const cancelled = await allPages((page) => archive.cancelled(reading, page))
  return [
    ...upcoming.map((appointment) => ({ ...appointment, ...booked })),
    ...past.map((appointment) => ({ ...appointment, state: 'booked' as const })),
    ...cancelled.map((appointment) => ({ ...appointment, state: 'cancelled' as const, attendance: null })),
  ]
}

const sharedSections: readonly SectionName[] = [
  'documents',
  'budgets',
  'contacts',
  'questionnaires',
  'rights',
  'waiting',
  'shares',
]
/**
 * The sections of the person's own account, in the order of the copy. A domain brings its own as a part.
 *
 * @internal Exported for the test that compares the copy with the schema.
 */
export const ownSections: readonly (OwnSectionName | ExportPart)[] = [
  'account',
  'consent_origins',
  'family',
  'certificates',
  'notices',
  'mails',
  'channels',
  'devices',
  'private_items',
  'text_phone',
  'texts',
  emergencyContactExport,
  favouriteExport,
  surveyExport,
  'sessions',
]

/** Returns the name of a right over personal data. */
function rightName(kind: string | null): string | null {
  const right = dataRights.find((one) => one === kind)
  return right === undefined ? kind : rightNames[right]
}

async function sectionsOf(
  { records, labelOfAction }: RecordDependencies,
  { requesterId, reading }: RecordRequest,
): Promise<Section[]> {
  const { patientId } = reading
  const isOwn = patientId === requesterId
  const found: Section[] = []
  for (const name of sharedSections) {
    const rows = await records.section(name, patientId, isOwn ? null : requesterId)
    found.push(
      section(
        name,
        rows.map(({ cells: [at = null, what = null, ...rest] }) =>
          name === 'rights' ? [at, rightName(what), ...rest] : [at, what, ...rest],
        ),
      ),
    )
  }
  if (!isOwn) return found
  found.push(section('delegations', (await records.delegations(patientId)).map(delegationCells)))
  for (const part of ownSections) {
    const rows = (await records.ownSection(part, patientId)).map(({ cells }) => cells)
    found.push(typeof part === 'string' ? section(part, rows) : toSection(part, rows))
  }
  const accesses = await records.accesses(patientId, mostAccesses)
  found.push(
    section(
      'accesses',
      accesses.map(({ at, action, actor, is_self }) => [
        showMoment(at),
        is_self ? 'Tú' : (actor ?? 'El portal'),
        labelOfAction(action),
      ]),
    ),
  )
  return found
}

/** Reads the record of a patient. Returns null if the person does not exist or has closed the account. */
export async function readRecord(dependencies: RecordDependencies, asked: RecordRequest) {
  const { records } = dependencies
  const { requesterId, reading } = asked
  const { patientId } = reading
  const isOwn = patientId === requesterId
  const person = await records.person(patientId)
  if (person === null) return null
  return {
    at: asked.at,
    isOwn,
    withoutReserved: reading.withoutReserved,
    isPassport: asked.requesterDocument === documentType.passport,
    person,
    relatives: await records.relatives(patientId),
    // Consents are only between the person and the clinic.
    consents: isOwn ? await records.consents(patientId) : [],
    hours: await hoursOf(dependencies, asked),
    exams: await examsOf(dependencies, asked),
    files: await records.files(patientId, isOwn ? null : requesterId),
    sections: await sectionsOf(dependencies, asked),
  }
}

export type HeldRecord = NonNullable<Awaited<ReturnType<typeof readRecord>>>
