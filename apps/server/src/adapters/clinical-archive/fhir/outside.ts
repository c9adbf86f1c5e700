/**
 * A clinical archive on a FHIR R4 server, read beside the portal's own: what the portal keeps itself (hours booked here,
 * results handed over) and what the server keeps stand in the same lists. Of whom a resource is, is looked at in each.
 */
import { Readable } from 'node:stream'
import { Failure } from '@mi-portal/contract/failure'
import { exactTotal, type Page, type Paged } from '@mi-portal/contract/paging'
import * as z from 'zod/mini'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'
import type {
  ArchivedExam,
  ArchivedMeasure,
  ClinicalArchive,
  Hour,
  Measure,
  Reading,
} from '../../../ports/clinical-archive.ts'
import type { FileStore } from '../../../ports/files.ts'
import type { Scheduling } from '../../../ports/scheduling.ts'
import { keptFor } from './kept.ts'
import { type ArchiveLine, archiveLine, type Credentials, type Patience } from './line.ts'
import { archiveNews } from './news.ts'
import { archiveNumbers, isOutside } from './numbers.ts'
import { type FhirRecord, fhirRecord, type Patient, type ToldExam, type ToldHour } from './record.ts'
import { folded } from './reserve.ts'
import { patientResource } from './resources.ts'
import { documentsOf } from './told-words.ts'

type OutsideParts = {
  readonly url: string
  readonly credentials: Credentials
  /** What the clinic calls runs (`identifier.system`), where its identifiers have no type. */
  readonly runSystem: string | undefined
  readonly db: Database
  readonly files: FileStore
  readonly clock: Clock
  /** The portal's own archive and calendars. */
  readonly own: ClinicalArchive
  readonly ownScheduling: Scheduling
  /** The place of an hour whose place the server does not tell. */
  readonly unnamedPlace: string
  readonly reservedMeasure: (code: string) => Promise<string | null>
  readonly patience?: Patience
}

const document = statement<{ document_type_id: 1 | 2; document_number: string }>(
  'archive.document',
  'select document_type_id::int as document_type_id, document_number from people where id = $1',
)
const reservedSpecialties = statement<{ code: number; name: string }>(
  'archive.reservedSpecialties',
  'select code, name from specialties where reserved_group is not null',
)

const hourOf = 3_600_000
const paper = 'outside:'
const unhurried: Patience = { attempt: 30_000, pause: 1_000, rest: 60_000 }
/** Exams of which the results are asked for side by side. */
const atOnce = 5

function paged<T>(all: readonly T[], { page, limit }: Page): Paged<T> {
  return {
    rows: all.slice(0, exactTotal).slice((page - 1) * limit, page * limit),
    total: Math.min(all.length, exactTotal),
    more: all.length > exactTotal,
  }
}

/** The patient with that document, or null: none, several, or one that is no patient's any more. */
async function findPatient(line: ArchiveLine, kind: 1 | 2, number: string, runSystem: string | undefined) {
  const dashed = `${number.slice(0, -1)}-${number.slice(-1)}`
  const dotted = dashed.replace(/\B(?=(\d{3})+(?!\d)-)/g, '.').replace(/(\d)(?=(\d{3})+-)/g, '$1.')
  const spellings =
    kind === 1 ? [dashed, number, dotted, dashed.toLowerCase(), number.slice(0, -1)] : [number]
  const system = kind === 1 && runSystem !== undefined ? `${runSystem}|` : ''
  const query = {
    identifier: [...new Set(spellings)].map((one) => `${system}${one}`).join(','),
    _count: '10',
  }
  const found = new Set<string>()
  for await (const page of line.search('Patient', query)) {
    for (const one of page) {
      const read = z.safeParse(patientResource, one)
      if (!read.success || read.data.active === false) continue
      const documents = documentsOf(read.data.identifier, runSystem)
      if (documents.some((one) => one.kind === kind && one.number === number)) found.add(read.data.id)
    }
  }
  const [only] = found
  return found.size === 1 && only !== undefined ? only : null
}

