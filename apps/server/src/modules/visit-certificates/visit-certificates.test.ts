import { appointmentAgendaEndpoints } from '@mi-portal/contract/appointment-agenda'
import { attendanceEndpoints } from '@mi-portal/contract/attendance'
import type { Call } from '@mi-portal/contract/client'
import { fullPath } from '@mi-portal/contract/endpoint'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { visitCertificateEndpoints } from '@mi-portal/contract/visit-certificates'
import { describe, expect, test } from 'vitest'
import { ask } from '../../../test/ask.ts'
import { buildAppointment, buildDelegation, buildLink, relationship } from '../../../test/build.ts'
import { auditLogOf, startDepartments } from '../../../test/departments.ts'
import { solveRobotCheck } from '../../../test/external/robot-check.ts'
import { pdfStreams, pdfTexts } from '../../../test/pdf-text.ts'
import { openPortal, type PortalOptions, testSecret } from '../../../test/portal.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { createQrRows } from '../../platform/pdf/qr-code.ts'

const { issue, verify } = visitCertificateEndpoints

// The clock of the tests stands on Thursday 26 November 2026, at noon in Santiago.
const hours = (count: number) => new Date(Date.parse('2026-11-26T15:00:00Z') + count * 3_600_000)
const attended = { attendance: 'attended', attendance_at: hours(-1) } as const

