import { showDocumentWithCountry } from '@mi-portal/contract/fields/country'
import { joinName } from '@mi-portal/contract/fields/full-name'
import { isNeverShown } from '@mi-portal/contract/results/never-shown'
import { plainFromReported } from '@mi-portal/contract/results/plain-result'
import { structuredReport } from '@mi-portal/contract/results/report/report-text'
import { findReservedQuestionnaire, testOfValue } from '@mi-portal/contract/results/reserved-questionnaires'
import { decideAnnouncement, type NewMeasure, withEarlier } from '@mi-portal/contract/results/result-versions'
import * as z from 'zod/mini'
import type { Platform } from '../../../platform/composition/platform.ts'
import type { Queries } from '../../../platform/database/database.ts'
import { newFileKey } from '../../../platform/security/file-key.ts'
import type { ReadLetterhead } from '../../../ports/clinic.ts'
import type { GetReservedGroup } from '../../../ports/clinical-archive.ts'
import type { FileRecords } from '../../../ports/file-records.ts'
import type { FileStore } from '../../../ports/files.ts'
import { archivedExamStorage, readResults, storedReportText } from '../exam-storage.ts'
import {
  hashDocument,
  type ImportedDocument,
  importedDocument,
  importedRelease,
  toReportedResult,
} from './imported-document.ts'
import {
  fileName,
  findRejectionReason,
  isSameHash,
  listCodes,
  type Row,
  toPrinted,
  type Version,
} from './imported-version.ts'
import { addExam, correctExam, findPatients, findSite, findStored } from './result-import.sql.ts'

type ResultImportDependencies = Pick<Platform, 'db' | 'clock'> & {
  readonly files: FileStore
  readonly fileRecords: FileRecords
  readonly readLetterhead: ReadLetterhead
  readonly getReservedGroup: GetReservedGroup
}

/** `known`: was imported before and changes nothing; `corrected`: replaces a result; `released`: makes it visible. */
export type ImportOutcome =
  | { readonly outcome: 'added' | 'known' | 'corrected' | 'released'; readonly exam_id: number }
  | { readonly outcome: 'refused'; readonly because: string }

/** A concurrent import stored the same number after it was looked up: the transaction with its file is rolled back. */
class ImportedMeanwhileError extends Error {}

function createRejection(because: string): ImportOutcome {
  return { outcome: 'refused', because }
}

