import { registrationEndpoints } from '@mi-portal/contract/registration'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { userEndpoints } from '@mi-portal/contract/users'
import { expect, test } from 'vitest'
import { startPortal } from '../../../test/portal.ts'
import { openPhotos, registerPassport, startRegistering } from '../../../test/registration.ts'
import { expectRejected, getRejection } from '../../../test/rejection.ts'

const { confirm, deny } = userEndpoints

async function withPending() {
  const portal = await startRegistering()
  const { patient } = await registerPassport(portal, 'P7654321')
  const staff = await portal.person({ rol: 'ADMIN_ROLE' })
  const lastMail = async () => (await portal.db.listMails()).at(-1)
  const call = await portal.as(staff)
  const lookAt = (as = call) => openPhotos(portal, as, patient.id)
  return { ...portal, patient, staff, lastMail, call, lookAt }
}

test('an account opens when staff who have looked at each photo approve it, and the person is notified and signs in', async () => {
  const { call, patient, anonymous, lastMail, db, staff, lookAt } = await withPending()
  const approve = () => call(confirm, { params: { id: patient.id }, body: { userStatus: 1 } })
  await expectRejected(approve(), 409, 'Abre cada fotografía antes de confirmar, o confirma en persona')
  await lookAt()
  const answer = await approve()
  expect(answer.patient).toMatchObject({ id: patient.id, status: 1, status_passport: true })
  const mail = await lastMail()
  expect(mail).toMatchObject({ template: 'users.approved', recipient: 'lucia@ejemplo.cl' })
  expect(mail?.subject).not.toMatch(/Lucía|P7654321/)
  const { token } = await anonymous(sessionEndpoints.signIn, {
    body: { document_type_id: 2, document_number: 'P7654321', password: 'Cordillera2026' },
  })
  expect(token).toBeDefined()
  expect(
    await db.ask(`select actor_id, actor_role, detail from audit_events where action = 'users.confirm'`),
  ).toEqual([
    {
      actor_id: staff.id,
      actor_role: 'ADMIN_ROLE',
      detail: { before: { status: 3, status_passport: false }, after: { status: 1, status_passport: true } },
    },
  ])
})

test('a denied account stays closed, and the person is mailed the standard reason, not the typed one, and may register again', async () => {
  const { call, patient, anonymous, lastMail, db, clock } = await withPending()
  const reason = 'La fotografía no se lee. Vuelve a tomarla con más luz'
  const answer = await call(deny, {
    params: { id: patient.id },
    body: { userStatus: 2, reasons: ['expired'], reason },
  })
  expect(answer.patient).toMatchObject({ status: 2, status_passport: false })
  const mail = await lastMail()
  expect(mail?.template).toBe('users.denied')
  expect(mail?.subject).not.toMatch(/Lucía|P7654321|fotografía/)
  expect(mail?.body_text).toContain('Motivo: El documento está vencido.')
  expect(mail?.body_text).not.toContain(reason)
  const signIn = anonymous(sessionEndpoints.signIn, {
    body: { document_type_id: 2, document_number: 'P7654321', password: 'Cordillera2026' },
  })
  expect((await getRejection(signIn)).message).toBe('Usuario o contraseña inválida')
  expect(
    await anonymous(registrationEndpoints.available, {
      params: { document_type_id: 2, document_number: 'P7654321' },
    }),
  ).toMatchObject({ registered: false })
  const dates = await db.ask<{ delete_after: Date }>('select delete_after from files')
  expect(dates.map(({ delete_after }) => delete_after.getTime() - clock.now().getTime())).toEqual([
    30 * 86_400_000,
    30 * 86_400_000,
  ])
})

test('one of two concurrent decisions is made; its repetition changes nothing, and any other decision gets 409', async () => {
  const portal = await withPending()
  const { call, patient, db } = portal
  const colleague = await portal.as(await portal.person({ rol: 'SUPER_ADMIN_ROLE' }))
  const input = { params: { id: patient.id }, body: {} }
  for (const as of [call, colleague]) await portal.lookAt(as)
  const both = await Promise.allSettled([call(confirm, input), colleague(deny, input)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const [mine, theirs] = both[0].status === 'fulfilled' ? [call, colleague] : [colleague, call]
  const [made, opposite] = both[0].status === 'fulfilled' ? [confirm, deny] : [deny, confirm]
  await mine(made, input)
  for (const decide of [
    () => mine(opposite, input),
    () => theirs(made, input),
    () => theirs(opposite, input),
  ])
    await expectRejected(decide(), 409)
  expect(await db.ask('select count(*)::int as n from validation_decisions')).toEqual([{ n: 1 }])
  expect(await db.listMails('users.%')).toHaveLength(1)
})

test('staff decide only about a pending patient', async () => {
  const portal = await startPortal()
  const staff = await portal.person({ rol: 'ADMIN_ROLE' })
  const call = await portal.as(staff)
  const enabled = await portal.person()
  const waiting = await portal.person({ status: 3, without_account: true, email: null })
  const input = (id: number) => ({ params: { id }, body: {} })
  await expectRejected(call(confirm, input(enabled.id)), 409)
  await expectRejected(call(confirm, input(staff.id)), 404)
  await expectRejected(call(confirm, input(999_999)), 404)
  // A RUN that staff check by hand is no validated passport. An account without a mailbox is decided too.
  expect((await call(confirm, input(waiting.id))).patient).toMatchObject({
    status: 1,
    status_passport: false,
  })
})