/** A mother with a child of ten, who both attended an appointment this morning. */
async function withVisits(options: PortalOptions = {}) {
  const portal = await startDepartments(options)
  const { db, mother, child } = portal
  const book = async (patient_id: number, rest: object = {}) =>
    (await buildAppointment(db, { patient_id, starts_at: hours(-3), ...attended, ...rest })).id
  const fileOf = async (person: { id: number }, url: string) =>
    portal.app.inject({ url, headers: { 'x-token': await portal.sessionOf(person.id) } })
  return {
    ...portal,
    book,
    fileOf,
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

describe('issuing a certificate', () => {
  test('a patient gets the certificate of an attended appointment, whose PDF says only what is certified', async () => {
    const portal = await withVisits()
    const { call, own, mother } = portal
    const certificate = await issueOf(call, own)
    expect(certificate.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/)
    expect(certificate.verification_url).toBe(`${portal.config.publicUrl}/verificar#${certificate.code}`)
    expect(certificate.issued_at).toBe('2026-11-26T15:00:00.000Z')
    const file = await portal.fileOf(mother, certificate.url_file)
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect((await auditLogOf(portal, mother.id)).at(-1)).toMatchObject({
      action: 'certificates.open',
      patient_id: mother.id,
      object: `id_appointment=${own}`,
    })
    expect(file.headers['content-disposition']).toContain('attachment')
    const text = (await pdfTexts(file.rawPayload)).join(' ')
    expect(text).toContain('Certificado de atención')
    const run = `${mother.document_number.slice(0, -1)}-${mother.document_number.slice(-1)}`
    expect(text).toContain(
      `certifica que Camila Fuentes Rojas, RUT ${run}, se atendió el jueves 26 de noviembre de 2026`,
    )
    expect(text).toContain('en la hora de 09:00 a 09:30 horas.')
    expect(text).toContain('Presencial')
    expect(text).toContain('Providencia')
    expect(text).toContain('26 de noviembre de 2026')
    expect(text).toContain(certificate.code)
    expect(text).toContain(`${portal.config.publicUrl}/verificar`)
    expect(text).toContain('Este certificado no indica el motivo ni el diagnóstico de la atención.')
    for (const private_ of ['Medicina interna', 'Marcela Ortega', 'Consulta'])
      expect(text).not.toContain(private_)
  })

  test('the PDF is tagged, has an alternative text for the QR code, and the QR code holds the verification address', async () => {
    const portal = await withVisits()
    const certificate = await issueOf(portal.call, portal.own)
    const { rawPayload } = await portal.fileOf(portal.mother, certificate.url_file)
    const raw = rawPayload.toString('latin1')
    expect(raw).toContain('<pdfuaid:part>1</pdfuaid:part>')
    expect(raw).toContain('/Lang (es-CL)')
    expect(raw).toContain('/S /Figure')
    expect(raw).toContain('/S /H1')
    const squares = pdfStreams(rawPayload)
      .flatMap((stream) => [...stream.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re$/gm)])
      .map(([, x, y, width, height]) => ({
        x: Number(x),
        y: Number(y),
        width: Number(width),
        height: Number(height),
      }))
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
    const { call, own, mother } = portal
    const plain = await issueOf(call, own)
    const full = await issueOf(call, own, true)
    expect(full.code).not.toBe(plain.code)
    const text = (await pdfTexts((await portal.fileOf(mother, full.url_file)).rawPayload)).join(' ')
    expect(text).toContain('Medicina interna')
    expect(text).toContain('Dra. Marcela Ortega Pino')
    expect((await verifyCode(portal.anonymous, full.code)).certified).toMatchObject({
      doctor_name: 'Dra. Marcela Ortega Pino',
      specialty: 'Medicina interna',
    })
    expect((await verifyCode(portal.anonymous, plain.code)).certified).toMatchObject({
      doctor_name: null,
      specialty: null,
    })
  })

  test('a certificate of a video visit says that the visit was by video', async () => {
    const portal = await withVisits()
    const id = await portal.book(portal.mother.id, { modality: 'telemedicina', starts_at: hours(-5) })
    const { url_file } = await issueOf(portal.call, id)
    const text = (await pdfTexts((await portal.fileOf(portal.mother, url_file)).rawPayload)).join(' ')
    expect(text).toContain('Por video')
  })

  test('the same certificate again has the same code and date of issue, and each issue is audited', async () => {
    const portal = await withVisits()
    const { call, own, mother, clock } = portal
    const first = await issueOf(call, own)
    clock.set('2026-11-26T15:20:00Z')
    expect(await issueOf(call, own)).toEqual(first)
    const entry = {
      action: 'certificates.issue',
      actor_role: 'STANDART_ROLE',
      patient_id: mother.id,
      object: `id_appointment=${own}`,
      outcome: 'done',
    }
    expect(
      (await auditLogOf(portal, mother.id)).filter(({ action }) => action === 'certificates.issue'),
    ).toEqual([entry, entry])
  })

  test('a patient who asks two servers at the same time gets one certificate', async () => {
    const portal = await withVisits()
    const second = await openPortal(portal.db, portal.clock)
    const token = await portal.sessionOf(portal.mother.id)
    const [one, other] = await Promise.all([
      issueOf(portal.caller(token), portal.own),
      issueOf(second.caller(token), portal.own),
    ])
    await second.app.close()
    expect(other).toEqual(one)
    expect(await ask(portal.db, 'select count(*)::int as count from visit_certificates')).toEqual([
      { count: 1 },
    ])
  })

  test('the database holds only the hash of a code', async () => {
    const portal = await withVisits()
    const { code } = await issueOf(portal.call, portal.own)
    const [row] = await ask<{ text: string }>(
      portal.db,
      'select row_to_json(c)::text as text from visit_certificates c',
    )
    expect(row?.text).not.toContain(code.replaceAll('-', ''))
    expect(row?.text).not.toContain(code)
  })

  test('after a change of the secret a certificate keeps its code while the earlier secret is configured', async () => {
    const portal = await withVisits()
    const first = await issueOf(portal.call, portal.own)
    const token = await portal.sessionOf(portal.mother.id)
    const changed = { SECRET_KEY: 'y'.repeat(48) }
    const rotated = await openPortal(portal.db, portal.clock, {
      environment: { ...changed, SECRET_KEY_PREVIOUS: testSecret },
    })
    expect(await issueOf(rotated.caller(token), portal.own)).toEqual(first)
    await rotated.app.close()
    const forgotten = await openPortal(portal.db, portal.clock, { environment: changed })
    const renewed = await issueOf(forgotten.caller(token), portal.own)
    expect(renewed.code).not.toBe(first.code)
    // The earlier paper is still verified.
    expect((await verifyCode(forgotten.anonymous, first.code)).certified).not.toBeNull()
    await forgotten.app.close()
  })

  test.each([
    [
      'unknown',
      { attendance: null, attendance_at: null },
      409,
      'La clínica todavía no registra la asistencia',
    ],
    ['missed', { attendance: 'missed' }, 409, 'La clínica registró que nadie se presentó'],
    [
      'cancelled',
      { state: 'cancelled', cancelled_at: hours(-9), attendance: null, attendance_at: null },
      410,
      'Esta hora fue cancelada',
    ],
    [
      'not over',
      { starts_at: hours(-0.25) },
      409,
      'El certificado se puede obtener cuando la hora ya terminó',
    ],
  ] as const)(
    'an appointment whose attendance is %s gets no certificate',
    async (_what, rest, status, message) => {
      const portal = await withVisits()
      const id = await portal.book(portal.mother.id, { starts_at: hours(-6), ...rest })
      const rejected = await rejectionOf(issueOf(portal.call, id))
      expect(rejected.status).toBe(status)
      expect(rejected.message).toContain(message)
      expect(await ask(portal.db, 'select id from visit_certificates')).toEqual([])
    },
  )

  test('a request that does not say what the certificate shows is rejected at its field', async () => {
    const portal = await withVisits()
    const answer = await portal.app.inject({
      method: 'POST',
      url: fullPath(issue),
      headers: { 'x-token': await portal.sessionOf(portal.mother.id) },
      payload: { id_appointment: portal.own, shows_professional: 'sí' },
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toMatchObject([
      { param: 'shows_professional', msg: 'Elige qué muestra el certificado' },
    ])
  })
})

describe('who gets a certificate', () => {
  test('a guardian gets the certificate of a child, and the child’s audit log says so', async () => {
    const portal = await withVisits()
    await issueOf(portal.call, portal.childs)
    expect(
      (await auditLogOf(portal, portal.mother.id)).filter(({ action }) => action === 'certificates.issue'),
    ).toMatchObject([{ actor_role: 'guardian', patient_id: portal.child.id, outcome: 'done' }])
  })

  test('a guardian gets no certificate of a reserved appointment', async () => {
    const portal = await withVisits()
    const reserved = await portal.book(portal.child.id, {
      starts_at: hours(-6),
      reserved_group: 'Salud sexual',
    })
    await ask(portal.db, `update people set date_birth = '2011-11-20' where id = $1`, [portal.child.id])
    expect((await rejectionOf(issueOf(portal.call, reserved))).status).toBe(404)
    expect(
      (await auditLogOf(portal, portal.mother.id)).filter(({ action }) => action === 'certificates.issue'),
    ).toMatchObject([{ patient_id: portal.child.id, outcome: 'refused' }])
  })

  test('a delegate for the appointments gets the certificate, a delegate for the exams does not', async () => {
    const portal = await withVisits()
    const { db, mother, clock } = portal
    const [friend, other] = [await portal.person(), await portal.person()]
    const grant = { grantor_id: mother.id, now: clock.now() }
    await buildDelegation(db, { ...grant, delegate_id: friend.id, matters: ['appointments'] })
    await buildDelegation(db, { ...grant, delegate_id: other.id, matters: ['exams'] })
    const { url_file } = await issueOf(await portal.as(friend), portal.own)
    expect((await portal.fileOf(friend, url_file)).statusCode).toBe(200)
    expect((await rejectionOf(issueOf(await portal.as(other), portal.own))).status).toBe(404)
    expect((await portal.fileOf(other, url_file)).statusCode).toBe(404)
  })

  test('a group owner who only booked the appointment of an adult gets no certificate and is not offered one', async () => {
    const portal = await withVisits()
    const father = await portal.person()
    await buildLink(portal.db, {
      leader_id: portal.mother.id,
      member_id: father.id,
      relationship_type_id: relationship.nephew,
      guardian_proof: null,
    })
    const id = await portal.book(father.id, { booked_by: portal.mother.id, starts_at: hours(-7) })
    expect((await rejectionOf(issueOf(portal.call, id))).status).toBe(404)
    const { appointments } = await portal.call(appointmentAgendaEndpoints.list, {
      query: { period: 'history', patient_id: father.id },
    })
    expect(appointments).toMatchObject([{ id_appointment: id, certificate: null }])
    expect(
      (await auditLogOf(portal, portal.mother.id)).filter(({ action }) => action === 'certificates.issue'),
    ).toMatchObject([{ patient_id: father.id, outcome: 'refused' }])
  })

  test('a stranger gets neither the certificate nor its PDF', async () => {
    const portal = await withVisits()
    const stranger = await portal.person()
    const { url_file } = await issueOf(portal.call, portal.own)
    expect((await rejectionOf(issueOf(await portal.as(stranger), portal.own))).status).toBe(404)
    expect((await portal.fileOf(stranger, url_file)).statusCode).toBe(404)
    expect((await portal.app.inject({ url: url_file })).statusCode).toBe(401)
  })

  test('the list of past appointments says of which a certificate is available', async () => {
    const portal = await withVisits()
    const unknown = await portal.book(portal.mother.id, {
      starts_at: hours(-6),
      attendance: null,
      attendance_at: null,
    })
    const missed = await portal.book(portal.mother.id, { starts_at: hours(-9), attendance: 'missed' })
    const { appointments } = await portal.call(appointmentAgendaEndpoints.list, {
      query: { period: 'history', patient_id: portal.mother.id },
    })
    expect(appointments.map(({ id_appointment, certificate }) => [id_appointment, certificate])).toEqual([
      [portal.own, 'available'],
      [unknown, 'unknown'],
      [missed, 'missed'],
    ])
  })
})

describe('verifying a certificate', () => {
  test('anyone with the code sees what the certificate says, with the patient partly masked', async () => {
    const portal = await withVisits()
    const { code } = await issueOf(portal.call, portal.own)
    const number = portal.mother.document_number
    expect(await verifyCode(portal.anonymous, code)).toEqual({
      issued_at: '2026-11-26T15:00:00.000Z',
      certified: {
        patient_name: 'Camila F. R.',
        patient_document: `RUT **.***.${number.slice(-4, -1)}-${number.slice(-1)}`,
        starts_at: '2026-11-26T12:00:00.000Z',
        ends_at: '2026-11-26T12:30:00.000Z',
        modality: 'presencial',
        site_name: 'Providencia',
        site_address: expect.any(String),
        doctor_name: null,
        specialty: null,
      },
    })
  })

  test('a code is read without hyphens, in small letters, and with O for 0 and I for 1', async () => {
    const portal = await withVisits()
    const { code } = await issueOf(portal.call, portal.own)
    const typed = code.replaceAll('-', ' ').toLowerCase().replaceAll('0', 'o').replaceAll('1', 'i')
    expect((await verifyCode(portal.anonymous, typed)).certified).not.toBeNull()
  })

  test('a correction of the attendance withdraws the certificate, and nothing of its content is shown', async () => {
    const portal = await withVisits()
    const { call, own, staff, mother } = portal
    const { code, url_file } = await issueOf(call, own)
    await correct(staff, own, 'missed', 'attended')
    expect(await verifyCode(portal.anonymous, code)).toEqual({
      issued_at: '2026-11-26T15:00:00.000Z',
      certified: null,
    })
    expect((await portal.fileOf(mother, url_file)).statusCode).toBe(404)
    expect((await rejectionOf(issueOf(await portal.as(mother), own))).status).toBe(409)
  })

  test('a certificate is valid again once a wrong correction is taken back', async () => {
    const portal = await withVisits()
    const { code } = await issueOf(portal.call, portal.own)
    await correct(portal.staff, portal.own, null, 'attended')
    expect((await verifyCode(portal.anonymous, code)).certified).toBeNull()
    await correct(portal.staff, portal.own, 'attended', null)
    expect((await verifyCode(portal.anonymous, code)).certified).not.toBeNull()
  })

  test('an appointment that was reported as missed gets a certificate once the front desk corrects it', async () => {
    const portal = await withVisits()
    const missed = { attendance: 'missed', state: 'cancelled', cancelled_at: hours(-1) }
    const id = await portal.book(portal.mother.id, { starts_at: hours(-6), ...missed })
    expect((await rejectionOf(issueOf(portal.call, id))).message).toMatch(
      /^La clínica registró que nadie se presentó/,
    )
    await correct(portal.staff, id, 'attended', 'missed')
    const { code } = await issueOf(portal.call, id)
    expect((await verifyCode(portal.anonymous, code)).certified).not.toBeNull()
    await correct(portal.staff, id, 'missed', 'attended')
    expect((await verifyCode(portal.anonymous, code)).certified).toBeNull()
  })

  test.each([
    ['is of another patient', 'patient_id = (select max(id) from people)'],
    ['is cancelled', "state = 'cancelled', cancelled_at = starts_at"],
    ['began at another time', "starts_at = starts_at - interval '10 minutes'"],
    ['ended at another time', "ends_at = ends_at + interval '10 minutes'"],
    ['was by video', "modality = 'telemedicina'"],
    ['was with another professional', "doctor_name = 'Dr. Pedro Soto Rojas'"],
    ['was of another specialty', "specialty = 'Cardiología'"],
  ])('a certificate is withdrawn when the record says that its appointment %s', async (_, change) => {
    const portal = await withVisits()
    const { code } = await issueOf(portal.call, portal.own, true)
    await ask(portal.db, `update appointments set ${change} where id = $1`, [portal.own])
    expect((await verifyCode(portal.anonymous, code)).certified).toBeNull()
  })

  test('after a correction of the patient’s name the certificate has a new code, and the earlier one stays valid', async () => {
    const portal = await withVisits()
    const before = await issueOf(portal.call, portal.own)
    await ask(portal.db, `update people set last_name = 'Fuentealba' where id = $1`, [portal.mother.id])
    const after = await issueOf(portal.call, portal.own)
    expect(after.code).not.toBe(before.code)
    expect((await verifyCode(portal.anonymous, before.code)).certified?.patient_name).toBe('Camila F. R.')
  })

  test('an unknown code answers 404 at its field', async () => {
    const portal = await withVisits()
    const rejected = await rejectionOf(verifyCode(portal.anonymous, '7777-7777-7777-7777'))
    expect([rejected.status, rejected.fieldErrorOf('code')]).toEqual([
      404,
      'No encontramos un certificado con ese código. Revisa que esté igual que en el documento',
    ])
  })

  test.each(['', 'K7QX-2RTP', 'K7QX-2RTP-9MVD-H4CU', 'x'.repeat(61)])(
    'the text «%s» is no code and is rejected at its field',
    async (text) => {
      const portal = await withVisits()
      const rejected = await rejectionOf(verifyCode(portal.anonymous, text))
      expect([rejected.status, rejected.fieldErrorOf('code')]).toEqual([
        400,
        'Ingresa los 16 caracteres del código',
      ])
    },
  )

  test('a network that tried ten unknown codes has to solve a robot check, and may then verify', async () => {
    const portal = await withVisits()
    const { code } = await issueOf(portal.call, portal.own)
    const unknown = '7777777777777777'
    for (let index = 0; index < 10; index++)
      expect((await rejectionOf(verifyCode(portal.anonymous, unknown))).status).toBe(404)
    expect((await rejectionOf(verifyCode(portal.anonymous, unknown))).number).toBe(11)
    expect((await rejectionOf(verifyCode(portal.anonymous, code))).number).toBe(11)
    const altcha = await solveRobotCheck(portal, 'certificate')
    expect((await verifyCode(portal.anonymous, code, altcha)).certified).not.toBeNull()
    expect((await verifyCode(portal.caller(undefined, '190.45.7.1'), code)).certified).not.toBeNull()
  })

  test('the certificates of a closed account are erased, and their codes are unknown', async () => {
    const portal = await withVisits()
    const { code } = await issueOf(portal.call, portal.own)
    await portal.call(profileEndpoints.close)
    expect(await ask(portal.db, 'select id from visit_certificates')).toEqual([])
    expect((await rejectionOf(verifyCode(portal.anonymous, code))).status).toBe(404)
  })
})
