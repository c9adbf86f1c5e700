import { examEndpoints } from '@mi-portal/contract/exams'
import { imageEndpoints } from '@mi-portal/contract/images'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ask } from '../../../test/ask.ts'
import { buildExam, buildLink } from '../../../test/build.ts'
import { testLetterhead } from '../../../test/clinic/letterhead.ts'
import {
  observationOf,
  patientOf,
  type Resource,
  reportOf,
  staffOfArchive,
  startFhirServer,
} from '../../../test/external/fhir-server.ts'
import { openDicomweb, type StoredStudy } from '../../../test/external/image-archive/dicomweb-server.ts'
import { startPortal } from '../../../test/portal.ts'
import { createFileRecordsModule } from '../../modules/uploads/uploads.module.ts'
import { createResultImport } from '../clinical-archive/result-import.ts'

const run = '98765433'
const glucose = ['2345-7', 'Glucosa'] as const
const hiv = ['56888-1', 'VIH 1+2'] as const

/** Starts an image archive with one X-ray of a patient. */
async function startImages(accession = 'RX-1') {
  const study: StoredStudy = {
    uid: '1.2.3',
    accession,
    patientId: run,
    series: [{ uid: '1.2.3.1', modality: 'DX', instances: [{ uid: '1.2.3.1.1' }] }],
  }
  const images = await openDicomweb([study])
  onTestFinished(images.close)
  return images
}

describe('the accession number of an exam', () => {
  const document = {
    number: 'IMG-1',
    patient: { document_type_id: 1, document_number: run },
    type: 'imaging',
    attention_number: 'A-1',
    accession_number: 'RX-1',
    type_exam: 'Radiografía de tórax',
    doctor_solicite: 'Dra. Marcela Ortega Pino',
    type_patient: 'Ambulatorio',
    taken_at: '2026-11-20T08:15:00-03:00',
    reported_at: '2026-11-20T11:15:00-03:00',
    office_id: 'PROVIDENCIA',
    technique: 'PA y lateral',
    findings: ['Sin hallazgos'],
    impression: ['Normal'],
    reported_by: 'Dr. Iván Salas',
  }

  async function withImport() {
    const images = await startImages()
    const portal = await startPortal({ environment: { IMAGES_URL: images.url } })
    const { db, files, clock } = portal
    const person = await portal.person({ document_number: run })
    const { add } = createResultImport({
      db,
      files,
      fileRecords: createFileRecordsModule({ db }, { scanner: null }).fileRecords,
      clock,
      readLetterhead: async () => testLetterhead,
      getReservedGroup: async () => null,
    })
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
    const corrected = { ...document, status: 'corrected', reported_at: '2026-11-20T12:15:00-03:00' }
    expect(await add({ ...corrected, accession_number: 'RX-2' })).toMatchObject({ outcome: 'corrected' })
    expect(await ask(db, 'select accession_number from exams')).toEqual([{ accession_number: 'RX-2' }])
  })

  test('may be missing in an imported document, which then keeps the hash it had before there were such numbers', async () => {
    const { db, add, studies } = await withImport()
    const { accession_number: _, ...without } = document
    await add(without)
    const [before] = await ask<{ source_digest: Uint8Array }>(db, 'select source_digest from exams')
    expect(await add({ ...without, accession_number: null })).toMatchObject({ outcome: 'known' })
    expect(await studies()).toEqual({ has_images: false, studies: 0 })
    expect(before?.source_digest).toHaveLength(32)
  })

  test('may have at most 64 characters', async () => {
    const { add } = await withImport()
    expect(await add({ ...document, accession_number: 'x'.repeat(65) })).toMatchObject({
      outcome: 'refused',
      because: expect.stringContaining('accession_number'),
    })
  })
})

