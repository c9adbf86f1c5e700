/**
 * A patient's exams. What opens in a tab or a frame of its own cannot send a header: it is reached with a key that
 * carries numbers alone, lives five minutes, and dies with the session that asked and with its sight of the patient.
 */

import { fullPath } from '@mi-portal/contract/endpoint'
import { type Exam, type ExamResults, type ExamType, examEndpoints } from '@mi-portal/contract/exams'
import { Failure } from '@mi-portal/contract/failure'
import { type Page, pageOf } from '@mi-portal/contract/paging'
import { dayOf, santiago, showDay } from '@mi-portal/contract/values/dates'
import { showDocument } from '@mi-portal/contract/values/document-number'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Actor, Origin, ReachablePatientId } from '../../platform/http/actor.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { createSigner, type Signer } from '../../platform/security/tokens.ts'
import { limits, type Tries } from '../../platform/security/tries.ts'
import type { ArchivedExam, ClinicalArchive, Measure, Reading } from '../../ports/clinical-archive.ts'
import type { FileStore } from '../../ports/files.ts'
import type { Reach } from '../family/reach.ts'
import type { PeopleService } from '../people/people.service.ts'
import { maySee, positionOf } from './exams.rules.ts'

type ExamsParts = {
  readonly archive: ClinicalArchive
  readonly files: FileStore
  readonly reach: Reach
  readonly people: PeopleService
  /** Whether a session still lives, by its id. */
  readonly isAlive: (sessionId: number) => Promise<boolean>
  readonly tries: Tries
  readonly audit: Audit
  readonly clock: Clock
  readonly secrets: Secrets
}

const keySeconds = 300

/** What a key says: who asked for which exam of whom in which session, and until when (seconds since 1970). */
type Grant = {
  readonly examId: number
  readonly patientId: number
  readonly sessionId: number
  readonly personId: number
  readonly until: number
}

function reading(patient: ReachablePatientId): Reading {
  return { patientId: patient.id, withoutReserved: patient.withoutReserved }
}

/** An exam as the wire spells it. */
export function presentExam(exam: ArchivedExam): Exam {
  const { day, time } = santiago(exam.taken_at)
  return {
    attention_id: exam.id,
    attention_number: exam.attention_number,
    patient_id: exam.patient_id,
    type_exam: exam.type_exam,
    doctor_solicite: exam.doctor_solicite,
    date: showDay(day),
    hour: time,
    type_patient: exam.type_patient,
  }
}

function presentMeasure(measure: Measure): ExamResults['results'][number] {
  const { code, name, value, text, unit, decimals, low, high } = measure
  return {
    code,
    name,
    value,
    text,
    unit,
    decimals,
    reference: { low, high, text: measure.reference_text },
    position: positionOf(value, low, high),
    history: measure.history.map((past) => ({ date: dayOf(past.at), value: past.value })),
  }
}

function signKey(signer: Signer, grant: Grant): string {
  return signer.sign([grant.examId, grant.patientId, grant.sessionId, grant.personId, grant.until])
}

function readKey(signer: Signer, key: string): Grant | null {
  const [examId, patientId, sessionId, personId, until] = signer.open(key) ?? []
  if (
    examId === undefined ||
    patientId === undefined ||
    sessionId === undefined ||
    personId === undefined ||
    until === undefined
  )
    return null
  return { examId, patientId, sessionId, personId, until }
}

