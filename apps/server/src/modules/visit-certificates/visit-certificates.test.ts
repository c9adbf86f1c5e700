import { appointmentAgendaEndpoints } from '@mi-portal/contract/appointments/appointment-agenda'
import { attendanceEndpoints } from '@mi-portal/contract/attendance'
import type { Call } from '@mi-portal/contract/calls/client'
import { visitCertificateEndpoints } from '@mi-portal/contract/visit-certificates'
import { expect, test } from 'vitest'
import { buildAppointment, buildLink, relationship } from '../../../test/build.ts'
import { readAuditLog, startDepartments } from '../../../test/departments.ts'
import { solveRobotCheck } from '../../../test/external/robot-check.ts'
import { pdfStreams, pdfTexts } from '../../../test/files/pdf-text.ts'
import { type PortalOptions, startServer } from '../../../test/portal.ts'
import { expectRejected, getRejection } from '../../../test/rejection.ts'
import { createQrRows } from '../../platform/pdf/qr-code.ts'

const { issue, verify } = visitCertificateEndpoints

const hours = (count: number) => new Date(Date.parse('2026-11-26T15:00:00Z') + count * 3_600_000)
const attended = { attendance: 'attended', attendance_at: hours(-1) } as const

/** A mother with a child of ten, who both attended an appointment this morning. */
async function withVisits(options: PortalOptions = {}) {
  const portal = await startDepartments(options)
  const { db, mother, child } = portal
  const book = async (patient_id: number, rest: object = {}) =>
    (await buildAppointment(db, { patient_id, starts_at: hours(-3), ...attended, ...rest })).id
  return {
    ...portal,
    book,
    own: await book(mother.id),
    childs: await book(child.id),
    staff: await portal.as(portal.clerk),
  }
}

const issueOf = async (call: Call, id_appointment: number, shows_professional = false) =>
  (await call(issue, { body: { id_appointment, shows_professional } })).certificate
const verifyCode = async (call: Call, code: string, altcha?: string) =>
  (await call(verify, { body: { code, ...(altcha ? { altcha } : {}) } })).certificate
const correct = (
  staff: Call,
  id: number,
  attendance: 'attended' | 'missed' | null,
  previous: 'attended' | 'missed' | null,
) => staff(attendanceEndpoints.record, { params: { id }, body: { attendance, previous } })

test('a patient gets the certificate of an attended appointment, whose PDF says only what is certified', async () => {
  const portal = await withVisits()
  const { call, own, mother } = portal
  const certificate = await issueOf(call, own)
  expect(certificate.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/)
  expect(certificate.verification_url).toBe(`${portal.config.publicUrl}/verificar#${certificate.code}`)
  expect(certificate.issued_at).toBe('2026-11-26T15:00:00.000Z')
  const file = await portal.fetchAs(mother, certificate.url_file)
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(file.headers['content-disposition']).toContain('attachment')
  const text = (await pdfTexts(file.rawPayload)).join(' ')
  expect(text).toContain('Certificado de atención')
  const run = `${mother.document_number.slice(0, -1)}-${mother.document_number.slice(-1)}`
  expect(text).toContain(
    `certifica que Camila Fuentes Rojas, RUT ${run}, se atendió el jueves 26 de noviembre de 2026`,
  )
  for (const part of [
    'en la hora de 09:00 a 09:30 horas.',
    ...['Presencial', 'Providencia', '26 de noviembre de 2026', certificate.code],
    `${portal.config.publicUrl}/verificar`,
    'Este certificado no indica el motivo ni el diagnóstico de la atención.',
  ])
    expect(text).toContain(part)
  for (const private_ of ['Medicina interna', 'Marcela Ortega', 'Consulta'])
    expect(text).not.toContain(private_)
})

