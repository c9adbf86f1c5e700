import { examEndpoints } from '@mi-portal/contract/exams/exams'
import { imageEndpoints } from '@mi-portal/contract/images'
import { expect, test } from 'vitest'
import { buildExam, buildFamily } from '../../../test/build.ts'
import { importedDocument, openResultImport } from '../../../test/exams.ts'
import {
  createObservationResource,
  createPatientResource,
  createReportResource,
  type Resource,
  staffOfArchive,
  startFhirServer,
} from '../../../test/external/fhir-server.ts'
import { startDicomweb } from '../../../test/image-archive.ts'
import { startPortal } from '../../../test/portal.ts'

const run = '98765433'
const glucose = ['2345-7', 'Glucosa'] as const
const hiv = ['56888-1', 'VIH 1+2'] as const

/** Starts an image archive with one X-ray of a patient. */
function startImages() {
  const series = [{ uid: '1.2.3.1', modality: 'DX', instances: [{ uid: '1.2.3.1.1' }] }]
  return startDicomweb([{ uid: '1.2.3', accession: 'RX-1', patientId: run, series }])
}

const document = {
  ...importedDocument(run, { number: 'IMG-1', type: 'imaging', type_exam: 'Radiografía de tórax' }),
  accession_number: 'RX-1',
  technique: 'PA y lateral',
  findings: ['Sin hallazgos'],
  impression: ['Normal'],
  reported_by: 'Dr. Iván Salas',
}

async function withImport() {
  const images = await startImages()
  const portal = await startPortal({ environment: { IMAGES_URL: images.url } })
  const { db } = portal
  const person = await portal.person({ document_number: run })
  const { add } = openResultImport(portal)
  const call = await portal.as(person)
  /** Returns how many studies the patient sees of the only exam. */
  const studies = async () => {
    const { laboratories } = await call(examEndpoints.list, { query: { type: 'imaging' } })
    const [exam] = laboratories
    const params = { patientId: person.id, attention_id: exam?.attention_id ?? 0 }
    const answer = await call(imageEndpoints.list, { params })
    return { has_images: exam?.has_images, studies: answer.studies.length }
  }
  return { db, add, studies }
}

test('the number of an imported document connects the exam with its images, and a correction changes it', async () => {
  const { db, add, studies } = await withImport()
  expect(await add(document)).toMatchObject({ outcome: 'added' })
  expect(await studies()).toEqual({ has_images: true, studies: 1 })
  expect(await add(document)).toMatchObject({ outcome: 'known' })
  const corrected = { ...document, status: 'corrected', reported_at: '2026-11-26T12:15:00-03:00' }
  expect(await add({ ...corrected, accession_number: 'RX-2' })).toMatchObject({ outcome: 'corrected' })
  expect(await db.ask('select accession_number from exams')).toEqual([{ accession_number: 'RX-2' }])
  const { accession_number: _, ...without } = { ...document, number: 'IMG-2' }
  expect(await add(without)).toMatchObject({ outcome: 'added' })
  expect(await add({ ...without, accession_number: null })).toMatchObject({ outcome: 'known' })
  expect(await add({ ...without, accession_number: 'x'.repeat(65) })).toMatchObject({
    outcome: 'refused',
    because: expect.stringContaining('accession_number'),
  })
})

const at = '2026-11-20T11:15:00Z'
const marked = (number: string) => ({
  identifier: [
    { value: 'A-1' },
    {
      type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'ACSN' }] },
      value: number,
    },
  ],
})
const imaging = (id: string, results: string[] = [], more: object = {}) =>
  createReportResource(id, 'hija', at, results, {
    category: [{ coding: [{ code: 'RAD' }] }],
    ...marked('RX-1'),
    ...more,
  })

