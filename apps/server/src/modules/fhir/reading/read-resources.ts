import { ApiError } from '@mi-portal/contract/calls/api-error'
import { fhirEndpoints, serviceScopes } from '@mi-portal/contract/fhir/fhir'
import { stringifyExactJson } from '@mi-portal/contract/results/exact-json'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Patient } from 'fhir/r4'
import type { ActorContext, Context } from '../../../platform/context/context.ts'
import { operation } from '../../../platform/context/operation.ts'
import { findRow } from '../../../platform/database/database.ts'
import type { AuthorizedPatient } from '../../../platform/http/actor.ts'
import { readUrlForm } from '../../../platform/http/bodies.ts'
import { productVersion } from '../../../platform/version.ts'
import { maySee } from '../../exams/exams.rules.ts'
import type { Publisher } from '../cl-core.rules.ts'
import { patientResource } from '../people.rules.ts'
import {
  capabilities,
  everything,
  findReadableType,
  getDocumentId,
  type ReadableType,
  readSearch,
  type Search,
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
import { archiveRecord } from './archive-record.ts'
import { type DocumentRow, ownRecord, type ReadingQuery, type RecordSource } from './own-record.ts'
import { findReadPatient } from './reading.sql.ts'

type FoundExam = Awaited<ReturnType<RecordSource['listExams']>>[number]

export function sendResource(reply: FastifyReply, resource: object): FastifyReply {
  return reply
    .type('application/fhir+json; charset=utf-8')
    .serializer(String)
    .send(stringifyExactJson(resource))
}

function isFoundPatient({ identifier = [], meta }: Patient, { identifiers, updated }: Search): boolean {
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

const kinds = ['laboratory', 'imaging'] as const

const getSource = ({ config }: Context) => (config.archive === null ? ownRecord : archiveRecord)

const getPublisher = ({ config, branding }: Context): Publisher => ({
  baseUrl: `${config.publicUrl}/api/fhir/R4`,
  brand: branding.brand,
})

/** Returns the ids that are whole numbers, or null without ids. Other ids match nothing. */
function readNumbers(ids: readonly string[] | null): number[] | null {
  return (
    ids?.flatMap((id) => (/^\d{1,10}$/.test(id) && Number(id) <= 2 ** 31 - 1 ? [Number(id)] : [])) ?? null
  )
}

const toDocument = (row: DocumentRow) => ({
  id: getDocumentId(row),
  patient_id: row.patient_id,
  kind: 'Informe de examen',
  title: row.name,
  media_type: 'application/pdf',
  bytes: row.bytes,
  created_at: row.created_at,
  belongs_to: `DiagnosticReport/${row.exam_id}`,
})

function toQuery({ actor }: ActorContext, patient: AuthorizedPatient, search: Search): ReadingQuery {
  // The total is counted with the rows, so a search for the total alone reads one.
  const page = search.isCount ? { limit: 1, offset: 0 } : search
  return {
    ...search,
    ...page,
    patientId: patient.id,
    kinds: kinds.filter((kind) => maySee(kind, actor.documentType)),
  }
}

function toReport(publisher: Publisher, { positions, total: _, ...exam }: FoundExam) {
  const report = diagnosticReportResource(publisher, exam, [])
  return positions.length === 0
    ? report
    : { ...report, result: positions.map((at) => ({ reference: `Observation/${exam.id}-${at}` })) }
}

async function findResources(
  ctx: ActorContext,
  patient: AuthorizedPatient,
  type: ReadableType,
  search: Search,
) {
  const source = getSource(ctx)
  const publisher = getPublisher(ctx)
  const asked = toQuery(ctx, patient, search)
  const ids = readNumbers(search.ids)
  const toFound = <Row extends { total: number }>(
    rows: readonly Row[],
    toResource: (row: Row) => object,
  ) => ({
    total: rows[0]?.total ?? 0,
    resources: rows.map(toResource),
  })
  switch (type) {
    case 'Patient': {
      const isAsked = ids === null || ids.includes(patient.id)
      const person = isAsked ? await findRow(ctx.db, findReadPatient, { id: patient.id }) : null
      const resource = person === null ? null : patientResource(person)
      const isFound = resource !== null && isFoundPatient(resource, search)
      return { total: isFound ? 1 : 0, resources: isFound && search.offset === 0 ? [resource] : [] }
    }
    case 'Appointment':
      return toFound(await source.listAppointments(ctx, asked, ids), (row) =>
        appointmentResource(publisher, row),
      )
    case 'DiagnosticReport':
      return toFound(await source.listExams(ctx, asked, ids), (row) => toReport(publisher, row))
    case 'Observation':
      return toFound(await source.listObservations(ctx, asked, search.ids), (row) => {
        const { exam, changed_at } = row
        return row.panel === null
          ? observationResource(publisher, exam, { ...row.measure, changed_at }, row.parts)
          : panelResource(publisher, exam, { ...row.panel, changed_at })
      })
    case 'DocumentReference':
      return toFound(await source.listDocuments(ctx, asked, search.ids), (row) =>
        documentReferenceResource(publisher, toDocument(row)),
      )
    case 'Binary':
      return { total: 0, resources: [] }
  }
}

async function readBinary(ctx: ActorContext, patient: AuthorizedPatient, id: string) {
  const asked = toQuery(ctx, patient, { ...everything, limit: 1 })
  const [row] = await getSource(ctx).listDocuments(ctx, asked, [id])
  const content = row === undefined ? null : await ctx.ports.archiveFiles.read(row.key)
  if (row === undefined || content === null) return null
  const bytes = Buffer.concat(await content.toArray())
  return binaryResource(toDocument(row), bytes.toString('base64'))
}

/** Returns whether the caller asks that unknown search parameters are rejected (`Prefer: handling=strict`). */
function isStrict({ headers }: FastifyRequest): boolean {
  return /(^|[\s,;])handling\s*=\s*"?strict/i.test([headers['prefer'] ?? ''].flat().join(','))
}

async function searchResources(
  ctx: ActorContext,
  patient: AuthorizedPatient,
  name: string,
  request: FastifyRequest,
  form = '',
): Promise<object> {
  const type = findReadableType(name)
  if (type === null || type === 'Binary') throw new ApiError('notFound')
  const query = [
    ...new URLSearchParams(request.url.split('?')[1] ?? ''),
    ...new URLSearchParams(form),
  ] as const
  const read = readSearch(type, query, isStrict(request))
  if ('issue' in read)
    throw new ApiError('invalid', {
      fieldErrors: [{ msg: `Parámetro de búsqueda no admitido: ${read.issue.slice(0, 40)}` }],
    })
  const { search, used } = read
  // Another person's record is 404, also for their guardian.
  if (search.patient !== null && search.patient !== String(patient.id)) throw new ApiError('notFound')
  const found = await findResources(ctx, patient, type, search)
  return searchset(getPublisher(ctx), found, { type, query: used, search })
}

export const searchByAddress = operation(
  fhirEndpoints.search,
  async (ctx, { patient, params, request, reply }) =>
    sendResource(reply, await searchResources(ctx, patient, params.type, request)),
)

export const searchByForm = operation(
  fhirEndpoints.searchByForm,
  async (ctx, { patient, params, request, reply }) => {
    const form = await readUrlForm(request)
    return sendResource(reply, await searchResources(ctx, patient, params.type, request, form))
  },
)

export const readResource = operation(
  fhirEndpoints.read,
  async (ctx, { patient, params: { type: name, id }, reply }) => {
    const type = findReadableType(name)
    if (type === null) throw new ApiError('notFound')
    const resource =
      type === 'Binary'
        ? await readBinary(ctx, patient, id)
        : (await findResources(ctx, patient, type, { ...everything, ids: [id] })).resources[0]
    if (!resource) throw new ApiError('notFound')
    return sendResource(reply, resource)
  },
)

export const readMetadata = operation(fhirEndpoints.metadata, async (ctx, { reply }) => {
  const facts = { product: ctx.branding.product, version: productVersion, at: ctx.clock.now() }
  return sendResource(reply, capabilities(getPublisher(ctx), { ...facts, scopes: serviceScopes }))
})
