import { emergencyContactEndpoints } from '@mi-portal/contract/emergency-contacts'
import { expect, test } from 'vitest'
import { startPatient } from '../../../test/patients.ts'

const { own, save, remove } = emergencyContactEndpoints
const contact = { name: 'Rosa Tapia', relationship: 'Mamá', phone: '987654321' }

test('a patient adds, changes and removes the emergency contact, and each change is audited', async () => {
  const { call, db } = await startPatient()
  expect(await call(own)).toMatchObject({ contact: null })
  expect((await call(save, { body: contact })).contact).toEqual(contact)
  await call(save, { body: { ...contact, phone: '223625400' } })
  expect((await call(own)).contact).toEqual({ ...contact, phone: '223625400' })
  expect((await call(remove)).contact).toBeNull()
  expect((await call(remove)).contact).toBeNull()
  expect((await call(own)).contact).toBeNull()
  expect(await db.listAuditEvents('emergency-%')).toMatchObject(
    ['save', 'save', 'remove'].map((what) => ({ action: `emergency-contacts.${what}` })),
  )
})
