import { staffAccountEndpoints } from '@mi-portal/contract/account-security'
import { attendanceEndpoints } from '@mi-portal/contract/attendance'
import { confirmationEndpoints } from '@mi-portal/contract/confirmations'
import { emergencyContactEndpoints } from '@mi-portal/contract/emergency-contacts'
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { familyRequestEndpoints } from '@mi-portal/contract/family/requests'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { staffReadEndpoints } from '@mi-portal/contract/staff-reads'
import { userEndpoints } from '@mi-portal/contract/users'
import { expect, test } from 'vitest'
import { clinicWith } from '../../../test/clinic/packages.ts'
import { openPortal, type Portal, startPortal, startServer } from '../../../test/portal.ts'
import { expectRejected } from '../../../test/rejection.ts'

const { one } = userEndpoints
const { giveReason } = staffReadEndpoints

/** A portal whose staff open ten people a day, with a clerk and twelve patients. */
async function withBudget() {
  const portal = await startPortal({ parts: clinicWith({ opened_people_daily: 10 }) })
  const clerk = await portal.person({ rol: 'ADMIN_ROLE', first_name: 'Pedro', last_name: 'Rojas' })
  const patients: { id: number; document_number: string }[] = []
  for (let count = 0; count < 12; count += 1) patients.push(await portal.person())
  const open = (call: Awaited<ReturnType<Portal['as']>>, index: number) =>
    call(one, { params: { id: patients[index]?.id ?? 0 } })
  return { ...portal, clerk, patients, open, call: await portal.as(clerk) }
}

/** Adds a family link, a change that waits and an appointment of a person, and returns their numbers. */
async function addThings({ db, clock }: Pick<Portal, 'db' | 'clock'>, personId: number, otherId: number) {
  const [found] = await db.ask<{ link: number; waiting: number; appointment: number }>(
    `with l as (
       insert into family_links (leader_id, member_id, relationship_type_id, state, created_at)
       values ($3, $1, 1, 'approved', $2) returning id
     ), c as (
       insert into pending_confirmations (kind, subject_id, target, payload, changes, emails, requested_by, requested_at)
       values ('second-factor-reset', $1, '', '{}', '[]', '{}', $3, $2) returning id
     ), a as (
       insert into appointments (patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context, office_id, place_care,
         place_detail, modality, starts_at, ends_at, state, created_at)
       values ($1, '111111111', 'Dra. Prueba', 101, 'Medicina', 'c', 239, 'p', 'p', 'presencial', $2, $2::timestamptz + interval '1 hour',
         'booked', $2) returning id
     ) select l.id as link, c.id as waiting, a.id as appointment from l, c, a`,
    [personId, clock.now(), otherId],
  )
  if (found === undefined) throw new Error('nothing was added')
  return found
}

test('above the daily budget a member of staff opens people only with a reason, which those who answer for personal data are mailed', async () => {
  const { call, open, patients, clerk, db, clock, person } = await withBudget()
  await person({ rol: 'SUPER_ADMIN_ROLE', email: 'jefa@ejemplo.cl' })
  const officer = await person({ rol: 'ADMIN_ROLE', email: 'datos@ejemplo.cl' })
  await db.ask(`update people set permission_set = 'privacy-officer' where id = $1`, [officer.id])
  for (let index = 0; index < 10; index += 1) await open(call, index)
  await open(call, 3)
  const [eleventh, params] = [patients[10], { id: patients[10]?.id ?? 0 }]
  const { link, waiting, appointment } = await addThings({ db, clock }, params.id, patients[0]?.id ?? 0)
  const addition = {
    body: {
      patient_id: patients[0]?.id ?? 0,
      family_document_type: 1 as const,
      family_document_number: eleventh?.document_number ?? '',
      type_relationship_id: 1,
    },
  }
  for (const blocked of [
    () => call(one, { params }),
    () => call(peopleEndpoints.one, { params }),
    () => call(profileEndpoints.photos, { params }),
    () => call(staffAccountEndpoints.state, { params }),
    () => call(emergencyContactEndpoints.ofPatient, { params }),
    () =>
      call(familyRequestEndpoints.search, {
        params: { document_type_id: 1, document_number: eleventh?.document_number ?? '' },
        query: {},
      }),
    () => call(familyMemberEndpoints.member, { params: { id: link } }),
    () => call(attendanceEndpoints.one, { params: { id: appointment } }),
    () => call(confirmationEndpoints.confirm, { params: { id: waiting } }),
    () => call(familyRequestEndpoints.staffAdd, addition),
  ])
    await expectRejected(blocked(), 403, { number: 17 })
  await expectRejected(call(giveReason, { body: { reason: 'curiosidad' as 'other' } }), 400)
  expect(await call(giveReason, { body: { reason: 'busy-day' } })).toMatchObject({ opened: 10, allowed: 20 })
  // The reason counts once, however often it is sent.
  expect(await call(giveReason, { body: { reason: 'other' } })).toMatchObject({ opened: 10, allowed: 20 })
  await call(one, { params })
  const mails = await db.listMails()
  expect(mails.map(({ template, recipient }) => [template, recipient])).toEqual([
    ['staffReads.moreOpened', 'datos@ejemplo.cl'],
  ])
  expect(mails[0]?.body_text).toContain('Pedro R. L.')
  expect(mails[0]?.body_text).toContain('Hoy atiendo a más personas que lo habitual')
  expect(
    await db.ask(
      `select action, outcome, detail from audit_events
       where actor_id = $1 and (outcome = 'refused' or action = 'users.openMore') order by id desc limit 2`,
      [clerk.id],
    ),
  ).toEqual([
    { action: 'users.openMore', outcome: 'done', detail: { reason: 'busy-day', opened: 10 } },
    { action: 'users.read', outcome: 'refused', detail: { because: 'budget' } },
  ])
  clock.advance({ days: 1 })
  const next = await openPortal(db, clock)
  await open(await next.as(clerk), 11)
  await next.app.close()
  expect(await db.ask('select opened from opened_people_days order by day')).toEqual([
    { opened: 11 },
    { opened: 1 },
  ])
})

