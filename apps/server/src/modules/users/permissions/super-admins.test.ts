import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { expect, test } from 'vitest'
import { startPortal } from '../../../../test/portal.ts'
import { getRejection } from '../../../../test/rejection.ts'
import { password, passwords } from '../../../../test/security/passwords.ts'
import { superAdminForm as form } from '../../../../test/staff/super-admin-form.ts'
import { createAudit } from '../../../platform/audit.ts'
import { createSuperAdmin } from './create-super-admin.ts'

async function withInstallation() {
  const portal = await startPortal()
  const { db, clock } = portal
  const queued: string[][] = []
  const branding = portal.clinic.current().clinic
  const parts = {
    db,
    passwords,
    auditLog: createAudit(db, clock),
    mail: {
      queue: async (_: unknown, { name }: { name: string }, { recipient }: { recipient: string }) => {
        queued.push([name, recipient])
        return 'queued' as const
      },
    },
  }
  const create = (given: typeof form) => createSuperAdmin({ ...parts, clock, branding }, given)
  return { ...portal, queued, create }
}

test('the operator creates a super administrator, who signs in and of whom the others are mailed', async () => {
  const { create, anonymous, db, person, queued } = await withInstallation()
  await person({ rol: 'SUPER_ADMIN_ROLE', email: 'jefa@ejemplo.cl' })
  await person({ rol: 'ADMIN_ROLE', email: 'mesonero@ejemplo.cl' })
  await create(form)
  expect(queued).toEqual([['users.superAdminCreated', 'jefa@ejemplo.cl']])
  const { patient } = await anonymous(sessionEndpoints.signInStaff, {
    body: { document_type_id: 1, document_number: '111111111', password },
  })
  expect(patient).toMatchObject({ rol: 'SUPER_ADMIN_ROLE', temporary_key_status: false })
  const entry = { actor_role: 'system', detail: { rol: 'SUPER_ADMIN_ROLE' } }
  expect(await db.listAuditEvents('users.create')).toMatchObject([entry])
})

test('a weak password and a document that has an account are rejected', async () => {
  const { create, person } = await withInstallation()
  expect((await getRejection(create({ ...form, password: 'Password1' }))).fieldErrors[0]?.param).toBe(
    'password',
  )
  expect((await getRejection(create({ ...form, password: 'Rodrigo2026' }))).fieldErrors[0]?.param).toBe(
    'password',
  )
  const taken = await person({ document_number: '111111111' })
  const failure = await getRejection(create(form))
  expect([failure.message, taken.rol]).toEqual(['El documento ya se encuentra registrado', 'STANDART_ROLE'])
})
