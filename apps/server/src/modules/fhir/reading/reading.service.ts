/** Returns a patient's own data as FHIR resources, as far as the portal shows them. */
import { ApiError } from '@mi-portal/contract/api-error'
import { serviceScopes } from '@mi-portal/contract/fhir'
import type { Patient } from 'fhir/r4'
import type { Clock } from '../../../platform/clock.ts'
import type { Actor, AuthorizedPatient } from '../../../platform/http/actor.ts'
import type { FileStore } from '../../../ports/files.ts'
import { maySee } from '../../exams/exams.rules.ts'
import type { Publisher } from '../cl-core.rules.ts'
import { patientResource } from '../people.rules.ts'
import {
  capabilities,
  documentIdOf,
  everything,
  type ReadableType,
  readableOf,
  type Search,
  searchOf,
  searchset,
} from '../reading.rules.ts'
import {
  binaryResource,
  diagnosticReportResource,
  documentReferenceResource,
  observationResource,
  panelResource,
} from '../results.rules.ts'
import { appointmentResource } from '../visits.rules.ts'
import type { PaperRow, ReadingQuery, ReadingStore } from './reading.store.ts'

/** Returns whether a search for a patient by identifier or time of change finds the caller's own record. */
function isPatientOf({ identifier = [], meta }: Patient, { identifiers, updated }: Search): boolean {
  const isNamed = (word: string) => {
    const [system, value] = word.includes('|') ? word.split('|') : [null, word]
    return identifier.some((one) => one.value === value && (system === null || (one.system ?? '') === system))
  }
  const at = new Date(meta?.lastUpdated ?? 0)
  return (
    (identifiers === null || identifiers.some(isNamed)) &&
    (updated.from === null || at >= updated.from) &&
    (updated.until === null || at < updated.until)
  )
}

type ReadingDependencies = {
  readonly store: ReadingStore
  readonly files: FileStore
  readonly clock: Clock
  /** The address of the FHIR API. */
  readonly baseUrl: string
  readonly branding: { readonly product: string; readonly brand: string }
  readonly version: string
}

const kinds = ['laboratory', 'imaging'] as const

/** Returns the ids that are whole numbers, or null without ids. Other ids match nothing. */
function wholeNumbers(ids: readonly string[] | null): number[] | null {
  return (
    ids?.flatMap((id) => (/^\d{1,10}$/.test(id) && Number(id) <= 2 ** 31 - 1 ? [Number(id)] : [])) ?? null
  )
}

export function createReadingService({
  store,
  files,
  clock,
  baseUrl,
  branding,
  version,
}: ReadingDependencies) {
  const publisher: Publisher = {
    baseUrl,
    get brand() {
      return branding.brand
    },
  }

  function documentRow(row: PaperRow) {
    return {
      id: documentIdOf(row),
      patient_id: row.patient_id,
      kind: 'Informe de examen',
      title: row.name,
      media_type: 'application/pdf',
      bytes: row.bytes,
      created_at: row.created_at,
      belongs_to: `DiagnosticReport/${row.exam_id}`,
    }
  }

  function queryFor(actor: Actor, patient: AuthorizedPatient, search: Search): ReadingQuery {
    // The total is counted with the rows, so a search for the total alone reads one.
    const page = search.isCount ? { limit: 1, offset: 0 } : search
    return {
      ...search,
      ...page,
      patientId: patient.id,
      kinds: kinds.filter((kind) => maySee(kind, actor.documentType)),
    }
  }

  /** Returns the caller's resources of one kind. Only the caller's own data are queried. */
  async function found(actor: Actor, patient: AuthorizedPatient, type: ReadableType, search: Search) {
    const asked = queryFor(actor, patient, search)
    const ids = wholeNumbers(search.ids)
    const counted = <Row extends { total: number }>(rows: readonly Row[], tell: (row: Row) => object) => ({
      total: rows[0]?.total ?? 0,
      resources: rows.map(tell),
    })
    switch (type) {
      case 'Patient': {
        const person = ids === null || ids.includes(patient.id) ? await store.person(patient.id) : null
        const resource = person === null ? null : patientResource(person)
        const isFound = resource !== null && isPatientOf(resource, search)
        return { total: isFound ? 1 : 0, resources: isFound && search.offset === 0 ? [resource] : [] }
      }
      case 'Appointment':
        return counted(await store.hours(asked, ids), (row) => appointmentResource(publisher, row))
      case 'DiagnosticReport':
        return counted(await store.exams(asked, ids), (row) => reportOf(row))
      case 'Observation':
        return counted(await store.measures(asked, search.ids), (row) =>
          row.panel === null
            ? observationResource(
                publisher,
                row.exam,
                { ...row.measure, changed_at: row.changed_at },
                row.parts,
              )
            : panelResource(publisher, row.exam, { ...row.panel, changed_at: row.changed_at }),
        )
      case 'DocumentReference':
        return counted(await store.papers(asked, search.ids), (row) =>
          documentReferenceResource(publisher, documentRow(row)),
        )
      case 'Binary':
        return { total: 0, resources: [] }
    }
  }

  function reportOf({ positions, total: _, ...exam }: Awaited<ReturnType<ReadingStore['exams']>>[number]) {
    const report = diagnosticReportResource(publisher, exam, [])
    return positions.length === 0
      ? report
      : { ...report, result: positions.map((at) => ({ reference: `Observation/${exam.id}-${at}` })) }
  }

  async function binary(actor: Actor, patient: AuthorizedPatient, id: string): Promise<object | null> {
    const asked = queryFor(actor, patient, { ...everything, limit: 1 })
    const [row] = await store.papers(asked, [id])
    const content = row === undefined ? null : await files.read(row.key)
    if (row === undefined || content === null) return null
    const bytes = Buffer.concat(await content.toArray())
    return binaryResource(documentRow(row), bytes.toString('base64'))
  }

  return {
    metadata: async () =>
      capabilities(publisher, { product: branding.product, version, at: clock.now(), scopes: serviceScopes }),

    read: async (actor: Actor, patient: AuthorizedPatient, name: string, id: string): Promise<object> => {
      const type = readableOf(name)
      if (type === null) throw new ApiError('notFound')
      const resource =
        type === 'Binary'
          ? await binary(actor, patient, id)
          : (await found(actor, patient, type, { ...everything, ids: [id] })).resources[0]
      if (!resource) throw new ApiError('notFound')
      return resource
    },

    search: async (
      actor: Actor,
      patient: AuthorizedPatient,
      name: string,
      query: readonly (readonly [string, string])[],
      isStrict: boolean,
    ): Promise<object> => {
      const type = readableOf(name)
      if (type === null || type === 'Binary') throw new ApiError('notFound')
      const read = searchOf(type, query, isStrict)
      if ('issue' in read)
        throw new ApiError('invalid', {
          fieldErrors: [{ msg: `Parámetro de búsqueda no admitido: ${read.issue.slice(0, 40)}` }],
        })
      const { search, used } = read
      // Another person's record is 404, also for their guardian.
      if (search.patient !== null && search.patient !== String(patient.id)) throw new ApiError('notFound')
      return searchset(publisher, await found(actor, patient, type, search), {
        ...{ type, query: used, search },
      })
    },
  }
}

export type ReadingService = ReturnType<typeof createReadingService>
