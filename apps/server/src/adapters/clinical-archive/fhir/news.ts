/**
 * What is new on a FHIR server: it is asked for reports changed since a mark that moves with what was seen, and whoever
 * has an account here is written down to be told, each report once.
 */
import type { ExamType } from '@mi-portal/contract/exams'
import * as z from 'zod/mini'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'
import type { ArchiveNews } from '../../../ports/clinical-archive.ts'
import type { ArchiveLine } from './line.ts'
import { final, type Patient, type ToldExam } from './record.ts'
import { patientResource, type Report, reportResource } from './resources.ts'
import { documentsOf, momentOf, targetOf } from './told-words.ts'

type NewsParts = {
  readonly url: string
  readonly runSystem: string | undefined
  readonly line: ArchiveLine
  readonly db: Database
  readonly clock: Clock
  /** The server's patient of an account here, or null where there is not exactly one. */
  readonly patientOf: (id: number) => Promise<Patient | null>
  readonly told: (patient: Patient, reports: readonly unknown[]) => Promise<readonly ToldExam[]>
  /** Whether an adolescent's guardian may see it. */
  readonly isForGuardian: (patient: Patient, exam: ToldExam) => Promise<boolean>
}

/** A server gives its moments before what it wrote is seen: so much is looked at twice. */
const overlap = 5 * 60_000
/** What was reported longer ago is touched, not new. */
const newsFor = 30 * 24 * 3_600_000
/** So many reports are enough for one time; the rest comes with the next. */
const enough = 500

const begin = statement<{ seen_until: Date }>(
  'archiveNews.begin',
  `insert into archive_marks (archive, seen_until) values ($1, $2::timestamptz)
   on conflict (archive) do update set archive = excluded.archive returning seen_until`,
)
const move = statement<never>(
  'archiveNews.move',
  'update archive_marks set seen_until = $2::timestamptz where archive = $1 and seen_until < $2::timestamptz',
)
const known = statement<{ source: string }>(
  'archiveNews.known',
  'select source from archive_arrivals where archive = $1 and source = any($2::text[])',
)
const people = statement<{ id: number; kind: number; number: string }>(
  'archiveNews.people',
  `select p.id, p.document_type_id::int as kind, p.document_number as number
   from unnest($1::int[], $2::text[]) asked (kind, number)
     join people p on p.document_type_id = asked.kind and p.document_number = asked.number`,
)
const add = statement<{ source: string }>(
  'archiveNews.add',
  `insert into archive_arrivals (archive, source, patient_id, type, reserved_group)
   select $1, source, patient_id, type, nullif(reserved_group, '')
   from unnest($2::text[], $3::int[], $4::text[], $5::text[]) as found (source, patient_id, type, reserved_group)
   on conflict (archive, source) do nothing returning source`,
)

type Arrived = {
  readonly source: string
  readonly patientId: number
  readonly type: ExamType
  readonly reserved: boolean
}

function reportsOf(page: readonly unknown[]): Report[] {
  return page.flatMap((one) => {
    const read = z.safeParse(reportResource, one)
    return read.success ? [read.data] : []
  })
}

function changedAt(report: Report): number {
  return Date.parse(report.meta?.lastUpdated ?? '')
}

/** When it was reported, as far as that is told. */
function reportedAt(report: Report): number {
  const moment =
    momentOf(report.issued) ?? momentOf(report.effectiveDateTime) ?? momentOf(report.effectivePeriod?.start)
  return moment?.getTime() ?? 0
}