export function createResultImport({
  db,
  files,
  fileRecords,
  clock,
  readLetterhead,
  getReservedGroup,
}: ResultImportDependencies) {
  const storage = archivedExamStorage(fileRecords)

  async function toMeasures(document: ImportedDocument): Promise<readonly NewMeasure[]> {
    if (document.type !== 'laboratory') return []
    return Promise.all(
      document.results.map(async (measure, index): Promise<NewMeasure> => {
        const { code, name, loinc } = measure
        const reported = toReportedResult(measure, document.status)
        const plain = plainFromReported(reported)
        const codes = listCodes(measure)
        const names = [name, ...testOfValue(reported).names]
        return {
          ...plain,
          decimals: Math.max(plain.decimals, measure.decimals),
          reported,
          code,
          name,
          loinc,
          position: index + 1,
          taken_at: null,
          reserved_group: measure.reserved_group ?? (await getReservedGroup({ codes, names })),
          shown: !isNeverShown(name, codes),
        }
      }),
    )
  }

  async function getPaper(
    { document, person, site }: Version,
    rows: readonly Row[],
    corrected_at: Date | null,
  ) {
    const name = joinName(person.first_name, person.last_name, person.second_name)
    const { document_type_id, document_number, document_country } = person
    const shown = showDocumentWithCountry(document_type_id, document_number, document_country)
    const { examPdf } = await import('../printing/exam-pdf.ts')
    return examPdf({
      ...document,
      letterhead: await readLetterhead(),
      site,
      patient: {
        name,
        document: `${document_type_id === 1 ? 'RUT' : 'Pasaporte'} ${shown}`,
        date_birth: person.date_birth,
      },
      taken_at: new Date(document.taken_at),
      reported_at: new Date(document.reported_at),
      corrected_at,
      content:
        document.type === 'laboratory'
          ? {
              kind: 'laboratory',
              specimen: document.specimen,
              measures: toPrinted(rows),
              // The conclusion summarizes the whole exam, so it may reveal results that are never shown.
              conclusion: rows.every(({ shown }) => shown) ? document.conclusion : null,
            }
          : { ...document, kind: 'imaging' },
    })
  }

  async function storeFile(
    tx: Queries,
    { document, now }: Version,
    file: { key: string; bytes: number; sha256: Uint8Array } | null,
  ): Promise<number | null> {
    if (file === null) return null
    const row = {
      ...file,
      purpose: 'exam',
      media_type: 'application/pdf',
      name: fileName(document),
      encrypted: null,
      // The portal generates this document itself, so it need not be scanned for malware.
      isReceived: false,
    }
    const id = await fileRecords.add(tx, row, now)
    if (id === null) throw new Error('result import: the file of a document has no entry in unfinished_files')
    return id
  }

  /** Replaces an exam and lets its former document be deleted. Returns undefined if a concurrent import was first. */
  async function correct(tx: Queries, version: NonNullable<(typeof correctExam)['given']>) {
    const [exam] = await tx.run(correctExam, version)
    const fileId = exam?.replaced_file_id ?? null
    if (fileId !== null) await fileRecords.setExpiry(tx, [fileId], version.now)
    return exam
  }

  async function insert(
    tx: Queries,
    version: Version,
    { rows, announcement }: Content,
    file: { key: string; bytes: number; sha256: Uint8Array } | null,
  ): Promise<number> {
    const { document, person, before, hash, now } = version
    const taken_at = new Date(document.taken_at)
    const groups = new Set(rows.map(({ reserved_group }) => reserved_group))
    // The exam as a whole is reserved when every result in it is reserved, or when it holds a part of a reserved questionnaire.
    const whole = rows.length > 0 && !groups.has(null) ? ([...groups][0] ?? null) : null
    const questionnaire = rows
      .map(({ name, code, loinc, reported }) =>
        findReservedQuestionnaire({
          codes: [code, ...(loinc === null ? [] : [loinc])],
          names: [name, ...testOfValue(reported).names],
        }),
      )
      .find((group) => group !== null)
    const reservedExam = await getReservedGroup({
      codes: document.panel_code === null ? [] : [document.panel_code],
      names: [document.type_exam],
    })
    const content = {
      attention_number: document.attention_number,
      accession_number: document.accession_number,
      patient_id: person.id,
      type: document.type,
      panel_code: document.panel_code,
      type_exam: document.type_exam,
      doctor_solicite: document.doctor_solicite,
      type_patient: document.type_patient,
      taken_at,
      reserved_group: document.reserved_group ?? reservedExam ?? questionnaire ?? whole,
      shown: file !== null,
      file_id: await storeFile(tx, version, file),
      status: document.status,
      conclusion: document.type === 'laboratory' ? document.conclusion : null,
      report_text: storedReportText(document.type === 'imaging' ? structuredReport(document) : []),
      reported_at: new Date(document.reported_at),
      source_digest: hash,
    }
    const exam =
      before === null
        ? (await tx.run(addExam, { ...content, source_number: document.number, now }))[0]
        : await correct(tx, {
            ...content,
            exam_id: before.id,
            previous_digest: before.source_digest,
            is_announced: announcement !== null,
            is_correction: announcement === 'correction',
            now,
          })
    if (!exam) throw new ImportedMeanwhileError()
    await storage.replaceResults(tx, { id: exam.id, patientId: person.id, takenAt: taken_at }, rows)
    return exam.id
  }

  type Content = {
    readonly rows: readonly Row[]
    readonly announcement: ReturnType<typeof decideAnnouncement>
  }

  async function getContent({ document, before, now }: Version): Promise<Content> {
    const stored = before === null ? [] : await readResults(db, before.id)
    const { rows, ...changes } = withEarlier(await toMeasures(document), stored, now)
    if (before === null) return { rows, announcement: null }
    const facts = {
      status: document.status,
      conclusion: document.type === 'laboratory' ? document.conclusion : null,
      isGone: false,
    }
    const anyChanged = changes.anyChanged || document.type === 'imaging'
    return { rows, announcement: decideAnnouncement(before, facts, { ...changes, anyChanged }) }
  }

  async function store(version: Version): Promise<number> {
    const { document, now } = version
    const content = await getContent(version)
    const holdsShown = content.rows.some(({ shown }) => shown)
    const shown = !isNeverShown(document.type_exam) && (document.type === 'imaging' || holdsShown)
    if (!shown) return db.transaction((tx) => insert(tx, version, content, null))
    const key = newFileKey()
    // The key is recorded first, so that the bytes are deleted later if the process crashes before the end.
    await fileRecords.announce(key, now)
    const correctedAt = content.announcement === 'correction' ? now : null
    const written = await files.put(key, await getPaper(version, content.rows, correctedAt))
    return db.transaction((tx) => insert(tx, version, content, { key, ...written }))
  }

  async function resolve(document: ImportedDocument, now: Date) {
    if (Date.parse(document.taken_at) > now.getTime()) return 'taken_at: lies in the future'
    const number = document.patient.document_number.replace(/[.\-\s]/g, '').toUpperCase()
    const { document_type_id, document_country } = document.patient
    const sought = { document_type_id, document_number: number, document_country }
    const [person, other] = await db.run(findPatients, sought)
    if (other !== undefined && document_country === null)
      return 'patient: people of several countries have that number, so document_country is needed'
    if (!person) return 'patient: no patient with that document has an account'
    const [site] = await db.run(findSite, { office_id: document.office_id })
    return site ? { person, site } : `office_id: there is no site ${document.office_id}`
  }

  async function importNew(document: ImportedDocument): Promise<ImportOutcome> {
    const now = clock.now()
    const hash = hashDocument(document)
    const [stored] = await db.run(findStored, { source_number: document.number })
    const before = stored ?? null
    if (before !== null && isSameHash(before.source_digest, hash))
      return { outcome: 'known', exam_id: before.id }
    const found = await resolve(document, now)
    if (typeof found === 'string') return createRejection(found)
    const rejection = before === null ? null : findRejectionReason(before, document, found.person)
    if (rejection !== null) return createRejection(rejection)
    const exam_id = await store({ document, ...found, hash, before, now })
    return { outcome: before === null ? 'added' : 'corrected', exam_id }
  }

  async function importOnce(document: ImportedDocument, attempts = 3): Promise<ImportOutcome> {
    try {
      return await importNew(document)
    } catch (error) {
      if (!(error instanceof ImportedMeanwhileError) || attempts === 1) throw error
      return importOnce(document, attempts - 1)
    }
  }

  async function release(number: string): Promise<ImportOutcome> {
    const [stored] = await db.run(findStored, { source_number: number })
    if (stored === undefined) return createRejection(`number: no result ${number} was taken before`)
    const isNowReleased = await db.transaction((tx) => storage.release(tx, stored.id, clock.now()))
    return { outcome: isNowReleased ? 'released' : 'known', exam_id: stored.id }
  }

  return {
    /** Imports one document, or releases a result that was imported before. An exam that may not be shown is stored without a PDF. */
    add: async (given: unknown): Promise<ImportOutcome> => {
      const released = z.safeParse(importedRelease, given)
      if (released.success) return release(released.data.number)
      const read = z.safeParse(importedDocument, given)
      if (read.success) return importOnce(read.data)
      const [issue] = read.error.issues
      return createRejection(`${issue?.path.join('.') || 'the document'}: ${describeIssue(issue)}`)
    },
  }
}

function describeIssue(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'unrecognized_keys') return `unknown element ${issue.keys.join(', ')}`
  return issue?.message ?? 'cannot be read'
}