test('the PDF is tagged, has an alternative text for the QR code, and the QR code holds the verification address', async () => {
  const portal = await withVisits()
  const certificate = await issueOf(portal.call, portal.own)
  const { rawPayload } = await portal.fetchAs(portal.mother, certificate.url_file)
  const raw = rawPayload.toString('latin1')
  for (const mark of ['<pdfuaid:part>1</pdfuaid:part>', '/Lang (es-CL)', '/S /Figure', '/S /H1'])
    expect(raw).toContain(mark)
  const squares = pdfStreams(rawPayload)
    .flatMap((stream) => [...stream.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re$/gm)])
    .map((match) => match.slice(1).map(Number) as [number, number, number, number])
    .map(([x, y, width, height]) => ({ x, y, width, height }))
    .filter(({ width, height }) => width === height && width < 10)
  const [left, top] = [Math.min(...squares.map(({ x }) => x)), Math.min(...squares.map(({ y }) => y))]
  const side = squares[0]?.width ?? 1
  const drawn = new Set(
    squares.map(({ x, y }) => `${Math.round((y - top) / side)} ${Math.round((x - left) / side)}`),
  )
  const expected = createQrRows(certificate.verification_url, 0).flatMap((row, y) =>
    row.flatMap((black, x) => (black ? [`${y} ${x}`] : [])),
  )
  expect(drawn).toEqual(new Set(expected))
})

test('specialty and professional are shown only if the patient chooses so, under another code', async () => {
  const portal = await withVisits()
  const { call, own, mother, anonymous } = portal
  const [plain, full] = [await issueOf(call, own), await issueOf(call, own, true)]
  const [doctor_name, specialty] = ['Dra. Marcela Ortega Pino', 'Medicina interna']
  const text = (await pdfTexts((await portal.fetchAs(mother, full.url_file)).rawPayload)).join(' ')
  for (const one of [doctor_name, specialty]) expect(text).toContain(one)
  expect((await verifyCode(anonymous, full.code)).certified).toMatchObject({ doctor_name, specialty })
  const without = { doctor_name: null, specialty: null }
  expect((await verifyCode(anonymous, plain.code)).certified).toMatchObject(without)
})

test('the same certificate again has the same code and date of issue, also from two servers at once, and each issue is audited', async () => {
  const portal = await withVisits()
  const { own, mother, clock, db } = portal
  const second = await startServer(db, clock)
  const token = await portal.sessionOf(mother.id)
  const [first, other] = await Promise.all([
    issueOf(portal.caller(token), own),
    issueOf(second.caller(token), own),
  ])
  expect(other).toEqual(first)
  clock.set('2026-11-26T15:20:00Z')
  expect(await issueOf(portal.caller(token), own)).toEqual(first)
  const rows = await db.ask<{ text: string }>('select row_to_json(c)::text as text from visit_certificates c')
  expect(rows).toHaveLength(1)
  for (const code of [first.code, first.code.replaceAll('-', '')]) expect(rows[0]?.text).not.toContain(code)
  const entry = { actor_role: 'STANDART_ROLE', patient_id: mother.id, object: `id_appointment=${own}` }
  expect(
    (await readAuditLog(portal, mother.id)).filter(({ action }) => action === 'certificates.issue'),
  ).toMatchObject([entry, entry, entry])
})

test('an appointment that was missed, is cancelled, not over or of unknown attendance gets no certificate, as the list of past ones says', async () => {
  const portal = await withVisits()
  const { call, mother, own } = portal
  const unknown = { attendance: null, attendance_at: null }
  const expected: [number, string][] = [[own, 'available']]
  for (const [rest, status, certificate] of [
    [{ starts_at: hours(-6), ...unknown }, 409, 'unknown'],
    [{ starts_at: hours(-7), attendance: 'missed' }, 409, 'missed'],
    [{ starts_at: hours(-8), ...unknown, state: 'cancelled', cancelled_at: hours(-9) }, 410, null],
    [{ starts_at: hours(-0.25) }, 409, null],
  ] as const) {
    const id = await portal.book(mother.id, rest)
    await expectRejected(issueOf(call, id), status)
    if (certificate !== null) expected.push([id, certificate])
  }
  expect(await portal.db.ask('select id from visit_certificates')).toEqual([])
  const query = { period: 'history', patient_id: mother.id } as const
  const { appointments } = await call(appointmentAgendaEndpoints.list, { query })
  expect(appointments.map((one) => [one.id_appointment, one.certificate])).toEqual(expected)
})

