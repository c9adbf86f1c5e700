import { type CopyKind, exportEndpoints } from '@mi-portal/contract/exports'
import { showDocument } from '@mi-portal/contract/values/document-number'
import type { Bundle, FhirResource } from 'fhir/r4'
import { expect, test } from 'vitest'
import {
  buildAppointment,
  buildDelegation,
  buildExam,
  buildExamDocument,
  buildFile,
  buildLink,
  buildResult,
} from '../../../test/build.ts'
import { openTestDatabase } from '../../../test/database.ts'
import { findFhirIssues } from '../../../test/fhir/judge.ts'
import { pdfTexts } from '../../../test/files/pdf-text.ts'
import { openPortal, type Portal, startPortal, testClock } from '../../../test/portal.ts'
import { expectRejected } from '../../../test/rejection.ts'

type Person = { readonly id: number }

async function holder(portal: Portal) {
  const person = await portal.person({ first_name: 'Camila Andrea', email: 'camila@ejemplo.cl' })
  const hour = await buildAppointment(portal.db, {
    patient_id: person.id,
    starts_at: new Date('2026-12-01T13:00:00Z'),
  })
  const exam = await buildExam(portal.db, { patient_id: person.id })
  await buildResult(portal.db, exam, { loinc: '2345-7', ucum: 'mg/dL' })
  return { person, hour, exam }
}

async function askFor(portal: Portal, caller: Person, patient: Person = caller) {
  const call = await portal.as(caller)
  return (await call(exportEndpoints.request, { params: { patientId: patient.id } })).export
}

/** Downloads a file in a session of this person. */
async function take(portal: Portal, token: string, id: number, kind: CopyKind) {
  const answer = await portal.app.inject({
    url: `/api/exports/${id}/${kind}`,
    headers: { 'x-token': token },
  })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}

async function takeBundle(portal: Portal, person: Person, id: number): Promise<Bundle> {
  const { status, bytes } = await take(portal, await portal.sessionOf(person.id), id, 'fhir')
  expect(status).toBe(200)
  return JSON.parse(bytes.toString())
}

function kindsIn(bundle: Bundle): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { resource } of bundle.entry ?? []) {
    const kind = resource?.resourceType ?? ''
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}

function resourcesOf(bundle: Bundle): FhirResource[] {
  return (bundle.entry ?? []).flatMap(({ resource }) => (resource ? [resource as FhirResource] : []))
}

/** Returns the JSON in which a bundle contains data without a FHIR resource. */
function restOf(bundle: Bundle): Record<string, { rows: Record<string, string | null>[] }> {
  const binary = resourcesOf(bundle).find(
    ({ resourceType, id }) => resourceType === 'Binary' && id === 'portal',
  )
  if (binary?.resourceType !== 'Binary') throw new Error('nothing of the rest')
  return JSON.parse(Buffer.from(binary.data ?? '', 'base64').toString())
}

