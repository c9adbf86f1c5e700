import type { Reply } from '@mi-portal/contract/calls/endpoint'
import { examShareEndpoints } from '@mi-portal/contract/exams/exam-shares'
import { examEndpoints } from '@mi-portal/contract/exams/exams'
import { exportEndpoints } from '@mi-portal/contract/exports'
import { overviewEndpoints } from '@mi-portal/contract/overview'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { publishingEndpoints } from '@mi-portal/contract/publishing/publications'
import { registrationEndpoints } from '@mi-portal/contract/registration'
import { contactEndpoints } from '@mi-portal/contract/service-requests/contact'
import { inboxEndpoints } from '@mi-portal/contract/service-requests/inbox'
import type { Bundle } from 'fhir/r4'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { buildExam, buildFile } from '../../../test/build.ts'
import { formWith } from '../../../test/departments.ts'
import { findFhirIssues } from '../../../test/fhir/judge.ts'
import { buildPdf } from '../../../test/files/attachments.ts'
import {
  beingScanned,
  blocked,
  download,
  infectedMark,
  listScanStates,
  message,
  pdf,
  scanAll,
  scriptedScanner,
  withComplaint,
} from '../../../test/files/scanning.ts'
import { startPortal, startServer } from '../../../test/portal.ts'
import {
  buildPhoto,
  passportPhotos,
  registrationFields,
  startRegistering,
  toForm,
} from '../../../test/registration.ts'

/** Returns the texts of the start page about uploaded files. */
function fileWarningsOf({ missing }: Reply<typeof overviewEndpoints.summary>): string[] {
  return missing
    .filter(({ code }) => code === 'infectedFiles' || code === 'unscannedFiles')
    .map(({ text }) => text)
}

test('staff do not get a file before the scanner found it clean, and see its state', async () => {
  const portal = await withComplaint('boleta')
  expect((await portal.fileAtDesk())?.scan_state).toBe('pending')
  expect(await portal.openAtDesk()).toEqual({ status: 409, text: beingScanned })
  expect(await scanAll(portal)).toBe(1)
  expect(portal.seen.map(String)).toEqual([String(buildPdf('boleta'))])
  expect((await portal.fileAtDesk())?.scan_state).toBe('clean')
  expect(await portal.openAtDesk()).toEqual({ status: 200, text: String(buildPdf('boleta')) })
  expect(await scanAll(portal)).toBe(0)
})

test('an infected file stays blocked, with an audit entry, a mail to the inbox and a warning for staff', async () => {
  const portal = await withComplaint(infectedMark)
  await scanAll(portal)
  expect((await portal.fileAtDesk())?.scan_state).toBe('infected')
  expect(await portal.openAtDesk()).toEqual({ status: 410, text: blocked })
  expect(await portal.db.listAuditEvents('files.block')).toMatchObject([
    {
      actor_role: 'system',
      patient_id: portal.mother.id,
      object: 'file=1',
      detail: { purpose: 'request', signature: 'Test.Mark' },
    },
  ])
  const mail = (await portal.db.listMails()).find(({ template }) => template === 'scanning.infected')
  expect(mail?.recipient).toBe('experiencia@clinica.example')
  expect(mail?.body_text).toContain('Test.Mark')
  expect(mail?.body_text).not.toMatch(/Camila|Fuentes|boleta/)
  expect(fileWarningsOf(await portal.asClerk(overviewEndpoints.summary))).toEqual([
    'El antivirus bloqueó 1 archivo en los últimos 30 días.',
  ])
  portal.clock.advance({ days: 31 })
  const later = await portal.as(portal.clerk)
  expect(fileWarningsOf(await later(overviewEndpoints.summary))).toEqual([])
})

test('a file whose scan gets no answer does not delay later files', async () => {
  const portal = await withComplaint('silence the scanner')
  await portal.call(contactEndpoints.send, {
    form: formWith({ ...message, patient_id: portal.mother.id }, { file_0: pdf('otra') }),
  })
  portal.state.silentAt = 'silence the scanner'
  await portal.processNext('scans')
  expect(await scanAll(portal)).toBe(1)
  expect((await listScanStates(portal)).map((row) => Object.values(row as object)[1])).toEqual([
    'pending',
    'clean',
  ])
  portal.state.silentAt = null
  portal.clock.advance({ minutes: 1 })
  expect(await scanAll(portal)).toBe(1)
})

