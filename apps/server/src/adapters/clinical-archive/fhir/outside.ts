/**
 * A clinical archive on a FHIR R4 server, combined with the portal's own archive. The records of the portal (appointments booked
 * here, imported results) and those of the server are shown in the same lists. The patient of each resource is checked.
 */
import { Readable } from 'node:stream'
import { ApiError } from '@mi-portal/contract/api-error'
import { exactTotal, type Page, type Paged } from '@mi-portal/contract/paging'
import { plainFromReported } from '@mi-portal/contract/results/plain-result'
import { exactHistory, type ReportedResult } from '@mi-portal/contract/results/reported-result'
import { dayOf } from '@mi-portal/contract/values/dates'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'
import type { Logger } from '../../../platform/logger.ts'
import type {
  AppointmentWatch,
  ArchivedExam,
  ArchivedMeasure,
  ClinicalArchive,
  ExternalAppointment,
  GetReservedGroup,
  Hour,
  Measure,
  Reading,
} from '../../../ports/clinical-archive.ts'
import type { FileStore } from '../../../ports/files.ts'
import type { Cancelling } from '../../../ports/scheduling.ts'
import { createUnreadableLog } from './beside.ts'
import { keptFor } from './kept.ts'
import { archiveLine, type Credentials, type Patience } from './line.ts'
import { archiveNews } from './news.ts'
import { archiveNumbers, isOutside } from './numbers.ts'
import { findPatient, type PatientRecord } from './patients.ts'
import type { ToldHour } from './record/appointments.ts'
import { hasUnshowablePaper } from './record/documents.ts'
import type { ToldExam } from './record/exams.ts'
import { type FhirRecord, fhirRecord } from './record/record.ts'
import type { Patient } from './record/resource-reader.ts'
import { type Catalogue, folded } from './reserve.ts'
import { createTargetReader } from './told-words.ts'

type OutsideParts = {
  readonly url: string
  readonly credentials: Credentials
  /** The `identifier.system` of RUNs, for a clinic whose identifiers have no type. */
  readonly runSystem: string | undefined
  readonly documentOrigins: readonly string[]
  readonly db: Database
  readonly files: FileStore
  readonly clock: Clock
  readonly logger: Logger
  /** The portal's own archive. */
  readonly own: ClinicalArchive
  /** The place that is shown for an appointment without a place on the server. */
  readonly unnamedPlace: string
  readonly getReservedGroup: GetReservedGroup
  readonly examNameOf: Catalogue['examNameOf']
  readonly patience?: Patience
}

const document = statement<{ document_type_id: 1 | 2; document_number: string }, { id: number }>(
  'archive.document',
  'select document_type_id::int as document_type_id, document_number from people where id = :id',
)
const reservedSpecialties = statement<{ code: number; name: string }>(
  'archive.reservedSpecialties',
  'select code, name from specialties where reserved_group is not null',
)

const severalRecords =
  'La clínica tiene más de una ficha con este documento, y aquí pueden faltar horas y exámenes. Llámala para que las una.'
const unreadableExams = 'Hay exámenes que no pudimos mostrar aquí. Pídelos a la clínica.'
const otherResults =
  'No pudimos mostrar todos los resultados de este examen. Revisa su documento o pídelos a la clínica.'

const notGiven: ReportedResult = {
  value: { kind: 'unreadable' },
  unit: null,
  ucum: null,
  status: 'final',
  interpretations: [],
  ranges: [],
  notes: [otherResults],
  method: null,
  body_site: null,
}

/** Represents the results of an exam that are missing on the server or cannot be read. */
const restOfResults: Measure = {
  code: '',
  name: 'Otros resultados',
  reported: notGiven,
  ...plainFromReported(notGiven),
  earlier: [],
  course: [],
  history: [],
}

const hourOf = 3_600_000
const paper = 'outside:'
const unhurried: Patience = { attempt: 30_000, pause: 1_000, rest: 60_000 }
/** Statuses of a patch whose resource was changed after it was read. */
const changedMeanwhile = new Set([404, 409, 410, 412])
/** Statuses of a server that does not support patches. */
const cannotPatch = new Set([405, 415, 501])
/** The number of exams whose results are read concurrently. */
const atOnce = 5

function paged<T>(all: readonly T[], { page, limit }: Page): Paged<T> {
  return {
    rows: all.slice(0, exactTotal).slice((page - 1) * limit, page * limit),
    total: Math.min(all.length, exactTotal),
    more: all.length > exactTotal,
  }
}