test('a copy is created by a job, announced by notification and mail, complete in both files, and audited', async () => {
  const portal = await startPortal()
  const { person, exam } = await holder(portal)
  await portal.db.ask(
    `insert into consents (person_id, kind, version, text_hash, channel, given_at)
       values ($1, 'terms', '2026-01', '\\x00', 'web', $2::timestamptz)`,
    [person.id, portal.clock.now()],
  )
  const file = await buildFile(portal.db, { key: 'a'.repeat(32) })
  await portal.files.put(file.key, Buffer.from('%PDF-1.7 hemograma'))
  await portal.db.ask('update exams set file_id = $1 where id = $2', [file.id, exam.id])
  const second = await buildFile(portal.db, { key: 'b'.repeat(32), name: 'Antibiograma.pdf' })
  await portal.files.put(second.key, Buffer.from('%PDF-1.7 antibiograma'))
  await buildExamDocument(portal.db, exam, second)

  const waiting = await askFor(portal, person)
  expect(waiting).toMatchObject({ state: 'waiting', is_own: true, files: [], expires_at: null })
  expect(await portal.makeCopy()).toBe(true)
  expect(await portal.makeCopy()).toBe(false)

  const call = await portal.as(person)
  const [copy] = (await call(exportEndpoints.list)).exports
  expect(copy).toMatchObject({
    state: 'ready',
    files: ['pdf', 'fhir'],
    expires_at: '2026-11-27T15:00:00.000Z',
  })
  expect(await portal.db.ask('select person_id from notifications')).toEqual([{ person_id: person.id }])
  const [mail, ...others] = await portal.db.listMails('exports.ready')
  expect([mail?.recipient, others]).toEqual(['camila@ejemplo.cl', []])
  expect(mail?.body_text).not.toMatch(/hemograma|glucosa/i)

  const bundle = await takeBundle(portal, person, waiting.id)
  expect(findFhirIssues(bundle)).toEqual([])
  expect(kindsIn(bundle)).toMatchObject({
    Patient: 1,
    Appointment: 1,
    Practitioner: 1,
    DiagnosticReport: 1,
    Observation: 1,
    Consent: 1,
    DocumentReference: 3,
    Binary: 3,
  })
  const document = resourcesOf(bundle).find(({ id }) => id === `exam-${exam.id}`)
  expect(document).toBeDefined()
  const bytes = resourcesOf(bundle).find(
    ({ resourceType, id }) => resourceType === 'Binary' && id === `exam-${exam.id}`,
  )
  expect(bytes?.resourceType === 'Binary' && Buffer.from(bytes.data ?? '', 'base64').toString()).toBe(
    '%PDF-1.7 hemograma',
  )
  expect(Object.keys(restOf(bundle))).toEqual(
    expect.arrayContaining(['documents', 'contacts', 'notices', 'mails', 'sessions', 'accesses']),
  )

  const pdf = await take(portal, await portal.sessionOf(person.id), waiting.id, 'pdf')
  expect(pdf.headers['content-disposition']).toContain('attachment')
  const words = (await pdfTexts(pdf.bytes)).join(' ')
  expect(words).toContain('Datos personales de Camila Andrea Tapia Lagos')
  expect(words).toContain('Glucosa')
  expect(words).toContain('92 mg/dL (referencia 70 a 99 mg/dL)')
  expect(words).not.toContain('Las imágenes de los exámenes')

  await portal.runJob('photos.remove')
  expect(portal.files.keys()).toEqual([file.key, second.key])
  expect(await portal.db.listAuditEvents('exports.%')).toMatchObject(
    ['ask', 'make', 'take', 'take'].map((act) => ({ action: `exports.${act}`, patient_id: person.id })),
  )
})

test('a copy contains the accesses between adults, without who has a document and that an offer was declined', async () => {
  const portal = await startPortal()
  const { db, clock } = portal
  const now = clock.now()
  const adult = (first_name: string) =>
    portal.person({ first_name, last_name: 'Rojas', second_name: 'Tapia' })
  const [father, daughter, friend] = [await adult('Jorge'), await adult('Camila'), await adult('Pedro')]
  await buildDelegation(db, {
    ...{ grantor_id: father.id, delegate_id: daughter.id, matters: ['appointments', 'exams'], now },
    may_book: true,
  })
  await buildDelegation(db, { grantor_id: friend.id, delegate_id: father.id, matters: ['requests'], now })
  await db.ask(
    `insert into delegations (grantor_id, document_type_id, document_number, matters, may_book, months, created_at,
         answer_until, declined_at)
       select $1, document_type_id, document_number, '{exams}', false, 1, $3, $3::timestamptz + interval '30 days', $4
       from people where id = $2`,
    [father.id, friend.id, now, new Date('2026-11-26T16:17:00Z')],
  )
  const { id } = await askFor(portal, father)
  await portal.makeCopy()
  const rows = restOf(await takeBundle(portal, father, id)).delegations?.rows ?? []
  expect(rows.map(({ Acceso, Persona, Documento, Estado }) => [Acceso, Persona, Documento, Estado])).toEqual([
    ['Dado por ti', 'Camila Rojas Tapia', showDocument(1, daughter.document_number), 'Aceptado'],
    ['Recibido', 'Pedro Rojas Tapia', null, 'Aceptado'],
    ['Dado por ti', null, showDocument(1, friend.document_number), 'Ofrecido'],
  ])
  const pdf = await take(portal, await portal.sessionOf(father.id), id, 'pdf')
  const words = (await pdfTexts(pdf.bytes)).join(' ')
  expect(words).toContain('Accesos entre adultos')
  expect(words).toContain('Camila Rojas Tapia')
  expect(words).not.toContain('13:17')

  const own = await askFor(portal, friend)
  await portal.makeCopy()
  const received = restOf(await takeBundle(portal, friend, own.id)).delegations?.rows ?? []
  expect(received.map(({ Acceso }) => Acceso)).toEqual(['Dado por ti'])
})