export function archiveNews(parts: NewsParts): ArchiveNews {
  const { url, line, db, clock, patientOf, told, isForGuardian } = parts

  /** The accounts here of patients there, by their names there. */
  async function accountsOf(targets: readonly string[], page: readonly unknown[]) {
    const patients = new Map<string, z.output<typeof patientResource>>()
    const keep = (found: readonly unknown[]) => {
      for (const one of found) {
        const read = z.safeParse(patientResource, one)
        if (read.success) patients.set(`Patient/${read.data.id}`, read.data)
      }
    }
    keep(page)
    const missing = targets.filter((target) => !patients.has(target)).map((target) => target.slice(8))
    for (let at = 0; at < missing.length; at += 50) {
      const query = { _id: missing.slice(at, at + 50).join(','), _count: '50' }
      for await (const more of line.search('Patient', query)) keep(more)
    }
    const named = [...patients].flatMap(([target, { identifier }]) =>
      documentsOf(identifier, parts.runSystem).map((document) => ({ target, ...document })),
    )
    const rows = await db.run(people, [named.map(({ kind }) => kind), named.map(({ number }) => number)])
    const ids = new Map(rows.map(({ id, kind, number }) => [`${kind} ${number}`, id]))
    return new Map(
      named.flatMap(({ target, kind, number }) => {
        const id = ids.get(`${kind} ${number}`)
        return id === undefined ? [] : [[target, id] as const]
      }),
    )
  }

  async function arrivedOf(personId: number, target: string, report: Report): Promise<Arrived[]> {
    const patient = await patientOf(personId)
    // Two records with one document are nobody's: what could not be opened is not told of.
    if (patient === null || target !== `Patient/${patient.source}`) return []
    const exams = await told(patient, [report])
    return Promise.all(
      exams.map(async (exam) => ({
        source: exam.source,
        patientId: personId,
        type: exam.type,
        // What the server does not give may be anything: the patient alone is told.
        reserved: !(await isForGuardian(patient, exam).catch(() => false)),
      })),
    )
  }

  /** Writes down what of a page is new and somebody's here. */
  async function take(page: readonly unknown[], reports: readonly Report[], now: Date): Promise<number> {
    const fresh = reports.filter((one) => reportedAt(one) > now.getTime() - newsFor)
    const seen = new Set((await db.run(known, [url, fresh.map(({ id }) => id)])).map(({ source }) => source))
    const unseen = fresh.flatMap((report) => {
      const target = targetOf(report.subject)
      return seen.has(report.id) || !target?.startsWith('Patient/') ? [] : [{ report, target }]
    })
    if (unseen.length === 0) return 0
    const accounts = await accountsOf([...new Set(unseen.map(({ target }) => target))], page)
    const arrived: Arrived[] = []
    for (const { report, target } of unseen) {
      const personId = accounts.get(target)
      if (personId !== undefined) arrived.push(...(await arrivedOf(personId, target, report)))
    }
    const added = await db.run(add, [
      url,
      arrived.map(({ source }) => source),
      arrived.map(({ patientId }) => patientId),
      arrived.map(({ type }) => type),
      arrived.map(({ reserved }) => (reserved ? 'RESERVADO' : '')),
    ])
    return added.length
  }

  return {
    collect: async () => {
      const now = clock.now()
      // What was there before the portal first asked is no news.
      const [mark] = await db.run(begin, [url, now])
      const since = mark?.seen_until.getTime() ?? now.getTime()
      const from = since - overlap
      let until = since
      let last = from
      let count = 0
      let found = 0
      let inOrder = true
      const pages = line.search('DiagnosticReport', {
        status: final,
        _lastUpdated: `ge${new Date(from).toISOString()}`,
        _sort: '_lastUpdated',
        _count: '100',
        _include: 'DiagnosticReport:subject',
      })
      for await (const page of pages) {
        const reports = reportsOf(page)
        const moments = reports.map(changedAt)
        // A server that leaves the question out gives everything, which is not new.
        if (!moments.every((moment) => moment >= from))
          throw new Error('the archive does not search by _lastUpdated')
        found += await take(page, reports, now)
        for (const moment of moments) {
          inOrder &&= moment >= last
          last = moment
          until = Math.max(until, moment)
        }
        count += reports.length
        if (count >= enough && inOrder && until > since) break
      }
      await db.run(move, [url, new Date(until)])
      return found
    },
  }
}
