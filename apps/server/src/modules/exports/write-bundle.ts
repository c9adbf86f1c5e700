/** Writes a record as a FHIR R4 collection, in pieces, so that little of it is in memory at a time. */

import type { Readable } from 'node:stream'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { stringifyExactJson } from '@mi-portal/contract/results/exact-json'
import { describeHold, type ResultHold } from '@mi-portal/contract/results/release/result-release'
import type { DocumentReference, FhirResource } from 'fhir/r4'
import type { FileStore } from '../../ports/files.ts'
import { bundleEntry, collectionHead } from '../fhir/bundle.rules.ts'
import type { Publisher } from '../fhir/cl-core.rules.ts'
import {
  consentResource,
  coverageResource,
  patientResource,
  relatedPersonResource,
} from '../fhir/people.rules.ts'
import {
  diagnosticReportResource,
  documentReferenceResource,
  observationResource,
} from '../fhir/results.rules.ts'
import {
  appointmentResource,
  locationResource,
  organizationResource,
  practitionerResource,
  practitionerRoleResource,
} from '../fhir/visits.rules.ts'
import type { CollectedRecord } from './collect-record.ts'
import { getConsentPath, getConsentTitle } from './exports.rules.ts'

function* listResources(
  record: CollectedRecord,
  publisher: Publisher,
  publicUrl: string,
): Generator<FhirResource> {
  const { person } = record
  const patient_id = person.id
  yield patientResource({
    ...person,
    nationality:
      person.nationality === null ? null : { iso_num: person.country_code, name: person.nationality },
    commune: toCommune(person),
  })
  yield organizationResource(publisher)
  if (person.forecast_id !== null && person.forecast !== null)
    yield coverageResource(publisher, {
      patient_id,
      forecast_id: person.forecast_id,
      nombre: person.forecast,
      kind: person.forecast_kind ?? '',
      minsal_eis_code: person.minsal_eis_code,
    })
  for (const { name, inverse, is_member, approved_at, ...relative } of record.relatives)
    yield relatedPersonResource({
      ...relative,
      patient_id,
      relationship: is_member ? name : (inverse ?? name),
      since: approved_at,
    })
  for (const { kind, ...consent } of record.consents)
    yield consentResource({
      ...consent,
      patient_id,
      title: getConsentTitle(kind),
      uri: `${publicUrl}${getConsentPath(kind)}`,
    })
  yield* listVisits(record, publisher)
  for (const exam of record.exams) {
    const report = diagnosticReportResource(publisher, exam, exam.measures)
    // The report of a result that is not visible yet exists without content.
    yield exam.hold ? { ...report, status: 'registered', text: describeHeld(exam.hold) } : report
    for (const measure of exam.measures) yield observationResource(publisher, exam, measure)
  }
}

function describeHeld(hold: ResultHold) {
  const div = `<div xmlns="http://www.w3.org/1999/xhtml">${describeHold(hold)}.</div>`
  return { status: 'generated' as const, div }
}

function toCommune(person: CollectedRecord['person']) {
  const { commune, cut, province_id, province, region_id, region } = person
  if (commune === null || cut === null || province_id === null || region_id === null) return null
  return { name: commune, cut, province_id, province: province ?? '', region_id, region: region ?? '' }
}

/** Yields each professional and place once, however many appointments name them. */
function* listVisits(record: CollectedRecord, publisher: Publisher): Generator<FhirResource> {
  const notified = new Set<string>()
  for (const appointment of record.appointments) {
    for (const around of [
      practitionerResource(appointment),
      practitionerRoleResource(publisher, appointment),
      locationResource(publisher, appointment),
    ]) {
      const name = `${around.resourceType}/${around.id}`
      if (notified.has(name)) continue
      notified.add(name)
      yield around
    }
    yield appointmentResource(publisher, appointment)
  }
}

type HeldDocument = Parameters<typeof documentReferenceResource>[1] & {
  readonly open: () => Promise<Readable | null>
}