test('a copy has what was written in each request as it was written, and no note of staff', async () => {
  const portal = await startPortal()
  const { person, exam } = await holder(portal)
  await portal.db.ask(
    `insert into contacts (requester_id, patient_id, reason_id, message, exam_date, exam_type, exam_name, branch, state, created_at, due_at)
       values ($1, $1, 6, 'Falta', '2026-10-05', 'Imagenología', 'Ecografía de tobillo', 'MAIPU', 'pendiente', $2, $2)`,
    [person.id, portal.clock.now()],
  )
  await portal.db.ask(
    `insert into exam_shares (exam_id, type, patient_id, sharer_id, recipient_email, relationship_type_id, comment, token_hash,
         code_hash, created_at, expires_at)
       values ($2, 'laboratory', $1, $1, 'luis@ejemplo.cl', 3, 'Para Luis', '\\x00', '\\x00', $3, $3)`,
    [person.id, exam.id, portal.clock.now()],
  )
  await portal.db.ask(
    `insert into request_messages (request_kind, request_id, kind, author_id, text, created_at)
     select 'contact', c.id, k, $1, 'Texto de ' || k, $2 from contacts c, unnest(array['request', 'answer', 'note']) k`,
    [person.id, portal.clock.now()],
  )
  const { id } = await askFor(portal, person)
  await portal.makeCopy()
  const rest = restOf(await takeBundle(portal, person, id))
  expect(rest.messages?.rows.map(({ De, Mensaje }) => [De, Mensaje])).toEqual([
    ['Paciente', 'Texto de request'],
    ['Clínica', 'Texto de answer'],
  ])
  expect(rest.contacts?.rows).toMatchObject([
    { 'Nombre del examen': 'Ecografía de tobillo', 'Fecha del examen': '05/10/2026', Sucursal: 'Maipú' },
  ])
  expect(rest.shares?.rows).toMatchObject([{ 'Con quién': 'luis@ejemplo.cl', Examen: exam.type_exam }])
})

test('an account can request one copy at a time, also in concurrent calls, three a day, and a fourth when a day has passed', async () => {
  const portal = await startPortal()
  const { person } = await holder(portal)
  const call = await portal.as(person)
  const request = () => call(exportEndpoints.request, { params: { patientId: person.id } })
  const both = await Promise.allSettled([request(), request()])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expectRejected(request(), 409)
  await portal.makeCopy()
  for (let count = 0; count < 2; count += 1) {
    await request()
    await portal.makeCopy()
  }
  await expectRejected(request(), 429)
  portal.clock.advance({ days: 1 })
  await askFor(portal, person)
})

async function made(portal: Portal) {
  const { person } = await holder(portal)
  const { id } = await askFor(portal, person)
  await portal.makeCopy()
  return { person, id, token: await portal.sessionOf(person.id) }
}

test('a file is downloaded once within 24 hours, and its bytes are deleted after the download or the 24 hours', async () => {
  const portal = await startPortal()
  const { person, id, token } = await made(portal)
  const list = async () => (await (await portal.as(person))(exportEndpoints.list)).exports
  portal.clock.advance({ hours: 24, seconds: -1 })
  const late = await portal.sessionOf(person.id)
  const both = await Promise.all([1, 2].map(() => take(portal, late, id, 'pdf')))
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410])
  expect((await take(portal, late, id, 'pdf')).status).toBe(410)
  expect(await list()).toMatchObject([{ state: 'ready', files: ['fhir'] }])
  expect(portal.files.keys()).toHaveLength(2)
  await portal.runJob('photos.remove')
  expect(portal.files.keys()).toHaveLength(1)
  portal.clock.advance({ seconds: 1 })
  expect((await take(portal, token, id, 'fhir')).status).toBe(401)
  expect((await take(portal, await portal.sessionOf(person.id), id, 'fhir')).status).toBe(410)
  expect(await list()).toMatchObject([{ state: 'over', files: [] }])
  await portal.runJob('photos.remove')
  expect(portal.files.keys()).toEqual([])
})

async function family(birth: string) {
  const portal = await startPortal()
  const [guardian, child] = [
    await portal.person(),
    await portal.person({ first_name: 'Martina', date_birth: birth }),
  ]
  await buildLink(portal.db, { leader_id: guardian.id, member_id: child.id })
  await buildExam(portal.db, { patient_id: child.id, type_exam: 'Hemograma' })
  const mixed = await buildExam(portal.db, { patient_id: child.id, type_exam: 'Perfil mixto' })
  await buildResult(portal.db, mixed, { name: 'Glucosa' })
  await buildResult(portal.db, mixed, { code: 'VIH', name: 'Secreto', reserved_group: 'vih' })
  await buildExam(portal.db, { patient_id: child.id, type_exam: 'Secreto', reserved_group: 'vih' })
  await buildAppointment(portal.db, {
    patient_id: child.id,
    starts_at: new Date('2026-12-01T13:00:00Z'),
    specialty: 'Secreto',
    reserved_group: 'salud-mental',
  })
  return { portal, guardian, child }
}

