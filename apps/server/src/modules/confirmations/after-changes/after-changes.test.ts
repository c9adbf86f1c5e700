import { staffAccountEndpoints } from '@mi-portal/contract/account-security'
import { confirmationEndpoints } from '@mi-portal/contract/confirmations'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { expect, test } from 'vitest'
import { startPortal } from '../../../../test/portal.ts'
import { password, passwordHash } from '../../../../test/security/passwords.ts'

/** A Wednesday. */
const start = '2026-11-18T15:00:00Z'

async function withPatient() {
  const portal = await startPortal()
  portal.clock.set(start)
  const admin = await portal.person({ rol: 'ADMIN_ROLE', first_name: 'Andrea', email: 'andrea@clinica.cl' })
  const patient = await portal.person({ first_name: 'Camila', password_hash: passwordHash })
  const staff = await portal.as(admin)
  const params = { id: patient.id }
  const lockAndUnlock = async () => {
    await staff(staffAccountEndpoints.lock, { params, body: { reason: 'lost-device' } })
    await staff(staffAccountEndpoints.unlock, { params, body: { document_checked: true } })
    await portal.db.ask('update people set password_hash = $2 where id = $1', [patient.id, passwordHash])
  }
  const signIn = () =>
    portal.anonymous(sessionEndpoints.signIn, {
      body: { document_type_id: 1, document_number: patient.document_number, password },
    })
  const listed = async () =>
    (await (await portal.as(admin))(confirmationEndpoints.signIns)).sign_ins.map(({ person, changes }) => ({
      id: person.id,
      changes,
    }))
  /** Writes the audit entry of an edit by this person. */
  const changed = (actor: number, fields: string[]) =>
    portal.db.ask(
      `insert into audit_events (at, actor_id, actor_role, action, patient_id, detail)
       values ($1, $2, 'ADMIN_ROLE', 'users.edit', $3, $4::jsonb)`,
      [portal.clock.now(), actor, patient.id, JSON.stringify({ changed: fields })],
    )
  const report = () => portal.runJob('confirmations.reportSignIns')
  const reports = () => portal.db.listMails('confirmations.signInsAfterChanges')
  return { ...portal, admin, patient, lockAndUnlock, changed, signIn, listed, report, reports }
}

test('a sign-in within 72 hours of a lock by staff is listed with its change, one before or later is not, and the list is audited', async () => {
  const { lockAndUnlock, signIn, listed, clock, patient, db, admin } = await withPatient()
  await signIn()
  clock.advance({ minutes: 1 })
  await lockAndUnlock()
  clock.advance({ hours: 71, minutes: 59 })
  await signIn()
  const both = { id: patient.id, changes: ['lock'] }
  expect(await listed()).toEqual([both, both])
  expect(
    await db.ask(
      `select distinct actor_id, patient_id from audit_events where action = 'confirmations.signIns'`,
    ),
  ).toEqual([{ actor_id: admin.id, patient_id: patient.id }])
  clock.advance({ minutes: 2 })
  await signIn()
  expect(await listed(), 'the later one').toHaveLength(2)
})

test('a changed e-mail, document, password or second factor is listed, and a changed name or an own change is not', async () => {
  const { changed, signIn, listed, clock, patient, admin, as, db } = await withPatient()
  await changed(admin.id, ['first_name'])
  await changed(patient.id, ['email'])
  await changed(admin.id, ['first_name', 'email', 'password'])
  await changed(admin.id, ['document_type_id', 'document_number'])
  await db.ask(
    `insert into second_factors (person_id, secret, created_at, confirmed_at) values ($1, 'x', now(), now())`,
    [patient.id],
  )
  const giveCode = { params: { id: patient.id }, body: { document_checked: true as const } }
  await (await as(admin))(staffAccountEndpoints.giveResetCode, giveCode)
  await db.ask('delete from second_factors where person_id = $1', [patient.id])
  clock.advance({ hours: 1 })
  await signIn()
  const changes = (await listed()).map((one) => one.changes)
  expect(changes.sort()).toEqual([['document'], ['email', 'password'], ['second-factor']])
})

test('a changed e-mail is watched for seventeen days, because a takeover by it has to wait', async () => {
  const { changed, signIn, listed, clock, patient, admin } = await withPatient()
  await changed(admin.id, ['email'])
  clock.advance({ days: 17, minutes: 1 })
  await signIn()
  expect(await listed()).toEqual([])
  await changed(admin.id, ['email'])
  clock.advance({ days: 16 })
  await signIn()
  expect(await listed()).toEqual([{ id: patient.id, changes: ['email'] }])
})

test('the staff who edit accounts are mailed the sign-ins of the week before, without the name of a patient', async () => {
  const { lockAndUnlock, signIn, report, reports, clock, db, person } = await withPatient()
  const editor = await person({ rol: 'ADMIN_ROLE', email: 'contenidos@clinica.cl' })
  await db.ask(`update people set permission_set = 'content-editor' where id = $1`, [editor.id])
  await lockAndUnlock()
  clock.advance({ hours: 3 })
  await signIn()
  // Monday, nine in the morning in Santiago.
  clock.set('2026-11-23T12:10:00Z')
  expect(await report()).toEqual({ signIns: 2 })
  const [mail, ...others] = await reports()
  expect(others).toEqual([])
  expect(mail?.recipient).toBe('andrea@clinica.cl')
  expect(mail?.body_text).toContain('Bloqueo o desbloqueo, por Andrea')
  expect(mail?.body_text).toContain('Ingreso 3 horas después')
  expect(mail?.body_text).not.toContain('Camila')
  expect(await db.listAuditEvents('confirmations.reportSignIns')).toMatchObject([
    { actor_role: 'system', detail: { first: '2026-11-16', last: '2026-11-22', sign_ins: 2 } },
  ])
})

test('the weekly report names two members of staff who confirm only each other, and no pair that others join', async () => {
  const { report, reports, clock, db, person, patient, admin } = await withPatient()
  const names = ['Beto', 'Carla', 'Dora', 'Elsa']
  const staff = [admin]
  for (const first_name of names) staff.push(await person({ rol: 'ADMIN_ROLE', first_name, email: null }))
  clock.set('2026-11-23T12:10:00Z')
  const made = async (one: number, other: number) =>
    db.ask(
      `insert into pending_confirmations (kind, subject_id, requested_by, requested_at, confirmed_by, confirmed_at)
       values ('identity-change', $1, $2, $4, $3, $4)`,
      [patient.id, staff[one]?.id ?? 0, staff[other]?.id ?? 0, new Date('2026-11-10T15:00:00Z')],
    )
  for (const [one, other] of [
    ...[
      [0, 1],
      [1, 0],
      [0, 1],
    ],
    ...[
      [2, 3],
      [3, 2],
      [2, 3],
      [2, 4],
    ],
  ] as const)
    await made(one ?? 0, other ?? 0)
  expect(await report()).toEqual({ signIns: 0 })
  const [mail] = await reports()
  expect(mail?.body_text).toMatch(/Andrea .* y Beto .*: 3 cambios/)
  expect(mail?.body_text).not.toMatch(/Carla|Dora|Elsa/)
})