/** Starts a portal with a mother and her daughter of fifteen, whose exams are in a FHIR server. */
async function withArchive(...resources: Resource[]) {
  const images = await startImages()
  const fhir = await startFhirServer([createPatientResource('hija', run), ...staffOfArchive, ...resources])
  const portal = await startPortal({
    environment: { IMAGES_URL: images.url, CLINICAL_ARCHIVE_URL: fhir.url },
  })
  const { guardian: mother, child } = await buildFamily(portal.db, {
    document_number: run,
    date_birth: '2011-06-15',
  })
  const [asMother, asChild] = [await portal.as(mother), await portal.as(child)]
  /** Returns the number of studies of each exam that the reader lists, or the status of the rejection. */
  const studiesOf = async (call: typeof asMother) => {
    const query = { type: 'imaging' } as const
    const { laboratories } = await call(examEndpoints.listOf, { params: { patientId: child.id }, query })
    return Promise.all(
      laboratories.map(async ({ attention_id }) => {
        const params = { patientId: child.id, attention_id }
        return (await call(imageEndpoints.list, { params })).studies.length
      }),
    )
  }
  return {
    db: portal.db,
    childId: child.id,
    mother: () => studiesOf(asMother),
    child: () => studiesOf(asChild),
  }
}

const withLabel = { meta: { security: [{ code: 'SEX' }] } }
const other = (more: object) => imaging('r2', [], more)
const sugar = createObservationResource('a', 'hija', at, glucose, 90)
const holdsHiv = createObservationResource('b', 'hija', at, hiv, 0)
const answer = createObservationResource('q', 'hija', at, ['44260-8', 'Pensamientos'], 1)
const second = { identifier: [...marked('RX-0').identifier, ...marked('RX-1').identifier] }
const unmarked = imaging('r1', [], { identifier: [{ value: 'RX-1' }] })
const first = imaging('r1')

test.each<[string, Resource[], number[], number[]]>([
  ['the number connects the exam with its images', [first], [1], [1]],
  ['an identifier of another kind does not', [unmarked], [0], [0]],
  ['a reserved result of the exam', [imaging('r1', ['a', 'b']), sugar, holdsHiv], [1], [0]],
  ['an answer of a reserved questionnaire', [imaging('r1', ['q']), answer], [1], []],
  ['a reserved result of another exam', [first, imaging('r2', ['b']), holdsHiv], [1, 1], [0]],
  ['another that is never shown', [first, other({ code: { text: 'Coombs indirecto' } })], [0], [0]],
  ['a reserved one not final', [first, other({ status: 'preliminary', ...withLabel })], [1], [0]],
  ['a reserved one in error', [first, other({ status: 'entered-in-error', ...withLabel })], [1], [1]],
  ['a reserved one with a second number', [first, other({ ...second, ...withLabel })], [1, 0], [0]],
  ['a report that cannot be read', [first, other({ status: 7 })], [1], [0]],
])(
  'images by an external report’s number, %s: patient and guardian see them as allowed',
  async (_, resources, own, guardians) => {
    const { mother, child } = await withArchive(...resources)
    expect({ child: await child(), mother: await mother() }).toEqual({ child: own, mother: guardians })
  },
)

test.each<[string, Resource, Parameters<typeof buildExam>[1] | object, number[], number[]]>([
  ['neither is kept from the reader', imaging('r1'), {}, [1, 1], [1, 1]],
  ['the portal’s exam is reserved', imaging('r1'), { reserved_group: 'salud-sexual' }, [1, 1], [0]],
  ['the external exam is reserved', imaging('r1', [], withLabel), {}, [1, 1], [0]],
  ['the portal’s exam is never shown', imaging('r1'), { shown: false }, [0], [0]],
  ['the server has several records of the patient', createPatientResource('hija-2', run), {}, [1], [0]],
])(
  'images that exams of both archives share, %s: patient and guardian see them as allowed',
  async (_, resource, more, own, guardians) => {
    const { db, childId, mother, child } = await withArchive(resource)
    await buildExam(db, { patient_id: childId, type: 'imaging', accession_number: 'RX-1', ...more })
    expect({ child: await child(), mother: await mother() }).toEqual({ child: own, mother: guardians })
  },
)