test('a group owner who only booked the appointment of an adult gets no certificate and is not offered one', async () => {
  const { call, db, mother, person, book } = await withVisits()
  const father = await person()
  const nephew = { relationship_type_id: relationship.nephew, guardian_proof: null, may_book: true }
  await buildLink(db, { leader_id: mother.id, member_id: father.id, ...nephew })
  const id = await book(father.id, { booked_by: mother.id, starts_at: hours(-7) })
  await expectRejected(issueOf(call, id), 404)
  const query = { period: 'history', patient_id: father.id } as const
  const { appointments } = await call(appointmentAgendaEndpoints.list, { query })
  expect(appointments).toMatchObject([{ id_appointment: id, certificate: null }])
})

test('anyone with the code sees what the certificate says, with the patient partly masked', async () => {
  const portal = await withVisits()
  const { code } = await issueOf(portal.call, portal.own)
  const number = portal.mother.document_number
  expect(await verifyCode(portal.anonymous, code)).toEqual({
    issued_at: '2026-11-26T15:00:00.000Z',
    certified: {
      patient_name: 'Camila F. R.',
      patient_document: `RUT **.***.${number.slice(-4, -1)}-${number.slice(-1)}`,
      ...{ starts_at: '2026-11-26T12:00:00.000Z', ends_at: '2026-11-26T12:30:00.000Z' },
      ...{ modality: 'presencial', site_name: 'Providencia', site_address: expect.any(String) },
      ...{ doctor_name: null, specialty: null },
    },
  })
  const typed = code.replaceAll('-', ' ').toLowerCase().replaceAll('0', 'o').replaceAll('1', 'i')
  expect((await verifyCode(portal.anonymous, typed)).certified, 'in another spelling').not.toBeNull()
})

test('a correction of the attendance withdraws the certificate, until the correction is taken back', async () => {
  const portal = await withVisits()
  const { call, own, staff, mother } = portal
  const { code, url_file } = await issueOf(call, own)
  await correct(staff, own, 'missed', 'attended')
  expect((await verifyCode(portal.anonymous, code)).certified).toBeNull()
  expect((await portal.fetchAs(mother, url_file)).statusCode).toBe(404)
  await expectRejected(issueOf(await portal.as(mother), own), 409)
  await correct(staff, own, 'attended', 'missed')
  expect((await verifyCode(portal.anonymous, code)).certified).not.toBeNull()
})

test('a certificate is withdrawn when the record says something else of its appointment or its patient', async () => {
  const portal = await withVisits()
  const changes = [
    'patient_id = (select max(id) from people)',
    `state = 'cancelled', cancelled_at = starts_at`,
    `starts_at = starts_at - interval '10 minutes'`,
    `ends_at = ends_at + interval '10 minutes'`,
    `modality = 'telemedicina'`,
    `doctor_name = 'Dr. Pedro Soto Rojas'`,
    `specialty = 'Cardiología'`,
  ]
  for (const [index, change] of changes.entries()) {
    const id = await portal.book(portal.mother.id, { starts_at: hours(-4 - index) })
    const { code } = await issueOf(portal.call, id, true)
    await portal.db.ask(`update appointments set ${change} where id = $1`, [id])
    expect([change, (await verifyCode(portal.anonymous, code)).certified]).toEqual([change, null])
  }
  const before = await issueOf(portal.call, portal.own)
  await portal.db.ask(`update people set last_name = 'Fuentealba' where id = $1`, [portal.mother.id])
  expect((await issueOf(portal.call, portal.own)).code).not.toBe(before.code)
  expect((await verifyCode(portal.anonymous, before.code)).certified).toBeNull()
  expect((await portal.fetchAs(portal.mother, before.url_file)).statusCode).toBe(404)
})

test('a network that tried ten unknown codes has to solve a robot check, and may then verify', async () => {
  const portal = await withVisits()
  const { code } = await issueOf(portal.call, portal.own)
  const unknown = '7777777777777777'
  for (let index = 0; index < 10; index++) await expectRejected(verifyCode(portal.anonymous, unknown), 404)
  expect((await getRejection(verifyCode(portal.anonymous, unknown))).number).toBe(11)
  expect((await getRejection(verifyCode(portal.anonymous, code))).number).toBe(11)
  const altcha = await solveRobotCheck(portal, 'certificate')
  expect((await verifyCode(portal.anonymous, code, altcha)).certified).not.toBeNull()
  expect((await verifyCode(portal.caller(undefined, '190.45.7.1'), code)).certified).not.toBeNull()
})