function* listDocuments(record: CollectedRecord, files: FileStore): Generator<HeldDocument> {
  const { person, at } = record
  for (const { id, type_exam, taken_at, files: documents } of record.exams)
    for (const [index, file] of documents.entries())
      yield {
        id: index === 0 ? `exam-${id}` : `exam-${id}-${index + 1}`,
        patient_id: person.id,
        kind: 'Informe de examen',
        title: file.name || `${type_exam}.pdf`,
        media_type: 'application/pdf',
        bytes: null,
        created_at: taken_at,
        belongs_to: `DiagnosticReport/${id}`,
        open: () => files.read(file.key),
      }
  for (const { id, key, name, media_type, bytes, created_at } of record.files)
    yield {
      id: `file-${id}`,
      patient_id: person.id,
      kind: 'Archivo de una solicitud',
      title: name,
      media_type,
      bytes,
      created_at,
      belongs_to: null,
      open: () => files.read(key),
    }
  const rest = Buffer.from(
    JSON.stringify(
      Object.fromEntries(
        record.sections.map(({ key, title, columns, rows }) => [
          key,
          {
            title,
            rows: rows.map((cells) => Object.fromEntries(columns.map((name, i) => [name, cells[i] ?? null]))),
          },
        ]),
      ),
    ),
  )
  yield {
    id: 'portal',
    patient_id: person.id,
    kind: 'Otros datos del portal',
    title: 'portal.json',
    media_type: 'application/json',
    bytes: rest.byteLength,
    created_at: at,
    belongs_to: null,
    open: async () => toStream(rest),
  }
}

async function toStream(bytes: Buffer): Promise<Readable> {
  const { Readable: Stream } = await import('node:stream')
  return Stream.from([bytes])
}

/** Yields bytes as base 64 in pieces of a multiple of three bytes, so that the pieces can be joined. */
async function* encodeBase64(content: Readable): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of content) {
    const all: Buffer = Buffer.concat([rest, chunk])
    const whole = all.length - (all.length % 3)
    rest = all.subarray(whole)
    if (whole > 0) yield all.subarray(0, whole).toString('base64')
  }
  if (rest.length > 0) yield rest.toString('base64')
}

/** Opens a document. Returns why the copy leaves it out if the scanner of uploaded files has not found it clean. */
async function openUnlessBlocked(open: HeldDocument['open']): Promise<Readable | string | null> {
  try {
    return await open()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'fileBlocked') return error.message
    if (error.code === 'fileBeingScanned')
      return 'Este archivo se estaba revisando cuando se preparó la copia.'
    throw error
  }
}

function leftOutDocument(
  publisher: Publisher,
  document: Parameters<typeof documentReferenceResource>[1],
  description: string,
): DocumentReference {
  const resource = documentReferenceResource(publisher, document)
  const { contentType, title, creation } = resource.content[0]?.attachment ?? {}
  return {
    ...resource,
    description,
    content: [{ attachment: { contentType, title, creation } }],
  }
}

export async function* writeBundle(
  record: CollectedRecord,
  publisher: Publisher,
  publicUrl: string,
  id: string,
  files: FileStore,
): AsyncGenerator<string> {
  const entry = (resource: FhirResource) => stringifyExactJson(bundleEntry(publisher, resource))
  yield `${JSON.stringify(collectionHead(id, record.at)).slice(0, -1)},"entry":[`
  let separator = ''
  for (const resource of listResources(record, publisher, publicUrl)) {
    yield separator + entry(resource)
    separator = ',\n'
  }
  for (const { open, ...document } of listDocuments(record, files)) {
    const content = await openUnlessBlocked(open)
    if (content === null) continue
    if (typeof content === 'string') {
      yield `,\n${entry(leftOutDocument(publisher, document, content))}`
      continue
    }
    yield `,\n${entry(documentReferenceResource(publisher, document))}`
    const fullUrl = JSON.stringify(`${publisher.baseUrl}/Binary/${document.id}`)
    const type = JSON.stringify(document.media_type)
    yield `,\n{"fullUrl":${fullUrl},"resource":{"resourceType":"Binary","id":"${document.id}","contentType":${type},"data":"`
    for await (const piece of encodeBase64(content)) yield piece
    yield '"}}'
  }
  yield ']}'
}
