/**
 * Collects new results from a FHIR server. It searches for reports that changed since a stored mark and moves the mark. For
 * patients with an account it stores what to notify them of: each report and each of its corrections once.
 */

import type { ExamType } from '@mi-portal/contract/exams/exams'
import * as z from 'zod/mini'
import type { Platform } from '../../../platform/composition/platform.ts'
import { describeError } from '../../../platform/logger.ts'
import type { NewResultsReader } from '../../../ports/clinical-archive.ts'
import type { FhirClient } from './fhir-client.ts'
import { add, begin, known, move, people } from './new-results.sql.ts'
import { type FhirExam, finalStatuses } from './record/exams.ts'
import type { Patient } from './record/resource-reader.ts'
import { findDocuments, parseInstant, type ReadTarget } from './resource-fields.ts'
import {
  type Observation,
  observationResource,
  patientResource,
  type Reference,
  type Report,
  reportResource,
} from './resources.ts'

type NewResultsDependencies = Pick<Platform, 'db' | 'clock' | 'logger'> & {
  readonly url: string
  readonly runSystem: string | undefined
  readonly client: FhirClient
  readonly readTarget: ReadTarget
  readonly findPatientOnServer: (id: number) => Promise<Patient | null>
  readonly readExams: (patient: Patient, reports: readonly unknown[]) => Promise<readonly FhirExam[]>
  readonly numberExams: (patientId: number, sources: readonly string[]) => Promise<unknown>
  readonly judgeResult: (
    result: Observation,
  ) => Promise<{ readonly shown: boolean; readonly reserved: boolean }>
  readonly isForGuardian: (patient: Patient, exam: FhirExam) => Promise<boolean>
}

/** Milliseconds that each search goes back. A server may set a timestamp before the change becomes visible in searches. */
const overlap = 5 * 60_000
/** Milliseconds in which a report counts as new. An older report was only edited. */
const newsFor = 30 * 24 * 3_600_000
/** The number of resources after which a run ends. The next run continues with the rest. */
const enough = 500
const deepestPanel = 3

type Arrived = {
  readonly source: string
  readonly version: string
  readonly patientId: number
  readonly type: ExamType
  readonly reserved: boolean
}

function parseReports(page: readonly unknown[]): Report[] {
  return page.flatMap((one) => {
    const read = z.safeParse(reportResource, one)
    return read.success ? [read.data] : []
  })
}

function parseObservations(page: readonly unknown[]): Observation[] {
  return page.flatMap((one) => {
    const read = z.safeParse(observationResource, one)
    return read.success ? [read.data] : []
  })
}

type Changed = Pick<Report, 'meta'>

function changedAt({ meta }: Changed): number {
  return Date.parse(meta?.lastUpdated ?? '')
}

type Walk<T> = {
  readonly searchName: string
  readonly type: string
  readonly query: Readonly<Record<string, string>>
  readonly read: (page: readonly unknown[]) => T[]
}

/** Identifies a correction by status and version. Returns an empty text for a report that was not corrected. */
function findCorrection({ status, meta, issued }: Report): string {
  return status === 'final' ? '' : `${status} ${meta?.versionId ?? issued ?? ''}`
}

/** Returns when a report was issued, as far as known. For a correction the day of the exam is no substitute. */
function reportedAt(report: Report): number {
  const isCorrection = findCorrection(report) !== ''
  const examined = isCorrection
    ? null
    : (parseInstant(report.effectiveDateTime) ?? parseInstant(report.effectivePeriod?.start))
  const moment = parseInstant(report.issued) ?? examined ?? parseInstant(report.meta?.lastUpdated)
  return moment?.getTime() ?? 0
}

