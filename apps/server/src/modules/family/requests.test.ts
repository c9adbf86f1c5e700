import { familyEndpoints } from '@mi-portal/contract/family'
import { describe, expect, test } from 'vitest'
import { ask } from '../../../test/ask.ts'
import { asA, legalTextId, startFamily } from '../../../test/family.ts'
import { refusal } from '../../../test/refusal.ts'

describe('asking somebody into a group', () => {
  test('keeps a pending request in both lists, and gives nothing before it is accepted', async () => {
    const { as, leader, adult, requestFrom } = await startFamily()
    const ids = await requestFrom(leader, adult)
    const call = await as(leader)
    const row = {
      id: ids.request_id,
      family_id: ids.family_id,
      request_status: 0,
      request_creation_date: '2026-11-26T15:00:00.000Z',
      applicant_patient: {
        id: leader.id,
        first_name: 'Camila Andrea',
        last_name: 'Fuentes',
        second_name: 'Rojas',
      },
      family_patient: { id: adult.id, first_name: 'Jorge Luis', last_name: 'Rojas', second_name: 'Tapia' },
      type_relationship: { id: asA.sibling, name: 'Hermano/a' },
    }
    expect((await call(familyEndpoints.sent)).requests).toEqual([row])
    expect((await call(familyEndpoints.received)).requests).toEqual([])
    expect((await call(familyEndpoints.group)).familyGroup).toEqual([])
    expect((await (await as(adult))(familyEndpoints.received)).requests).toEqual([row])
  })

  test('needs the accepted legal text for a minor, which is kept with its hash and the address', async () => {
    const { as, db, leader, child, bodyFor } = await startFamily()
    const call = await as(leader)
    const add = (more: object) =>
      call(familyEndpoints.add, { body: bodyFor(child, { type_relationship_id: asA.child, ...more }) })
    const without = await refusal(add({}))
    expect([without.status, without.faults]).toEqual([
      400,
      [
        {
          msg: 'Debes aceptar el texto legal para agregar a una persona menor de edad',
          param: 'legal_text_id',
        },
      ],
    ])
    expect((await refusal(add({ legal_text_id: 99 }))).faults[0]?.param).toBe('legal_text_id')
    await add({ legal_text_id: legalTextId })
    const consents = await ask<object>(
      db,
      'select person_id, kind, version, length(text_hash) as hashed, host(ip) as ip from consents',
    )
    expect(consents).toEqual([
      { person_id: leader.id, kind: 'family_group', version: '1', hashed: 32, ip: '127.0.0.1' },
    ])
  })
})