export function examsService(parts: ExamsParts) {
  const { archive, files, reach, people, isAlive, tries, audit, clock } = parts
  // A key for the one opens nothing of the other.
  const viewerKeys = createSigner(parts.secrets, 'exam-viewer')
  const fileKeys = createSigner(parts.secrets, 'exam-file')

  const seconds = () => Math.floor(clock.now().getTime() / 1000)

  function grantTo(actor: Actor, patient: ReachablePatientId, examId: number): Grant {
    return {
      examId,
      patientId: patient.id,
      sessionId: actor.sessionId,
      personId: actor.id,
      until: seconds() + keySeconds,
    }
  }

  function fileAddress(grant: Grant): string {
    return fullPath(examEndpoints.file).replace('{key}', signKey(fileKeys, grant))
  }

  async function found(actor: Actor, patient: ReachablePatientId, examId: number, type: ExamType) {
    const exam = maySee(type, actor.documentType) ? await archive.exam(reading(patient), examId, type) : null
    if (exam === null) throw new Failure('notFound')
    return exam
  }

  /** An exam with its results; its file, where there is one, at the address that is made for it. */
  async function readResults(
    exam: ArchivedExam,
    patient: ReachablePatientId,
    fileAddressFor: () => string,
  ): Promise<ExamResults> {
    const [measures, file, person] = await Promise.all([
      archive.results(reading(patient), exam.id),
      archive.examFile(reading(patient), exam.id),
      people.byId(patient.id),
    ])
    if (person === null) throw new Failure('notFound')
    return {
      exam: {
        ...presentExam(exam),
        patient_full_name: `${person.first_name} ${person.last_name} ${person.second_name}`.trim(),
        patient_document: showDocument(person.document_type_id, person.document_number),
      },
      results: measures.map(presentMeasure),
      pdf_url: file === null ? null : fileAddressFor(),
    }
  }

  /** A key that opens nothing: 404, and 429 once this address tried too many. */
  async function refuseKey(grant: Grant | null, action: string, origin: Origin): Promise<never> {
    const misses = await tries.look(limits.fileKey, origin.ip)
    if (misses.over) throw new Failure('tooMany', { retryAfter: misses.retryAfter })
    await tries.count(limits.fileKey, origin.ip)
    if (grant !== null) await noteKey(grant, action, 'refused', origin)
    throw new Failure('notFound')
  }

  /** What the key's person was granted, as far as it still holds: the time, the session, the sight of the patient. */
  async function standing(grant: Grant): Promise<ReachablePatientId | null> {
    if (seconds() >= grant.until || !(await isAlive(grant.sessionId))) return null
    return reach.still(grant.personId, grant.patientId)
  }

  async function noteKey(grant: Grant, action: string, outcome: 'done' | 'refused', origin: Origin) {
    await audit.note({
      actorId: grant.personId,
      actorRole: grant.personId === grant.patientId ? 'STANDART_ROLE' : 'guardian',
      action,
      patientId: grant.patientId,
      object: `attention_id=${grant.examId}`,
      outcome,
      origin,
    })
  }

  /**
   * Does `open` for whoever holds a key that was signed here and still holds, and leaves the audit row. A right key
   * works however often this address came with wrong ones.
   */
  async function byKey<T>(
    signer: Signer,
    key: string,
    action: string,
    origin: Origin,
    open: (patient: ReachablePatientId, grant: Grant) => Promise<T | null>,
  ): Promise<T> {
    const grant = readKey(signer, key)
    const patient = grant === null ? null : await standing(grant)
    const opened = grant === null || patient === null ? null : await open(patient, grant)
    if (grant === null || opened === null) return refuseKey(grant, action, origin)
    await noteKey(grant, action, 'done', origin)
    return opened
  }

  return {
    /** A page of one kind. Of images and procedures an account opened with a passport gets an empty one. */
    list: async (actor: Actor, patient: ReachablePatientId, query: Page & { type: ExamType }) => {
      const { type, ...page } = query
      const exams = maySee(type, actor.documentType)
        ? await archive.exams(reading(patient), type, page)
        : { rows: [], total: 0, more: false }
      return { laboratories: exams.rows.map(presentExam), ...pageOf(exams, page) }
    },

    /** The address at which the exam opens: the framed viewer for a laboratory exam, else the file itself. */
    view: async (actor: Actor, patient: ReachablePatientId, examId: number, type: ExamType) => {
      const exam = await found(actor, patient, examId, type)
      const grant = grantTo(actor, patient, exam.id)
      const told = { attention_id: exam.id, patient_id: patient.id, type_patient: exam.type_patient }
      if (type === 'laboratory') {
        return { ...told, url_file: `/visor/${signKey(viewerKeys, grant)}`, viewer: 'frame' as const }
      }
      if ((await archive.examFile(reading(patient), exam.id)) === null) throw new Failure('notFound')
      return { ...told, url_file: fileAddress(grant), viewer: 'file' as const }
    },

    results: async (actor: Actor, patient: ReachablePatientId, examId: number) => {
      const exam = await found(actor, patient, examId, 'laboratory')
      return readResults(exam, patient, () => fileAddress(grantTo(actor, patient, exam.id)))
    },

    /** The same for the framed viewer; the address of the PDF ends when the viewer's own key does. */
    resultsByKey: (key: string, origin: Origin) =>
      byKey(viewerKeys, key, 'exams.results', origin, async (patient, grant) => {
        const exam = await archive.exam(reading(patient), grant.examId, 'laboratory')
        return exam === null ? null : readResults(exam, patient, () => fileAddress(grant))
      }),

    /** The exam, if this caller may see it and its kind; otherwise 404. */
    found,
    readResults,

    /** The exam's file behind a key: its bytes and the name to save it under. */
    file: async (key: string, origin: Origin) => {
      const file = await byKey(fileKeys, key, 'exams.file', origin, (patient, grant) =>
        archive.examFile(reading(patient), grant.examId),
      )
      const content = await files.read(file.key)
      if (content === null) throw new Failure('notFound')
      return { name: file.name, content }
    },
  }
}

export type ExamsService = ReturnType<typeof examsService>