export function createNewResultsReader(dependencies: NewResultsDependencies): NewResultsReader {
  const { url, client, readTarget, db, clock, findPatientOnServer, readExams, numberExams, isForGuardian } =
    dependencies

  async function findAccounts(targets: readonly string[], page: readonly unknown[]) {
    const patients = new Map<string, z.output<typeof patientResource>>()
    const storeFound = (found: readonly unknown[]) => {
      for (const one of found) {
        const read = z.safeParse(patientResource, one)
        if (read.success) patients.set(`Patient/${read.data.id}`, read.data)
      }
    }
    storeFound(page)
    const missing = targets.filter((target) => !patients.has(target)).map((target) => target.slice(8))
    for (let at = 0; at < missing.length; at += 50) {
      const query = { _id: missing.slice(at, at + 50).join(','), _count: '50' }
      for await (const more of client.search('Patient', query)) storeFound(more)
    }
    const named = [...patients].flatMap(([target, { identifier }]) =>
      findDocuments(identifier, dependencies.runSystem).map((document) => ({ target, ...document })),
    )
    const rows = await db.run(people, {
      kinds: named.map(({ kind }) => kind),
      numbers: named.map(({ number }) => number),
      issuers: named.map(({ issuer }) => issuer ?? ''),
    })
    return new Map(
      named.flatMap(({ target, issuer }, index) => {
        const [first, second] = rows.filter(({ position }) => position === index + 1)
        // Without a country, a number that people of several countries have identifies no person.
        const isOne = first !== undefined && (second === undefined || issuer !== null)
        return isOne ? [[target, first.id] as const] : []
      }),
    )
  }

  async function findArrived(
    personId: number,
    target: string,
    report: Report,
    version: string,
  ): Promise<Arrived[]> {
    const patient = await findPatientOnServer(personId)
    // If several records have the patient's document, the exam could not be opened, so it is not announced.
    if (patient === null || target !== `Patient/${patient.source}`) return []
    const exams = await readExams(patient, [report])
    return Promise.all(
      exams.map(async (exam) => ({
        source: exam.source,
        version,
        patientId: personId,
        type: exam.type,
        // If the server does not return all parts, they may be reserved, so only the patient is notified.
        reserved: !(await isForGuardian(patient, exam).catch(() => false)),
      })),
    )
  }

  function readReports(page: readonly unknown[], reports: readonly Report[], now: Date): Promise<number> {
    const fresh = reports.filter((one) => reportedAt(one) > now.getTime() - newsFor)
    return store(fresh, page, findCorrection)
  }

  async function store(
    reports: readonly Report[],
    page: readonly unknown[],
    getVersion: (report: Report) => string,
    isReserved = false,
  ): Promise<number> {
    const rows = await db.run(known, { archive: url, sources: reports.map(({ id }) => id) })
    const seen = new Set(rows.map(({ source, version }) => `${source} ${version}`))
    const unseen = reports.flatMap((report) => {
      const target = readTarget(report.subject)
      const isSeen = seen.has(`${report.id} ${getVersion(report)}`)
      return isSeen || !target?.startsWith('Patient/') ? [] : [{ report, target }]
    })
    if (unseen.length === 0) return 0
    const accounts = await findAccounts([...new Set(unseen.map(({ target }) => target))], page)
    const arrived: Arrived[] = []
    for (const { report, target } of unseen) {
      const personId = accounts.get(target)
      if (personId !== undefined)
        arrived.push(...(await findArrived(personId, target, report, getVersion(report))))
    }
    for (const { patientId, source } of arrived) await numberExams(patientId, [source])
    const added = await db.run(add, {
      archive: url,
      sources: arrived.map(({ source }) => source),
      patient_ids: arrived.map(({ patientId }) => patientId),
      types: arrived.map(({ type }) => type),
      reserved_groups: arrived.map(({ reserved }) => (reserved || isReserved ? 'RESERVADO' : '')),
      versions: arrived.map(({ version }) => version),
    })
    return added.length
  }

  async function reportsNaming(targets: readonly string[], depth = 0): Promise<Report[]> {
    const wanted = new Set(targets)
    const names = (references: readonly Reference[] | undefined) =>
      (references ?? []).some((one) => wanted.has(readTarget(one) ?? ''))
    const query = { result: targets.join(','), status: finalStatuses, _count: '100' }
    const reports: Report[] = []
    // A server that ignores the search parameter also returns reports that do not contain the result.
    for await (const page of client.search('DiagnosticReport', query))
      reports.push(...parseReports(page).filter(({ result }) => names(result)))
    if (depth === deepestPanel) return reports
    const panels: string[] = []
    for await (const page of client.search('Observation', { 'has-member': targets.join(','), _count: '100' }))
      panels.push(
        ...parseObservations(page).flatMap(({ id, hasMember }) =>
          names(hasMember) ? [`Observation/${id}`] : [],
        ),
      )
    return panels.length === 0 ? reports : [...reports, ...(await reportsNaming(panels, depth + 1))]
  }

  async function readCorrected(results: readonly Observation[], now: Date): Promise<number> {
    const oldest = now.getTime() - newsFor
    let count = 0
    for (const result of results) {
      const at = changedAt(result)
      if (at <= oldest) continue
      const { shown, reserved } = await dependencies.judgeResult(result)
      if (!shown) continue
      const version = `result ${result.id} ${result.meta?.versionId ?? result.meta?.lastUpdated}`
      const reports = await reportsNaming([`Observation/${result.id}`])
      // A report that was corrected together with its result is announced as a corrected report.
      const unchanged = reports.filter((one) => findCorrection(one) === '' || changedAt(one) < at - overlap)
      count += await store(unchanged, [], () => version, reserved)
    }
    return count
  }

  async function walk<T extends Changed>(
    { searchName: name, type, query, read }: Walk<T>,
    readPage: (page: readonly unknown[], changed: readonly T[], now: Date) => Promise<number>,
  ): Promise<number> {
    const now = clock.now()
    const [searchName] = await db.run(begin, { archive: name, now })
    // Resources from before the first search are not new, although the search goes back a little further.
    const begun = searchName?.begun_at?.getTime() ?? 0
    const since = searchName?.seen_until.getTime() ?? now.getTime()
    const from = since - overlap
    let until = since
    let last = from
    let count = 0
    let found = 0
    let inOrder = true
    const pages = client.search(type, {
      ...query,
      _lastUpdated: `ge${new Date(from).toISOString()}`,
      _sort: '_lastUpdated',
      _count: '100',
    })
    for await (const page of pages) {
      const resources = read(page)
      const moments = resources.map(changedAt)
      // A server that ignores the search parameter returns everything, which is not new.
      if (!moments.every((moment) => moment >= from))
        throw new Error(`the clinical archive ignores _lastUpdated when it searches ${type}`)
      const later = resources.filter((one) => changedAt(one) >= begun)
      found += await readPage(page, later, now)
      for (const moment of moments) {
        inOrder &&= moment >= last
        last = moment
        until = Math.max(until, moment)
      }
      count += resources.length
      if (count >= enough && inOrder && until > since) break
    }
    await db.run(move, { archive: name, seen_until: new Date(until) })
    return found
  }

  async function collectCorrected(): Promise<number> {
    const corrected = {
      searchName: `${url} Observation`,
      type: 'Observation',
      query: { status: 'amended,corrected' },
      read: parseObservations,
    }
    try {
      return await walk(corrected, (_, results, now) => readCorrected(results, now))
    } catch (error) {
      dependencies.logger.warn(
        describeError(error),
        'clinical archive: corrected results could not be collected',
      )
      return 0
    }
  }

  return {
    collect: async () => {
      const reports = {
        searchName: url,
        type: 'DiagnosticReport',
        query: { status: finalStatuses, _include: 'DiagnosticReport:subject' },
        read: parseReports,
      }
      return (await walk(reports, readReports)) + (await collectCorrected())
    },
  }
}