describe('the accession number of a report in an external archive', () => {
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
    reportOf(id, 'hija', at, results, {
      category: [{ coding: [{ code: 'RAD' }] }],
      ...marked('RX-1'),
      ...more,
    })

  /** Starts a portal with a mother and her daughter of fifteen, whose exams are in a FHIR server. */
  async function withArchive(...resources: Resource[]) {
    const images = await startImages()
    const fhir = await startFhirServer([patientOf('hija', run), ...staffOfArchive, ...resources])
    const portal = await startPortal({
      environment: { IMAGES_URL: images.url, CLINICAL_ARCHIVE_URL: fhir.url },
    })
    const child = await portal.person({ document_number: run, date_birth: '2011-06-15' })
    const mother = await portal.person()
    await buildLink(portal.db, { leader_id: mother.id, member_id: child.id })
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

  test('the number connects the exam with its images, for the patient and the guardian', async () => {
    const { mother, child } = await withArchive(imaging('r1'))
    expect(await child()).toEqual([1])
    expect(await mother()).toEqual([1])
  })

  test('the number is not taken from an identifier of another kind', async () => {
    const { child } = await withArchive(imaging('r1', [], { identifier: [{ value: 'RX-1' }] }))
    expect(await child()).toEqual([0])
  })

  test('the number opens no images for the guardian if the exam, or another one with the number, holds a reserved result', async () => {
    const both = await withArchive(
      imaging('r1', ['a', 'b']),
      observationOf('a', 'hija', at, glucose, 90),
      observationOf('b', 'hija', at, hiv, 0),
    )
    expect(await both.child()).toEqual([1])
    expect(await both.mother()).toEqual([0])
    const shared = await withArchive(
      imaging('r1'),
      imaging('r2', ['b']),
      observationOf('b', 'hija', at, hiv, 0),
    )
    expect(await shared.child()).toEqual([1, 1])
    expect(await shared.mother()).toEqual([0])
  })

  describe('and in the portal’s own archive', () => {
    const own = (patient_id: number, more: object = {}) => ({
      patient_id,
      type: 'imaging' as const,
      accession_number: 'RX-1',
      ...more,
    })

    test('the number opens no images for the guardian if the portal’s own exam with the number is reserved', async () => {
      const { db, childId, mother, child } = await withArchive(imaging('r1'))
      await buildExam(db, own(childId, { reserved_group: 'salud-sexual' }))
      expect(await child()).toEqual([1, 1])
      expect(await mother()).toEqual([0])
    })

    test('opens no images of the portal’s own exam if the external one with the number is reserved', async () => {
      const { db, childId, mother, child } = await withArchive(
        imaging('r1', [], { meta: { security: [{ code: 'SEX' }] } }),
      )
      await buildExam(db, own(childId))
      expect(await child()).toEqual([1, 1])
      expect(await mother()).toEqual([0])
    })

    test('the number opens no images for anybody if the portal’s own exam with the number is never shown', async () => {
      const { db, childId, mother, child } = await withArchive(imaging('r1'))
      await buildExam(db, own(childId, { shown: false }))
      expect(await child()).toEqual([0])
      expect(await mother()).toEqual([0])
    })

    test('opens the images of both exams if neither is kept from the reader', async () => {
      const { db, childId, mother, child } = await withArchive(imaging('r1'))
      await buildExam(db, own(childId))
      expect(await child()).toEqual([1, 1])
      expect(await mother()).toEqual([1, 1])
    })

    test('the number opens no images for the guardian if the server has several records of the patient', async () => {
      const { db, childId, mother, child } = await withArchive(patientOf('hija-2', run))
      await buildExam(db, own(childId))
      expect(await child()).toEqual([1])
      expect(await mother()).toEqual([0])
    })
  })

  test('the number opens no images for any reader if another report with the number is never shown', async () => {
    const { mother, child } = await withArchive(
      imaging('r1'),
      imaging('r2', [], { code: { text: 'Coombs indirecto' } }),
    )
    expect(await child()).toEqual([0])
    expect(await mother()).toEqual([0])
  })

  test('the number opens no images for the guardian if a report with the number that is not final is reserved', async () => {
    const reserved = { status: 'preliminary', meta: { security: [{ code: 'SEX' }] } }
    const { mother, child } = await withArchive(imaging('r1'), imaging('r2', [], reserved))
    expect(await child()).toEqual([1])
    expect(await mother()).toEqual([0])
  })

  test('the number opens the images for the guardian if a reserved report with the number was entered in error', async () => {
    const withdrawn = { status: 'entered-in-error', meta: { security: [{ code: 'SEX' }] } }
    const { mother } = await withArchive(imaging('r1'), imaging('r2', [], withdrawn))
    expect(await mother()).toEqual([1])
  })

  test('the number opens no images for the guardian if a reserved report has the number as its second one', async () => {
    const second = { identifier: [...marked('RX-0').identifier, ...marked('RX-1').identifier] }
    const reserved = { ...second, meta: { security: [{ code: 'SEX' }] } }
    const { mother } = await withArchive(imaging('r1'), imaging('r2', [], reserved))
    expect(await mother()).toEqual([0])
  })

  test('the number opens no images for the guardian if a report of the patient cannot be read', async () => {
    const { mother, child } = await withArchive(imaging('r1'), imaging('r2', [], { status: 7 }))
    expect(await child()).toEqual([1])
    expect(await mother()).toEqual([0])
  })
})
