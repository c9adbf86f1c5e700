import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isCommune } from '../src/modules/clinic/contradictions/communes.rules.ts'
import { readValidPackage } from '../src/modules/clinic/package/read-package.ts'
import { ask as askOf, type TestDatabase } from '../test/ask.ts'
import { demonstration, threeSitesFiles } from '../test/clinic/packages.ts'
import { getReservedGroup } from '../test/clinic/reserved-group.ts'
import { openTestDatabase } from '../test/database.ts'
import lists from './catalogues/lists.json' with { type: 'json' }
import { fillCatalogues } from './catalogues.ts'
import { legalTextRows } from './legal-texts.ts'

const analytes = demonstration.laboratoryAnalytes
const reservedTests = demonstration.reservedTests

let db: TestDatabase

beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

const ask = <Row>(sql: string) => askOf<Row>(db, sql)

/** Returns whether the last digit of a LOINC code is the check digit (mod 10) of those before it. */
function hasLoincCheckDigit(code: string): boolean {
  const [number = '', digit] = code.split('-')
  const sum = [...number].toReversed().reduce((total, one, index) => {
    const value = Number(one) * (index % 2 === 0 ? 2 : 1)
    return total + Math.floor(value / 10) + (value % 10)
  }, 0)
  return String((10 - (sum % 10)) % 10) === digit
}

test('Chile has 16 regions, 56 provinces and 346 communes, and every commune lies in its province’s region', async () => {
  expect(
    await ask(
      `select (select count(*) from regions)::int as regions, (select count(*) from provinces)::int as provinces,
        (select count(*) from communes)::int as communes,
        (select count(*) from communes c join provinces p on p.id = c.province_id where p.region_id <> c.region_id)::int as astray`,
    ),
  ).toEqual([{ regions: 16, provinces: 56, communes: 346, astray: 0 }])
  // The check of a clinic package knows the same communes.
  const known = Array.from({ length: 20_000 }, (_, code) => code).filter(isCommune)
  expect(await ask(`select id from communes order by id`)).toEqual(known.map((id) => ({ id })))
})

test('national rows that differ from the data of the product are written again when that data changes', async () => {
  await ask(`update genders set name = 'otro' where id = 1`)
  await fillCatalogues(db, { isDemonstration: true })
  expect(await ask('select name from genders where id = 1')).toEqual([{ name: 'otro' }])
  await ask(`update installation set value = '"old"' where key = 'catalogues'`)
  await fillCatalogues(db, { isDemonstration: true })
  expect(await ask('select name from genders where id = 1')).toEqual([{ name: 'Femenino' }])
})

test('a legal text of either clinic has not changed under its version', async () => {
  const threeSites = await readValidPackage(threeSitesFiles)
  const digests = [demonstration, threeSites].map(({ legalTexts }) =>
    legalTextRows(legalTexts).map(({ kind, version, text }) => {
      const digest = createHash('sha256').update(text).digest('hex').slice(0, 16)
      return `${kind} ${version}: ${digest}`
    }),
  )
  // Another digest needs another version, with a date of its own.
  expect(digests.map((texts) => texts.sort())).toEqual([
    [
      'accessibility 1: 22991148bc67e1f5',
      'family_group 2: 3d93840ae517a015',
      'privacy 6: 652a62f597f6677b',
      'rights 1: e85f065cf3f768f6',
      'terms 4: fe1e57fa386a98ab',
    ],
    [
      'accessibility 2: 0000b6a30aed5e8d',
      'family_group 1: 534b01779689f131',
      'privacy 4: 42c96d6d7ff7ed0b',
      'rights 2: 0d1e096c495faf79',
      'terms 1: 77e2363730fb439f',
    ],
  ])
})

test('every LOINC code of the reserved tests has its right check digit and stands in one group', () => {
  const codes = reservedTests.flatMap(({ loinc }) => Object.keys(loinc))
  expect(codes.filter((code) => !hasLoincCheckDigit(code))).toEqual([])
  expect(hasLoincCheckDigit('56888-2')).toBe(false)
  expect(new Set(codes).size).toBe(codes.length)
})

test('the six groups that the law names each have reserved tests, and the words of a test say the group of its code', () => {
  expect(reservedTests.map(({ group }) => group)).toEqual(lists.sensitive_groups.map(({ code }) => code))
  for (const { group, loinc } of reservedTests) {
    expect(Object.keys(loinc).length).toBeGreaterThan(4)
    for (const code of Object.keys(loinc)) expect(getReservedGroup({ codes: [code], names: [] })).toBe(group)
  }
  for (const { name, code, reserved_group } of analytes) {
    expect([code, getReservedGroup({ codes: [], names: [name] })]).toEqual([code, reserved_group])
    expect([code, getReservedGroup({ codes: [code], names: [] })]).toEqual([code, reserved_group])
  }
})

test.each([
  ['68961-2', 'HIV 1 Ab', 'VIH'],
  ['x', 'Test rápido de V.I.H. (VIH 1-2)', 'VIH'],
  ['x', 'Sífilis, prueba treponémica', 'ITS'],
  ['x', 'Sub-unidad beta HCG', 'EMBARAZO'],
  ['x', 'Espermiograma', 'FERTILIDAD'],
  ['x', 'Litemia', 'SALUD_MENTAL'],
  ['x', 'Panel de drogas en orina', 'DROGAS'],
  ['718-7', 'Hemoglobina fetal', null],
  ['x', 'Litiasis, estudio metabólico', null],
  ['x', 'Metanol', null],
])('a test with the code %s and the name «%s» is reserved as %s', (code, name, group) => {
  expect(getReservedGroup({ codes: [code], names: [name] })).toBe(group)
})