export function outsideArchive(parts: OutsideParts) {
  const { url, credentials, db, clock, own, ownScheduling, files, unnamedPlace } = parts
  const line = archiveLine({
    url,
    credentials,
    clock,
    ...(parts.patience === undefined ? {} : { patience: parts.patience }),
  })
  const numbers = archiveNumbers(db, url)
  const patients = keptFor<string | null>(120, clock)
  const hours = keptFor<readonly ToldHour[]>(15, clock)
  const examsOf = keptFor<readonly ToldExam[]>(15, clock)
  let specialties: Promise<ReadonlySet<string>> | undefined

  const record: FhirRecord = fhirRecord(
    line,
    {
      reservedMeasure: parts.reservedMeasure,
      reservedSpecialties: () => {
        specialties ??= db
          .run(reservedSpecialties, [])
          .then((rows) => new Set(rows.flatMap(({ code, name }) => [String(code), folded(name)])))
        return specialties
      },
    },
    unnamedPlace,
  )

  async function patientOf(id: number): Promise<Patient | null> {
    const [person] = await db.run(document, [id])
    if (person === undefined) return null
    const { document_type_id: kind, document_number: number } = person
    const source = await patients.get(`${id} ${kind} ${number}`, () =>
      findPatient(line, kind, number, parts.runSystem),
    )
    return source === null ? null : { id, source }
  }

  /** Hours of one patient, kept for a moment; the moment asked about is rounded so that pages share what was read. */
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

  /** The portal's own and the server's in one order; an hour that both know is the portal's, which can move it. */
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
    }
  }

  /** An exam as this reader may see it: none of what is reserved, nor one that holds nothing else. */
  async function isFor(of: Reading, patient: Patient, exam: ToldExam): Promise<boolean> {
    if (!of.withoutReserved) return true
    if (exam.reserved) return false
    if ((exam.report.result ?? []).length === 0) return true
    const { measures, complete } = await record.measures(patient, exam)
    // What the server names and does not give may be anything.
    return complete && (measures.length === 0 || measures.some(({ reserved }) => !reserved))
  }

  async function toldExams(of: Reading): Promise<readonly ToldExam[]> {
    const patient = await patientOf(of.patientId)
    if (patient === null) return []
    const all = await examsOf.get(String(of.patientId), () => record.exams(patient))
    const judged = await Promise.all(all.map(async (one) => ({ one, may: await isFor(of, patient, one) })))
    return judged.flatMap(({ one, may }) => (may ? [one] : []))
  }

  function examRow({ report: _, reserved: _reserved, source: _source, type: _type, ...exam }: ToldExam) {
    return exam
  }

  /** One exam by its number, if it is this patient's and this reader may see it. */
  async function examById(of: Reading, id: number) {
    const [known] = await numbers.found('exam', [id])
    const patient = known?.patient_id === of.patientId ? await patientOf(of.patientId) : null
    const exam = known && patient ? await record.exam(patient, known.source) : null
    if (patient === null || exam === null || !(await isFor(of, patient, exam))) return null
    return { patient, exam }
  }

  async function archived(of: Reading, id: number): Promise<(ArchivedExam & Pick<ToldExam, 'type'>) | null> {
    const found = await examById(of, id)
    return found && { ...examRow(found.exam), type: found.exam.type, id, patient_id: of.patientId }
  }

  async function results(of: Reading, id: number): Promise<readonly Measure[]> {
    const found = await examById(of, id)
    if (found === null) return []
    const { measures } = await record.measures(found.patient, found.exam)
    const seen = measures.filter((one) => one.shown && !(of.withoutReserved && one.reserved))
    const searches = [...new Set(seen.flatMap(({ search, value }) => (value === null ? [] : (search ?? []))))]
    const past = await record.past(found.patient, searches)
    return seen.map(({ search: _, shown: _shown, reserved: _reserved, ucum: _ucum, ...measure }) => {
      const same = past.filter(
        (one) =>
          one.code === measure.code &&
          one.unit === measure.unit &&
          one.value !== null &&
          one.shown &&
          !(of.withoutReserved && one.reserved),
      )
      const history = same.flatMap(({ at, value }) => (value === null ? [] : [{ at, value }]))
      return {
        ...measure,
        decimals: Math.max(measure.decimals, ...same.map(({ decimals }) => decimals)),
        history,
      }
    })
  }

  /** What of one exam may be shown. */
  async function measuresOf(of: Reading, id: number): Promise<readonly ArchivedMeasure[]> {
    const found = await examById(of, id)
    if (found === null) return []
    const { measures } = await record.measures(found.patient, found.exam)
    return measures
      .filter((one) => one.shown && !(of.withoutReserved && one.reserved))
      .map(({ code, name, search, value, text, unit, ucum, low, high, reference_text }, index) => ({
        exam_id: id,
        position: index + 1,
        code,
        name,
        loinc: search?.startsWith('http://loinc.org|') ? code : null,
        value,
        text,
        unit,
        ucum,
        low,
        high,
        reference_text,
      }))
  }

  /** The paper is whole: one measure in it that is not for this reader, or for nobody, keeps it all. */
  async function paperOf(of: Reading, id: number) {
    const found = await examById(of, id)
    if (found === null) return null
    const { patient, exam } = found
    const { measures, complete } = await record.measures(patient, exam)
    if (!complete && of.withoutReserved) return null
    if (measures.some((one) => !one.shown || (of.withoutReserved && one.reserved))) return null
    return record.paperOf(patient, exam.report)
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
    // What was cancelled on the server is its own affair.
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
      const all = [...mine.rows, ...told.filter((one) => one.type === type)].toSorted(
        (one, other) => other.taken_at.getTime() - one.taken_at.getTime(),
      )
      const { rows, total, more } = paged(all, page)
      const shown = rows.flatMap((one) => ('source' in one ? [one.source] : []))
      const ids = await numbers.of('exam', of.patientId, shown)
      return {
        rows: rows.map((one) =>
          'source' in one ? { ...examRow(one), id: ids.get(one.source) ?? 0, patient_id: of.patientId } : one,
        ),
        total,
        more: more || mine.more,
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
    examFile: async (of, id) => {
      if (!isOutside(id)) return own.examFile(of, id)
      const attachment = await paperOf(of, id)
      if (attachment === null) return null
      return {
        key: `${paper}${of.patientId}:${id}`,
        name: attachment.title?.replace(/(\.pdf)?$/i, '.pdf') ?? 'examen.pdf',
      }
    },
  }

  /** Cancels on the server, if the hour still is as it was read. */
  async function giveUp(id: number): Promise<void> {
    const found = await hourById(id)
    if (found === null || found.hour.state !== 'booked') throw new Failure('hourNotCancellable')
    if (found.hour.version === null)
      throw new Failure('archiveDown', { cause: new Error('the archive tells no versions') })
    if (!(await numbers.ask(id, clock.now()))) throw new Failure('hourNotCancellable')
    const status = await line.patch(`Appointment/${found.hour.source}`, found.hour.version, [
      { op: 'replace', path: '/status', value: 'cancelled' },
    ])
    if (status >= 200 && status < 300) return
    // It was refused, so nothing was changed by it.
    await numbers.unask(id)
    if (status === 404 || status === 409 || status === 412) throw new Failure('hourNotCancellable')
    throw new Failure('archiveDown', { cause: new Error(`the archive answered ${status} to a cancellation`) })
  }

  const scheduling: Scheduling = {
    giveUp: (id) => (isOutside(id) ? giveUp(id) : ownScheduling.giveUp(id)),
    cancel: (tx, id, now) =>
      isOutside(id) ? numbers.cancel(tx, id, now) : ownScheduling.cancel(tx, id, now),
  }

  /** Papers of the server are read through it; who may is settled before. */
  const papers: FileStore = {
    ...files,
    read: async (key) => {
      const [patientId, id] = key.startsWith(paper) ? key.slice(paper.length).split(':').map(Number) : []
      if (patientId === undefined || id === undefined) return files.read(key)
      const attachment = await paperOf({ patientId, withoutReserved: false }, id)
      const bytes = attachment && (await record.bytesOf(attachment))
      return bytes && Readable.from([bytes])
    },
  }

  const news = archiveNews({
    url,
    runSystem: parts.runSystem,
    // Nobody waits for it, and a search that the server is slow at must not count against what readers ask.
    line: archiveLine({ url, credentials, clock, patience: parts.patience ?? unhurried }),
    db,
    clock,
    patientOf,
    told: record.told,
    isForGuardian: (patient, exam) => isFor({ patientId: patient.id, withoutReserved: true }, patient, exam),
  })

  return { archive, scheduling, files: papers, news }
}
