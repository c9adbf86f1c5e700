import { emergencyContactEndpoints } from '@mi-portal/contract/emergency-contacts'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { expect, test } from 'vitest'
import { ask } from '../../../test/ask.ts'
import { startPortal } from '../../../test/portal.ts'
import { rejectionOf } from '../../../test/rejection.ts'

const { own, save, remove } = emergencyContactEndpoints
const contact = { name: 'Rosa Tapia', relationship: 'Mamá', phone: '987654321' }

test('a patient adds, changes and removes the emergency contact, and each change is audited', async () => {
  const portal = await startPortal()
  const person = await portal.person()
  const call = await portal.as(person)
  expect(await call(own)).toMatchObject({ contact: null })
  expect((await call(save, { body: contact })).contact).toEqual(contact)
  await call(save, { body: { ...contact, phone: '223625400' } })
  expect((await call(own)).contact).toEqual({ ...contact, phone: '223625400' })
  expect((await call(remove)).contact).toBeNull()
  expect((await call(remove)).contact).toBeNull()
  expect((await call(own)).contact).toBeNull()
  expect(
    await ask(portal.db, `select action from audit_events where action like 'emergency-%' order by id`),
  ).toEqual(['save', 'save', 'remove'].map((what) => ({ action: `emergency-contacts.${what}` })))
})

test('an emergency contact with a missing or wrong field is rejected at that field', async () => {
  const portal = await startPortal()
  const call = await portal.as(await portal.person())
  const wrong = { name: '', relationship: ' ', phone: '012' }
  const { fieldErrors } = await rejectionOf(call(save, { body: wrong }))
  expect(fieldErrors.map(({ param }) => param)).toEqual(Object.keys(wrong))
  const link = await rejectionOf(call(save, { body: { ...contact, name: 'https://evil.example' } }))
  expect(link.fieldErrorOf('name')).toBe('Usa solo letras, espacios, apóstrofos, guiones y puntos')
  expect((await call(own)).contact).toBeNull()
})

test('the emergency contact is deleted with the account', async () => {
  const portal = await startPortal()
  const call = await portal.as(await portal.person())
  await call(save, { body: contact })
  await call(profileEndpoints.close)
  expect(await ask(portal.db, 'select 1 from emergency_contacts')).toEqual([])
})
