import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readEndpoints } from '../../../test/endpoints.ts'
import { cleanDocument } from '../document-number.ts'

/** Spellings of people and clipboards: zeros and dashes of old cards, invisible marks, full-width digits. */
const spellings = {
  run: ['\u200e12.345.678\u22125', '012345678-5', '１２３４５６７８－５', ' 12 345\u200b678\u20135 '],
  passport: ['ab 123-456', '\u200eAB\u2011123456\u202c', 'ＡＢ１２３４５６'],
}

test('each spelling of a document number is stored as one number', () => {
  for (const typed of spellings.run) expect([typed, cleanDocument(1, typed)]).toEqual([typed, '123456785'])
  for (const typed of spellings.passport)
    expect([typed, cleanDocument(2, typed)]).toEqual([typed, 'AB123456'])
  expect(cleanDocument(1, '09.876.543-3')).toBe('98765433')
  expect(cleanDocument(2, '00123456'), 'zeros of a passport count').toBe('00123456')
})

async function readInputs() {
  return (await readEndpoints()).flatMap(([name, { body, form, params, query }]) =>
    [body, form, params, query].flatMap((schema) =>
      schema !== undefined && 'shape' in schema
        ? [{ name, schema, shape: schema.shape as Record<string, z.ZodMiniType> }]
        : [],
    ),
  )
}

test('each field of the contract for a document number takes every spelling', async () => {
  const found: string[] = []
  for (const { name, schema, shape } of await readInputs())
    for (const field of Object.keys(shape)) {
      if (!/document_?number$|^rut$/i.test(field)) continue
      const types = { document_type_id: 1, family_document_type: 1, documentTypeId: 1 }
      const errorOf = (typed: string) =>
        schema.safeParse({ ...types, [field]: typed }).error?.issues.find(({ path }) => path[0] === field)
      // The signed parameters of an address that the portal made are no document that a person types.
      if (errorOf('12345678-0') === undefined) continue
      found.push(name)
      for (const typed of ['12345678-5', ...spellings.run])
        expect([name, field, typed, errorOf(typed)?.message]).toEqual([name, field, typed, undefined])
    }
  expect(found.length).toBeGreaterThan(15)
})

test('each field of the contract for a typed code takes it in groups, with dashes and invisible marks', async () => {
  const found: string[] = []
  const codes = ['754107', '12345678', 'A1B2C3D4E5', '0123456789ABCDEF']
  for (const { name, shape } of await readInputs())
    for (const field of ['code', 'number', 'reset_code']) {
      const schema = shape[field]
      if (schema === undefined || z.safeParse(schema, 'no code!').success) continue
      for (const code of codes.filter((one) => z.safeParse(schema, one).success)) {
        const typed = `\u200e${code.slice(0, 3)} ${code.slice(3, 5)}\u2013${code.slice(5).toLowerCase()}\u200b `
        if (/^\d+$/.test(String(z.safeParse(schema, '5').data))) continue
        found.push(name)
        expect([name, field, z.safeParse(schema, typed).data]).toEqual([name, field, code])
      }
    }
  expect(new Set(found).size).toBeGreaterThan(8)
})