async function copyOf({ portal, guardian, child }: Awaited<ReturnType<typeof family>>) {
  const { id } = await askFor(portal, guardian, child)
  await portal.makeCopy()
  const bundle = await takeBundle(portal, guardian, id)
  const { bytes } = await take(portal, await portal.sessionOf(guardian.id), id, 'pdf')
  return { id, bundle, words: (await pdfTexts(bytes)).join(' ') }
}

test('a guardian’s copy of a child under 14 is complete, but for the child’s account', async () => {
  const { bundle, words } = await copyOf(await family('2016-05-01'))
  expect(findFhirIssues(bundle)).toEqual([])
  expect(kindsIn(bundle)).toMatchObject({ DiagnosticReport: 3, Observation: 2, Appointment: 1 })
  expect(Object.keys(restOf(bundle)).toSorted().join(' ')).toBe(
    'budgets contacts documents messages questionnaires rights shares waiting',
  )
  expect(words).toContain('Secreto')
})

test('a guardian’s copy of an adolescent lacks reserved data in both files', async () => {
  const { bundle, words } = await copyOf(await family('2011-05-01'))
  expect(findFhirIssues(bundle)).toEqual([])
  expect(kindsIn(bundle)).toMatchObject({ DiagnosticReport: 2, Observation: 1 })
  expect(kindsIn(bundle)).not.toHaveProperty('Appointment')
  expect(JSON.stringify(bundle)).not.toContain('Secreto')
  expect(words).not.toContain('Secreto')
  expect(words).toContain('No incluye lo que la ley reserva')
})

test('a complete copy cannot be downloaded by a guardian who may no longer see all of it, or who lost the access', async () => {
  const whole = await family('2012-11-27')
  const { id } = await askFor(whole.portal, whole.guardian, whole.child)
  await whole.portal.makeCopy()
  whole.portal.clock.advance({ hours: 20 })
  const token = await whole.portal.sessionOf(whole.guardian.id)
  expect((await take(whole.portal, token, id, 'pdf')).status).toBe(404)

  const ended = await family('2016-05-01')
  const copy = await askFor(ended.portal, ended.guardian, ended.child)
  await ended.portal.makeCopy()
  await ended.portal.db.ask(`update family_links set state = 'ended' where leader_id = $1`, [
    ended.guardian.id,
  ])
  const late = await ended.portal.sessionOf(ended.guardian.id)
  expect((await take(ended.portal, late, copy.id, 'fhir')).status).toBe(404)
  expect((await (await ended.portal.as(ended.guardian))(exportEndpoints.list)).exports).toEqual([])
})

test('a copy fails without leaving files if the guardian lost access before it was created', async () => {
  const { portal, guardian, child } = await family('2016-05-01')
  await askFor(portal, guardian, child)
  await portal.db.ask(`update family_links set state = 'ended' where leader_id = $1`, [guardian.id])
  await portal.makeCopy()
  expect(await portal.db.ask('select state from exports')).toEqual([{ state: 'failed' }])
  expect(portal.files.keys()).toEqual([])
})

test('a copy of a stopped server is created once by another one', async () => {
  const clock = testClock()
  const db = await openTestDatabase()
  const [one, two] = [await openPortal(db, clock), await openPortal(db, clock)]
  const { person } = await holder(one)
  await askFor(one, person)
  await db.ask(
    `update exports set state = 'running', claim = 1, attempts = 1, claimed_until = $1::timestamptz`,
    [new Date(clock.now().getTime() + 120_000)],
  )
  expect(await two.makeCopy()).toBe(false)
  clock.advance({ minutes: 3 })
  expect((await Promise.all([one.makeCopy(), two.makeCopy()])).toSorted()).toEqual([false, true])
  expect(await db.ask('select state, attempts from exports')).toEqual([{ state: 'ready', attempts: 2 }])
  await one.app.close()
  await two.app.close()
  await db.close()
})

test('a copy contains what the person sees: no images for an account opened with a passport', async () => {
  const portal = await startPortal()
  const person = await portal.person({ document_type_id: 2, document_number: 'P7654321' })
  await buildExam(portal.db, { patient_id: person.id })
  await buildExam(portal.db, { patient_id: person.id, type: 'imaging', type_exam: 'Radiografía' })
  const { id } = await askFor(portal, person)
  await portal.makeCopy()
  expect(kindsIn(await takeBundle(portal, person, id)).DiagnosticReport).toBe(1)
})