test('a file that the scanner cannot check is not served, is tried again after an hour, and staff are warned', async () => {
  const portal = await withComplaint('boleta')
  portal.state.rejects = true
  expect(await scanAll(portal)).toBe(1)
  expect(await listScanStates(portal)).toEqual([
    { purpose: 'request', scan_state: 'pending', scan_detail: 'INSTREAM size limit exceeded. ERROR' },
  ])
  portal.clock.advance({ minutes: 59 })
  expect(await scanAll(portal)).toBe(0)
  portal.clock.advance({ minutes: 2 })
  const clerk = await portal.as(portal.clerk)
  expect(fileWarningsOf(await clerk(overviewEndpoints.summary))).toEqual([
    'Hay archivos que esperan hace más de una hora la revisión del antivirus: no se pueden descargar.',
  ])
  portal.state.rejects = false
  expect(await scanAll(portal)).toBe(1)
  expect((await listScanStates(portal))[0]).toMatchObject({ scan_state: 'clean', scan_detail: null })
  const next = await portal.as(portal.clerk)
  expect(fileWarningsOf(await next(overviewEndpoints.summary))).toEqual([])
})

test('a file is scanned by one of two servers, and by the other one if the first stopped during the scan', async () => {
  const portal = await withComplaint('boleta')
  const other = scriptedScanner()
  const second = await startServer(portal.db, portal.clock, { scanner: other.scanner, files: portal.files })
  await Promise.all([scanAll(portal), scanAll(second)])
  expect(portal.seen.length + other.seen.length).toBe(1)
  // A claim without a verdict, as a killed server leaves it.
  await portal.db.ask(`update files set scan_state = 'pending', scan_after = $1`, [
    new Date(portal.clock.now().getTime() + 300_000),
  ])
  expect(await scanAll(second)).toBe(0)
  portal.clock.advance({ minutes: 6 })
  expect(await scanAll(second)).toBe(1)
})

test('an answer’s file is in quarantine for the patient too, who sees why it cannot be downloaded', async () => {
  const portal = await withComplaint('boleta')
  await portal.asClerk(inboxEndpoints.answer, {
    params: { matter: 'contact', id: portal.contactId },
    form: formWith({ answer: 'Va adjunto' }, { file_0: pdf(infectedMark) }),
  })
  const token = await portal.sessionOf(portal.mother.id)
  const answered = async () =>
    (await portal.caller(token)(contactEndpoints.pages, { body: {} })).contactUs[0]?.files[0]
  const open = async () => download(portal, (await answered())?.url ?? '', token)
  expect((await answered())?.scan_state).toBe('pending')
  expect(await open()).toEqual({ status: 409, text: beingScanned })
  await scanAll(portal)
  expect((await answered())?.scan_state).toBe('infected')
  expect(await open()).toEqual({ status: 410, text: blocked })
})

test('images of a passport and of a publication are scanned as images, and are not shown before', async () => {
  const { scanner, seen } = scriptedScanner()
  const portal = await startRegistering({ scanner })
  const fields = await registrationFields(portal.db, {
    document_type_id: 2,
    document_number: 'P7654321',
  })
  const files = { ...(await passportPhotos()), file: await buildPhoto('#11aa55') }
  const { patient } = await portal.anonymous(registrationEndpoints.register, {
    form: toForm(fields, files),
  })
  const staff = await portal.as(await portal.person({ rol: 'SUPER_ADMIN_ROLE' }))
  const photos = await staff(profileEndpoints.photos, { params: { id: patient.id } })
  const image = await buildPhoto('#11aa55')
  const { url } = await staff(publishingEndpoints.storeImage, { form: toForm({}, { image }) })
  const addresses = [photos.file_profile, photos.file_passport, photos.file_passport_patient, url]
  for (const address of addresses)
    expect(await download(portal, address ?? '')).toEqual({ status: 409, text: beingScanned })
  expect(await scanAll(portal)).toBe(4)
  for (const bytes of seen) expect((await sharp(bytes).metadata()).format).toBe('jpeg')
  for (const address of addresses) expect((await download(portal, address ?? '')).status).toBe(200)
})