export function outsideArchive(parts: OutsideParts) {
  const { url, db, clock, logger, own, files, unnamedPlace } = parts
  const { credentials, documentOrigins } = parts
  const lineParts = { url, credentials, clock, logger, documentOrigins }
  const line = archiveLine({
    ...lineParts,
    ...(parts.patience === undefined ? {} : { patience: parts.patience }),
  })
  const targetOf = createTargetReader(url)
  const numbers = archiveNumbers(db, url)
  const patients = keptFor<PatientRecord>(120, clock)
  const hours = keptFor<readonly ToldHour[]>(15, clock)
  const examsOf = keptFor<{ readonly exams: readonly ToldExam[]; readonly unreadable: number }>(15, clock)
  let specialties: Promise<ReadonlySet<string>> | undefined

  const recordParts = {
    targetOf,
    noteUnreadable: createUnreadableLog(logger),
    unnamedPlace,
    catalogue: {
      getReservedGroup: parts.getReservedGroup,
      examNameOf: parts.examNameOf,
      reservedSpecialties: () => {
        specialties ??= db
          .run(reservedSpecialties, [])
          .then((rows) => new Set(rows.flatMap(({ code, name }) => [String(code), folded(name)])))
        return specialties
      },
    },
  }
  const record: FhirRecord = fhirRecord({ ...recordParts, line })

  async function recordOf(id: number): Promise<PatientRecord> {
    const [person] = await db.run(document, { id })
    if (person === undefined) return { kind: 'none' }
    const { document_type_id: kind, document_number: number } = person
    return patients.get(`${id} ${kind} ${number}`, async () => {
      const read = await findPatient(line, kind, number, parts.runSystem)
      if (read.kind === 'several')
        logger.warn(
          { resource: read.sources.map((one) => `Patient/${one}`) },
          'clinical archive: several records have the document of one patient, and none is shown',
        )
      return read
    })
  }

  async function patientOf(id: number): Promise<Patient | null> {
    const found = await recordOf(id)
    return found.kind === 'one' ? { id, source: found.source } : null
  }

  /** Returns the notice that a list may be incomplete. */
  async function noticeOf(patientId: number, unreadable = 0): Promise<{ readonly notice?: string }> {
    if ((await recordOf(patientId)).kind === 'several') return { notice: severalRecords }
    return unreadable > 0 ? { notice: unreadableExams } : {}
  }

  /** Returns the appointments of one patient, cached for seconds. The time is rounded to the hour, so that pages share a read. */
  async function toldHours(of: Reading, now: Date, which: 'upcoming' | 'past'): Promise<readonly ToldHour[]> {
    const patient = await patientOf(of.patientId)
    if (patient === null) return []
    const edge = Math.floor(now.getTime() / hourOf) * hourOf
    const at = (shift: number) => new Date(edge + shift * hourOf).toISOString().replace('.000Z', 'Z')
    const query: Record<string, string> =
      which === 'upcoming'
        ? { status: 'booked,arrived,checked-in', date: `ge${at(-24)}`, _sort: 'date' }
        : { status: 'booked,arrived,checked-in,fulfilled', date: `le${at(1)}`, _sort: '-date' }
    const all = await hours.get(`${of.patientId} ${which} ${edge}`, () => record.hours(patient, query))
    const gone = await numbers.givenUp(of.patientId, now)
    const isMeant = (one: ToldHour) => (which === 'upcoming' ? one.ends_at > now : one.ends_at <= now)
    return all.filter(
      (one) =>
        one.state === 'booked' &&
        isMeant(one) &&
        !gone.has(one.source) &&
        !(of.withoutReserved && one.reserved),
    )
  }

  /** Merges the appointments of portal and server. One that both have is shown as the portal's, because that one can be moved. */
  async function list(of: Reading, now: Date, page: Page, which: 'upcoming' | 'past'): Promise<Paged<Hour>> {
    const read = which === 'upcoming' ? own.upcoming : own.past
    const [mine, told] = await Promise.all([
      read(of, now, { page: 1, limit: exactTotal + 1 }),
      toldHours(of, now, which),
    ])
    const known = new Set(mine.rows.map((one) => `${one.starts_at.getTime()} ${one.rut_professional}`))
    const theirs = told.filter((one) => !known.has(`${one.starts_at.getTime()} ${one.rut_professional}`))
    const sign = which === 'upcoming' ? 1 : -1
    const all = [...mine.rows, ...theirs].toSorted(
      (one, other) => sign * (one.starts_at.getTime() - other.starts_at.getTime()),
    )
    const { rows, total, more } = paged(all, page)
    const shown = rows.flatMap((one) => ('source' in one ? [one.source] : []))
    const ids = await numbers.of('hour', of.patientId, shown)
    return {
      rows: rows.map((one) =>
        'source' in one
          ? { ...one, id: ids.get(one.source) ?? 0, patient_id: of.patientId, can_move: false as const }
          : one,
      ),
      total,
      more: more || mine.more,
      ...(await noticeOf(of.patientId)),
    }
  }

  const isRecent = ({ examsFrom }: Reading, { type, taken_at }: ToldExam) =>
    examsFrom === undefined || dayOf(taken_at) >= examsFrom[type]

  /** Returns whether this reader may see an exam. A guardian does not see reserved exams or those with only reserved results. */
  async function isFor(of: Reading, patient: Patient, exam: ToldExam): Promise<boolean> {
    if (!isRecent(of, exam)) return false
    if (!of.withoutReserved) return true
    if (exam.reserved) return false
    const { result = [], contained = [] } = exam.report
    if (result.length + contained.length === 0) return true
    const { measures, isComplete, holdsReserved } = await record.measures(patient, exam)
    // A result that the server names but does not return could be reserved.
    return isComplete && (!holdsReserved || measures.some(({ reserved }) => !reserved))
  }

  async function toldExams(of: Reading): Promise<{ exams: readonly ToldExam[]; unreadable: number }> {
    const patient = await patientOf(of.patientId)
    if (patient === null) return { exams: [], unreadable: 0 }
    const { exams: all, unreadable } = await examsOf.get(String(of.patientId), () => record.exams(patient))
    const judged = await Promise.all(all.map(async (one) => ({ one, may: await isFor(of, patient, one) })))
    return { exams: judged.flatMap(({ one, may }) => (may ? [one] : [])), unreadable }
  }

  /** Returns an exam for lists. The conclusion summarizes the whole exam, so a guardian who may not see all does not get it. */
  function examRow(
    of: Reading,
    { report: _, reserved: _reserved, source: _source, type: _type, ...exam }: ToldExam,
  ) {
    return { ...exam, conclusion: of.withoutReserved ? null : exam.conclusion }
  }

  /** Returns an exam by its id, if it belongs to this patient and this reader may see it. */
  async function examById(of: Reading, id: number) {
    const [known] = await numbers.found('exam', [id])
    const patient = known?.patient_id === of.patientId ? await patientOf(of.patientId) : null
    const exam = known && patient ? await record.exam(patient, known.source) : null
    if (patient === null || exam === null || !(await isFor(of, patient, exam))) return null
    return { patient, exam }
  }

  async function archived(of: Reading, id: number): Promise<(ArchivedExam & Pick<ToldExam, 'type'>) | null> {
    const found = await examById(of, id)
    return found && { ...examRow(of, found.exam), type: found.exam.type, id, patient_id: of.patientId }
  }

  /** Returns the earlier results of a corrected measure that this reader may see. */
  async function earlierOf(of: Reading, patient: Patient, measure: Parameters<FhirRecord['earlier']>[1]) {
    const versions = await record.earlier(patient, measure)
    return versions
      .filter(({ shown, reserved }) => shown && !(of.withoutReserved && reserved))
      .map(({ name, reported, replaced_at }) => ({ name, reported, replaced_at }))
  }

  async function results(of: Reading, id: number): Promise<readonly Measure[]> {
    const found = await examById(of, id)
    if (found === null) return []
    const { measures, isComplete } = await record.measures(found.patient, found.exam)
    const seen = measures.filter((one) => one.shown && !(of.withoutReserved && one.reserved))
    const searches = [...new Set(seen.flatMap(({ search }) => search ?? []))]
    const past = await record.past(found.patient, searches)
    const earlier = await Promise.all(seen.map((one) => earlierOf(of, found.patient, one)))
    const shown = seen.map((one, index) => {
      const { search: _, shown: _shown, reserved: _reserved, ucum: _ucum, origin: _origin, ...measure } = one
      const same = past.filter(
        (one) =>
          one.code === measure.code &&
          (one.unit === null || one.unit === measure.unit) &&
          one.shown &&
          !(of.withoutReserved && one.reserved),
      )
      const course = same.map(({ at, reported }) => ({ at, reported }))
      return {
        ...measure,
        decimals: Math.max(measure.decimals, ...same.map(({ decimals }) => decimals)),
        earlier: earlier[index] ?? [],
        course,
        history: exactHistory(course, measure.unit),
      }
    })
    return isComplete ? shown : [...shown, restOfResults]
  }

  /** Returns the results of one exam that this reader may see. */
  async function measuresOf(of: Reading, id: number): Promise<readonly ArchivedMeasure[]> {
    const found = await examById(of, id)
    if (found === null) return []
    const { measures } = await record.measures(found.patient, found.exam)
    const seen = measures.filter((one) => one.shown && !(of.withoutReserved && one.reserved))
    return Promise.all(
      seen.map(async (measure, index) => {
        const { code, name, search, reported, value, text, unit, ucum, low, high, reference_text } = measure
        return {
          ...{ exam_id: id, position: index + 1, code, name, reported },
          loinc: search?.startsWith('http://loinc.org|') ? code : null,
          earlier: await earlierOf(of, found.patient, measure),
          ...{ value, text, unit, ucum, low, high, reference_text },
        }
      }),
    )
  }

  /** Returns an exam whose document this reader may see. One result that this reader may not see, or nobody, withholds it. */
  async function examWithPapers(of: Reading, id: number) {
    const found = await examById(of, id)
    if (found === null) return null
    const { patient, exam } = found
    const { isDocumentJudged, holdsReserved, holdsNeverShown } = await record.measures(patient, exam)
    return holdsNeverShown || (of.withoutReserved && (holdsReserved || !isDocumentJudged)) ? null : found
  }

  async function papersOf(of: Reading, id: number) {
    const found = await examWithPapers(of, id)
    return found === null ? [] : record.papersOf(found.patient, found.exam.report)
  }

  async function filesOf(of: Reading, id: number) {
    if (!isOutside(id)) return own.examFiles(of, id)
    return (await papersOf(of, id)).map(({ title }, index) => ({
      key: `${paper}${of.patientId}:${id}:${index}`,
      name: title?.replace(/(\.pdf)?$/i, '.pdf') ?? 'examen.pdf',
      number: index,
    }))
  }

  async function hourById(id: number) {
    const [known] = await numbers.found('hour', [id])
    const patient = known ? await patientOf(known.patient_id) : null
    const hour = known && patient ? await record.hour(patient, known.source) : null
    return known && hour ? { patientId: known.patient_id, hour } : null
  }

  const archive: ClinicalArchive = {
    upcoming: (of, now, page) => list(of, now, page, 'upcoming'),
    past: (of, now, page) => list(of, now, page, 'past'),
    // Appointments that were cancelled on the server are not listed.
    cancelled: own.cancelled,
    hour: async (id) => {
      if (!isOutside(id)) return own.hour(id)
      const found = await hourById(id)
      if (found === null) return null
      return { ...found.hour, id, patient_id: found.patientId, booked_by: null, can_move: false }
    },
    exams: async (of, type, page) => {
      const [mine, told] = await Promise.all([
        own.exams(of, type, { page: 1, limit: exactTotal + 1 }),
        toldExams(of),
      ])
      const all = [...mine.rows, ...told.exams.filter((one) => one.type === type)].toSorted(
        (one, other) => other.taken_at.getTime() - one.taken_at.getTime(),
      )
      const { rows, total, more } = paged(all, page)
      const shown = rows.flatMap((one) => ('source' in one ? [one.source] : []))
      const ids = await numbers.of('exam', of.patientId, shown)
      return {
        rows: rows.map((one) =>
          'source' in one
            ? { ...examRow(of, one), id: ids.get(one.source) ?? 0, patient_id: of.patientId }
            : one,
        ),
        total,
        more: more || mine.more,
        ...(await noticeOf(of.patientId, told.unreadable)),
      }
    },
    exam: async (of, id, type) => {
      if (!isOutside(id)) return own.exam(of, id, type)
      const found = await archived(of, id)
      return found?.type === type ? found : null
    },
    examsById: async (of, ids) => {
      const [mine, theirs] = await Promise.all([
        own.examsById(
          of,
          ids.filter((id) => !isOutside(id)),
        ),
        Promise.all(ids.filter(isOutside).map((id) => archived(of, id))),
      ])
      return [...mine, ...theirs.filter((one) => one !== null)]
    },
    results: (of, id) => (isOutside(id) ? results(of, id) : own.results(of, id)),
    measures: async (of, ids) => {
      const all = [
        ...(await own.measures(
          of,
          ids.filter((id) => !isOutside(id)),
        )),
      ]
      const theirs = ids.filter(isOutside)
      for (let at = 0; at < theirs.length; at += atOnce) {
        const read = theirs.slice(at, at + atOnce).map((id) => measuresOf(of, id))
        all.push(...(await Promise.all(read)).flat())
      }
      return all
    },
    examFiles: filesOf,
    hasUnshowableFile: async (of, id) => {
      if (!isOutside(id)) return own.hasUnshowableFile(of, id)
      // The results are read only if the report has such a document.
      const report = (await examById(of, id))?.exam.report
      return report !== undefined && hasUnshowablePaper(report) && (await examWithPapers(of, id)) !== null
    },
  }

  /** Returns the error for the patient if the server rejected a cancellation. */
  async function refusalOf(status: number, id: number, version: string): Promise<ApiError> {
    if (cannotPatch.has(status)) return new ApiError('hourNotCancellableHere')
    if (changedMeanwhile.has(status)) return new ApiError('hourNotCancellable')
    if (status !== 400 && status !== 422)
      return new ApiError('archiveDown', {
        cause: new Error(`the archive answered ${status} to a cancellation`),
      })
    // Either a `test` operation of the patch failed, or the server does not support such a patch.
    const again = await hourById(id)
    const isUnchanged = again?.hour.isBooked && again.hour.version === version
    return new ApiError(isUnchanged ? 'hourNotCancellableHere' : 'hourNotCancellable')
  }

  /** Cancels an appointment on the server if it has not changed since it was read. */
  async function giveUp(id: number): Promise<void> {
    const found = await hourById(id)
    if (found === null || !found.hour.isBooked) throw new ApiError('hourNotCancellable')
    const { source, version, cancellation } = found.hour
    if (version === null) {
      logger.warn(
        { resource: 'Appointment' },
        'clinical archive: appointments have no meta.versionId, so patients cannot cancel them',
      )
      throw new ApiError('hourNotCancellableHere')
    }
    if (!(await numbers.ask(id, clock.now()))) throw new ApiError('hourNotCancellable')
    const status = await line.patch(`Appointment/${source}`, version, cancellation)
    if (status >= 200 && status < 300) return
    // The patch was rejected, so the server has changed nothing.
    await numbers.unask(id)
    throw await refusalOf(status, id, version)
  }

  /** Combines the scheduling of the portal's own appointments with the cancellation of those on the server. */
  const cancellingWith = (own: Cancelling): Cancelling => ({
    giveUp: (id) => (isOutside(id) ? giveUp(id) : own.giveUp(id)),
    cancel: (tx, id, now) => (isOutside(id) ? numbers.cancel(tx, id, now) : own.cancel(tx, id, now)),
  })

  /** A file store that also reads documents from the server. Access was authorized before. */
  const papers: FileStore = {
    ...files,
    read: async (key) => {
      const [patientId, id, index] = key.startsWith(paper)
        ? key.slice(paper.length).split(':').map(Number)
        : []
      if (patientId === undefined || id === undefined || index === undefined) return files.read(key)
      const attachment = (await papersOf({ patientId, withoutReserved: false }, id))[index]
      const bytes = attachment === undefined ? null : await record.bytesOf(attachment)
      return bytes && Readable.from([bytes])
    },
  }

  // Jobs use a separate client with longer timeouts, so that slow searches do not open the circuit breaker of readers.
  const patientLine = archiveLine({ ...lineParts, patience: parts.patience ?? unhurried })
  const watchedRecord = fhirRecord({ ...recordParts, line: patientLine })

  function watchedOf(one: ToldHour): ExternalAppointment {
    const { source, starts_at, ends_at, doctor_name, modality, place_detail, place_care, reserved } = one
    const state = one.state === 'booked' ? 'booked' : one.isCancelled ? 'cancelled' : 'other'
    const place = place_detail.startsWith(place_care) ? place_detail : `${place_care}, ${place_detail}`
    return { source, state, starts_at, ends_at, doctor_name, modality, place, reserved }
  }

  const watch: AppointmentWatch = {
    name: url,
    appointments: async (patientId, now) => {
      const patient = await patientOf(patientId)
      if (patient === null) return null
      const query = { date: `ge${now.toISOString().replace(/\.\d+Z$/, 'Z')}`, _sort: 'date' }
      return (await watchedRecord.hours(patient, query)).map(watchedOf)
    },
    appointment: async (patientId, source) => {
      const patient = await patientOf(patientId)
      if (patient === null) return 'unknown'
      const found = await watchedRecord.hourOrGone(patient, source)
      return typeof found === 'string' ? found : watchedOf(found)
    },
  }

  const news = archiveNews({
    url,
    runSystem: parts.runSystem,
    line: patientLine,
    targetOf,
    db,
    clock,
    logger,
    patientOf,
    told: record.told,
    judgeResult: record.judgeResult,
    numberExams: (patientId, sources) => numbers.of('exam', patientId, sources),
    isForGuardian: (patient, exam) => isFor({ patientId: patient.id, withoutReserved: true }, patient, exam),
  })

  return { archive, cancellingWith, files: papers, news, watch }
}