test('two servers at once never open more people for a member of staff than the budget of the day', async () => {
  const { caller, open, db, clock, clerk, sessionOf } = await withBudget()
  const token = await sessionOf(clerk.id)
  const call = caller(token)
  const second = await startServer(db, clock)
  const other = second.caller(token)
  for (let index = 0; index < 9; index += 1) await open(call, index)
  const both = await Promise.allSettled([open(call, 9), open(other, 10), open(call, 11)])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await db.ask('select opened from opened_people_days')).toEqual([{ opened: 10 }])
  expect(await db.ask('select count(*)::int as count from opened_people')).toEqual([{ count: 10 }])
})

test('staff limited to sites find and open people who were or will be there, or who have been nowhere', async () => {
  const portal = await startPortal()
  const { db, clock, person } = portal
  const [providencia, maipu] = [2, 239]
  const clerk = await person({ rol: 'ADMIN_ROLE' })
  const build = async (
    first_name: string,
    visits: readonly [site: number, state: string, hours: number][],
  ) => {
    const built = await person({ first_name, last_name: 'Sotomayor' })
    for (const [site, state, hours] of visits)
      await db.ask(
        `insert into appointments (patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context, office_id,
           place_care, place_detail, modality, starts_at, ends_at, state, created_at)
         select $1, '111111111', 'Dra. Prueba', 101, 'Medicina', 'c', $2, 'p', 'p', 'presencial', s, s + interval '30 minutes', $3, $4
         from (select $4::timestamptz + $5 * interval '1 hour' as s) at`,
        [built.id, site, state, clock.now(), hours],
      )
    return built
  }
  const seen = [
    await build('Ana', []),
    await build('Berta', [[providencia, 'booked', -900]]),
    await build('Carla', [
      [maipu, 'booked', -900],
      [providencia, 'booked', 90],
    ]),
    await build('Dora', [[maipu, 'cancelled', 90]]),
  ]
  const elsewhere = await build('Elsa', [
    [maipu, 'booked', -900],
    [providencia, 'cancelled', 90],
  ])
  const find = async () => {
    const call = await portal.as(clerk)
    const found = await call(userEndpoints.list, { body: { filter: 'sotomayor' } })
    return { call, names: found.patients.map(({ first_name }) => first_name).sort(), notice: found.notice }
  }
  expect((await find()).names).toHaveLength(5)
  await db.ask('update people set site_ids = array[$2::int] where id = $1', [clerk.id, providencia])
  const { call, names, notice } = await find()
  expect(names).toEqual(['Ana', 'Berta', 'Carla', 'Dora'])
  expect(notice).toContain('Si se atiende en otra sede')
  for (const { id } of seen) await call(one, { params: { id } })
  const params = { id: elsewhere.id }
  await expectRejected(call(one, { params }), 404)
  await expectRejected(call(userEndpoints.disable, { params }), 404)
  await expectRejected(call(staffAccountEndpoints.state, { params }), 404)
  const { link, waiting, appointment } = await addThings(portal, elsewhere.id, seen[0]?.id ?? 0)
  await expectRejected(call(familyMemberEndpoints.member, { params: { id: link } }), 404)
  await expectRejected(
    call(familyMemberEndpoints.staffGuardian, { params: { link_id: link }, body: { confirmed: false } }),
    404,
  )
  await expectRejected(call(familyMemberEndpoints.staffRemove, { query: { id: link } }), 404)
  await expectRejected(call(confirmationEndpoints.confirm, { params: { id: waiting } }), 404)
  await expectRejected(call(attendanceEndpoints.one, { params: { id: appointment } }), 404)
  expect(await db.listAuditEvents()).toContainEqual(
    expect.objectContaining({ patient_id: elsewhere.id, outcome: 'refused', detail: { because: 'site' } }),
  )
})