/** Creates a patient with an exam whose document a laboratory sent. */
async function withExam(state: 'pending' | 'infected') {
  const portal = await startPortal({ scanner: scriptedScanner().scanner })
  const rosa = await portal.person({ email: 'rosa@ejemplo.cl' })
  const key = 'c'.repeat(32)
  await portal.files.put(key, Buffer.from(`%PDF-1.7 ${infectedMark}`))
  const file = await buildFile(portal.db, { key })
  const exam = await buildExam(portal.db, { patient_id: rosa.id, file_id: file.id, type: 'imaging' })
  await portal.db.ask('update files set scan_state = $1', [state])
  return { ...portal, rosa, exam, token: await portal.sessionOf(rosa.id) }
}
const shown = { pending: { status: 409, text: beingScanned }, infected: { status: 410, text: blocked } }

test.each(['pending', 'infected'] as const)(
  'a document that is %s is given neither to the patient, nor to a recipient of a share, nor over FHIR, and is in the copy of the data without its bytes',
  async (state) => {
    const portal = await withExam(state)
    const call = portal.caller(portal.token)
    const params = { patientId: portal.rosa.id, attention_id: portal.exam.id, type: 'imaging' as const }
    const { url_file } = await call(examEndpoints.view, { params })
    expect(await download(portal, url_file)).toEqual(shown[state])
    expect(await download(portal, `/api/fhir/R4/Binary/${portal.exam.id}`, portal.token)).toEqual(
      shown[state],
    )

    const { share } = await call(examShareEndpoints.send, {
      params,
      body: { recipient_email: 'luis@ejemplo.cl', type_relationship: 3, comment: '' },
    })
    const mail = (await portal.db.listMails()).find(({ template }) => template === 'exams.shared')
    const token = /\/compartido\/([\w-]+)/.exec(mail?.body_text ?? '')?.[1] ?? ''
    const opened = await portal.anonymous(examShareEndpoints.open, {
      body: { token, code: share.code },
    })
    expect(await download(portal, opened.pdf_url ?? '')).toEqual(shown[state])

    const { export: copy } = await call(exportEndpoints.request, { params: { patientId: portal.rosa.id } })
    expect(await portal.makeCopy()).toBe(true)
    const answer = await portal.app.inject({
      url: `/api/exports/${copy.id}/fhir`,
      headers: { 'x-token': portal.token },
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).not.toContain(Buffer.from(infectedMark).toString('base64').slice(4, 20))
    const bundle: Bundle = answer.json()
    expect(findFhirIssues(bundle)).toEqual([])
    const document = bundle.entry?.find(({ resource }) => resource?.id === `exam-${portal.exam.id}`)
    expect(document?.resource).toMatchObject({
      resourceType: 'DocumentReference',
      description:
        state === 'infected' ? blocked : 'Este archivo se estaba revisando cuando se preparó la copia.',
    })
  },
)

test('a file is served at once and shown to staff as not scanned', async () => {
  const portal = await withComplaint(infectedMark, { scanner: undefined })
  expect((await portal.fileAtDesk())?.scan_state).toBe('unscanned')
  expect((await portal.openAtDesk()).status).toBe(200)
  expect(await scanAll(portal)).toBe(0)
  expect(await portal.scanning.isReachable()).toBeNull()
})

test('files that waited for a removed scanner are marked as not scanned', async () => {
  const portal = await withComplaint('boleta')
  const later = await startServer(portal.db, portal.clock, { files: portal.files })
  expect(await portal.scanning.releaseUnscanned()).toBe(0)
  expect(await later.scanning.releaseUnscanned()).toBe(1)
  expect(await portal.scanning.counts()).toEqual({ pending: 0, infected: 0, unscanned: 1 })
  expect((await portal.openAtDesk()).status).toBe(200)
})
