import { appointmentEndpoints } from '@mi-portal/contract/appointments/appointments'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { expect, test } from 'vitest'
import { buildLink } from '../../../test/build.ts'
import { createProfileForm, oldPassword, startProfile } from '../../../test/profile.ts'
import { getRejection } from '../../../test/rejection.ts'

test('accesses are listed latest first, by name and role, in plain words', async () => {
  const { as, holder, person, db, clock } = await startProfile({ date_birth: '2016-05-05' })
  const parent = await person({ first_name: 'Camila Andrea', last_name: 'Fuentes', second_name: 'Rojas' })
  await buildLink(db, { leader_id: parent.id, member_id: holder.id })
  const guardian = await as(parent)
  await guardian(appointmentEndpoints.upcomingOf, { params: { id: holder.id } })
  clock.advance({ minutes: 1 })
  const call = await as(holder)
  await call(peopleEndpoints.self)
  const { accesses, total } = await call(profileEndpoints.accesses)
  expect(total).toBe(2)
  const patient_full_name = 'Rosa Elena Tapia Lagos'
  expect(accesses).toEqual([
    {
      ...{ at: '2026-11-26T15:01:00.000Z', who: 'Rosa Elena Tapia Lagos', role: 'self', action: 'Vio' },
      ...{ what: 'tus datos personales', from: 'Tu sesión (127.0.•.•)', patient_full_name },
      ...{ id: 2, claim: null, may_claim: false },
    },
    {
      ...{ at: '2026-11-26T15:00:00.000Z', who: 'Camila Andrea Fuentes Rojas', role: 'guardian' },
      ...{ action: 'Vio', what: 'tus próximas horas', from: 'Sesión del portal', patient_full_name },
      ...{ id: 1, claim: null, may_claim: true },
    },
  ])
})

test('an access says what was changed, and by whom, staff included', async () => {
  const { as, holder, person, document } = await startProfile()
  const call = await as(holder)
  await call(profileEndpoints.edit, { form: createProfileForm({ phone: '987654321', address: 'Otra 1' }) })
  await call(profileEndpoints.changePassword, { body: { oldPassword, password: 'Araucaria-1810' } })
  const staff = await person({ rol: 'ADMIN_ROLE', first_name: 'Andrea Paz' })
  await (await as(staff))(profileEndpoints.recover, { body: document })
  const { accesses } = await call(profileEndpoints.accesses)
  expect(accesses.map(({ role, action, what }) => `${role}: ${action} ${what}`)).toEqual([
    'ADMIN_ROLE: Pidió una contraseña temporal para tu cuenta',
    'self: Cambió tu contraseña',
    'self: Cambió tu teléfono y tu dirección',
  ])
  expect(accesses[0]).toMatchObject({ who: 'Andrea Paz Tapia Lagos', from: 'Administración' })
})

test('denied attempts and accesses to other people’s data are left out', async () => {
  const { as, holder, person } = await startProfile()
  const stranger = await person()
  await getRejection((await as(stranger))(peopleEndpoints.one, { params: { id: holder.id } }))
  await (await as(stranger))(peopleEndpoints.self)
  expect((await (await as(holder))(profileEndpoints.accesses)).accesses).toEqual([])
})

test('sign-ins of the account are listed with the kind of device and the beginning of the address, also rejected ones', async () => {
  const { as, holder, caller, person, clock } = await startProfile()
  const chrome = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36' }
  const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko Firefox/130.0' }
  const body = {
    document_type_id: 1 as const,
    document_number: holder.document_number,
    password: oldPassword,
  }
  await caller(undefined, '190.45.17.3', chrome)(sessionEndpoints.signIn, { body })
  clock.advance({ minutes: 1 })
  const stranger = caller(undefined, '2001:db8:7::9', firefox)
  await getRejection(stranger(sessionEndpoints.signIn, { body: { ...body, password: 'Equivocada-1810' } }))
  const other = await person()
  await getRejection(
    stranger(sessionEndpoints.signIn, { body: { ...body, document_number: other.document_number } }),
  )
  const rejected = {
    ...{ at: '2026-11-26T15:01:00.000Z', who: 'Persona sin iniciar sesión', role: 'anonymous' },
    ...{ action: 'Intentó', what: 'iniciar sesión en tu cuenta y no pudo' },
    ...{ patient_full_name: 'Rosa Elena Tapia Lagos', from: 'Firefox en Linux (2001:db8:…)' },
    ...{ id: 2, claim: null, may_claim: false },
  }
  const call = await as(holder)
  expect(await call(profileEndpoints.accesses)).toMatchObject({
    total: 2,
    accesses: [
      rejected,
      { role: 'self', action: 'Inició', what: 'sesión en tu cuenta', from: 'Chrome en Windows (190.45.•.•)' },
    ],
  })
  expect((await call(profileEndpoints.accesses, { query: { others: 'true' } })).accesses).toEqual([rejected])
  const next = await call(profileEndpoints.accesses, { query: { page: 2, limit: 1 } })
  expect(next.accesses.map(({ action }) => action)).toEqual(['Inició'])
  expect((await (await as(other))(profileEndpoints.accesses)).accesses).toHaveLength(1)
})

test('the list is filtered by days of Santiago, both included, and by other people alone', async () => {
  const { as, holder, document, anonymous, clock } = await startProfile()
  // 02:30 UTC is still the evening before in Santiago.
  for (const moment of ['2026-11-24T02:30:00Z', '2026-11-25T02:30:00Z', '2026-11-26T02:30:00Z']) {
    clock.set(moment)
    await (await as(holder))(peopleEndpoints.self)
  }
  await anonymous(profileEndpoints.recover, { body: document })
  const call = await as(holder)
  const daysOf = async (query: { from?: string; to?: string; others?: 'true' }) =>
    (await call(profileEndpoints.accesses, { query })).accesses.map(({ at }) => at.slice(0, 10))
  expect(await daysOf({ from: '2026-11-24', to: '2026-11-24' })).toEqual(['2026-11-25'])
  expect(await daysOf({ from: '2026-11-24' })).toEqual(['2026-11-26', '2026-11-26', '2026-11-25'])
  expect(await daysOf({ to: '2026-11-23' })).toEqual(['2026-11-24'])
  expect(await daysOf({ others: 'true' })).toEqual(['2026-11-26'])
})
