import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../src/platform/database/database.ts'
import { ask as askOf } from '../test/ask.ts'
import { openTestDatabase } from '../test/database.ts'
import exams from './catalogues/exams.json' with { type: 'json' }
import laboratory from './catalogues/laboratory.json' with { type: 'json' }
import lists from './catalogues/lists.json' with { type: 'json' }
import { legalTexts, loadCatalogues } from './catalogues.ts'

let db: Database

beforeAll(async () => {
  db = await openTestDatabase()
  await loadCatalogues(db)
})
afterAll(() => db.close())

const ask = <Row>(sql: string) => askOf<Row>(db, sql)

test('Chile has 16 regions, 56 provinces and 346 communes, and every commune lies in its province’s region', async () => {
  expect(
    await ask(
      `select (select count(*) from regions)::int as regions, (select count(*) from provinces)::int as provinces,
        (select count(*) from communes)::int as communes,
        (select count(*) from communes c join provinces p on p.id = c.province_id where p.region_id <> c.region_id)::int as astray`,
    ),
  ).toEqual([{ regions: 16, provinces: 56, communes: 346, astray: 0 }])
})

test('Fonasa is offered once, without its income bands', async () => {
  expect(await ask(`select id, nombre from forecasts where kind = 'fonasa' and status = 1`)).toEqual([
    { id: 5, nombre: 'Fonasa' },
  ])
  expect(await ask(`select id from forecasts where kind = 'fonasa' and status = 0 order by id`)).toEqual([
    { id: 1 },
    { id: 2 },
    { id: 3 },
    { id: 4 },
  ])
})

test('the two sites carry the numbers the scheduling calls use', async () => {
  expect(await ask('select id, office_id from offices order by id')).toEqual([
    { id: 2, office_id: 'PROVIDENCIA' },
    { id: 239, office_id: 'MAIPU' },
  ])
})

test('loading again does nothing, and loading after the data changed brings the rows back to the data', async () => {
  expect(await loadCatalogues(db)).toBe(false)
  await ask(`update genders set name = 'otro' where id = 1`)
  await ask(`delete from document_kinds where id = 3`)
  await ask(`update installation set value = '{"hash":"old"}' where key = 'catalogues'`)
  expect(await loadCatalogues(db)).toBe(true)
  expect(await ask('select name from genders where id = 1')).toEqual([{ name: 'Femenino' }])
  expect(await ask('select id from document_kinds where id = 3')).toEqual([{ id: 3 }])
})

test('a legal text that people may have agreed to is never written over; the next one is dated the day it came', async () => {
  const [own] = await ask(
    `select id, version, valid_from::text as day from legal_texts where kind = 'privacy'`,
  )
  expect(own).toEqual({ id: 5, version: '3', day: '2026-11-22' })
  await ask(
    `update legal_texts set id = 4, version = '2', valid_from = '2026-11-01', text = 'como antes' where kind = 'privacy'`,
  )
  await ask(`update legal_texts set text = 'como era' where kind = 'terms'`)
  await ask(`update installation set value = '{"hash":"old"}' where key = 'catalogues'`)
  expect(await loadCatalogues(db)).toBe(true)
  expect(
    await ask(
      `select version, valid_from >= (now() at time zone 'America/Santiago')::date as today, text = 'como antes' as kept
       from legal_texts where kind = 'privacy' order by id`,
    ),
  ).toEqual([
    { version: '2', today: false, kept: true },
    { version: '3', today: true, kept: false },
  ])
  expect(await ask(`select text from legal_texts where kind = 'terms'`)).toEqual([{ text: 'como era' }])
})

test('a legal text has not changed under its version', () => {
  const digests = legalTexts.map(({ kind, version, text }) => [
    `${kind} ${version}`,
    createHash('sha256').update(text).digest('hex').slice(0, 16),
  ])
  // Another digest needs another version, with an id and a date of its own.
  expect(Object.fromEntries(digests)).toEqual({
    'family_group 2': '3d93840ae517a015',
    'terms 2': '2e8dc47a703ecea3',
    'privacy 3': '49ba514cb8f191dc',
  })
})

test('what the law reserves carries a group that the catalogue knows, the same for an exam and its measure', () => {
  const groups = new Set(lists.sensitive_groups.map((group) => group.code))
  const reserved = [...exams.exams, ...laboratory.analytes].filter((row) => row.reserved_group !== null)
  for (const row of reserved) expect(groups).toContain(row.reserved_group)
  const exam = (text: string) => exams.exams.find((row) => row.text.startsWith(text))?.reserved_group
  const analyte = (code: string) => laboratory.analytes.find((row) => row.code === code)?.reserved_group
  expect(exam('RPR')).toBe(analyte('RPR'))
  expect(exam('VIH')).toBe(analyte('VIH'))
  expect(exam('Hepatitis B')).toBe(analyte('HBS'))
  expect(exam('Hepatitis C')).toBe(analyte('HCV'))
  expect(exam('Gonadotrofina')).toBe(analyte('BHCG'))
})

test('every exam names preparation, questionnaire and specialty that exist, and every panel its measures', () => {
  const indications = new Set(exams.indications.map((row) => row.key))
  const specialties = new Set(exams.specialties.map((row) => row.code))
  for (const exam of exams.exams) {
    expect(specialties).toContain(exam.specialty_code)
    if (exam.indications_key !== null) expect(indications).toContain(exam.indications_key)
  }
  const analytes = new Set(laboratory.analytes.map((row) => row.code))
  for (const panel of laboratory.panels) for (const code of panel.analytes) expect(analytes).toContain(code)
})
