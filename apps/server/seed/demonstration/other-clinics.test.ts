import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptyParts } from '@mi-portal/contract/clinic/clinic-package'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFolderStore } from '../../src/adapters/files/folder.ts'
import { readPackageFolder, shippedPackage } from '../../src/modules/clinic/package/package-files.service.ts'
import { readValidPackage } from '../../src/modules/clinic/package/read-package.service.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { passportSealer } from '../../src/platform/security/seal.ts'
import { ask as askOf } from '../../test/ask.ts'
import { testLetterhead } from '../../test/clinic/letterhead.ts'
import { demonstration, withoutSite } from '../../test/clinic/packages.ts'
import { openEmptyTestDatabase } from '../../test/database.ts'
import { testClock } from '../../test/portal.ts'
import { fillCatalogues } from '../catalogues.ts'
import { adolescentRun } from './accounts.ts'
import { createClinicLookup } from './clinic-lookup.ts'
import { fillDemonstration } from './fill.ts'
import { freshenDemonstration } from './freshen.ts'
import { publicationsOf } from './publications.ts'
import { planDemonstration } from './script.ts'

const now = new Date('2026-11-26T15:00:00Z')
const passwords = { of: () => 'x', others: 'x' }

describe('the demonstration with the package of three sites', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mi-portal-other-clinics-'))
  const files = createFolderStore(folder)
  const secrets = ['x'.repeat(48)] as const
  const sealer = passportSealer(secrets)
  const clock = testClock(now.toISOString())
  let db: Database
  let parts: Parameters<typeof freshenDemonstration>[0]

  const ask = <Row>(sql: string, values: readonly (string | number | Date)[] = []) =>
    askOf<Row>(db, sql, values)

  beforeAll(async () => {
    db = await openEmptyTestDatabase()
    await fillCatalogues(db, { isDemonstration: true, demonstrationClinic: 'tres-sedes' })
    const clinic = await readValidPackage(readPackageFolder(shippedPackage('tres-sedes')))
    parts = {
      db,
      files,
      sealer,
      clock,
      clinic,
      letterhead: { ...testLetterhead, brand: clinic.clinic.brand },
    }
    const hashPassword = async () => 'hash'
    expect(await fillDemonstration({ ...parts, secrets, hashPassword })).toBe(true)
  }, 60_000)
  afterAll(async () => {
    await db.close()
    rmSync(folder, { recursive: true })
  })

  test('Camila has as many appointments and results as in the usual demonstration', async () => {
    expect(
      await ask(
        `select (select count(*) from appointments a where a.patient_id = p.id and a.ends_at > $1)::int as upcoming,
           (select count(*) from appointments a where a.patient_id = p.id and a.ends_at <= $1)::int as past,
           (select count(*) from exams e where e.patient_id = p.id and e.type = 'laboratory' and e.shown)::int as laboratory,
           (select count(*) from exams e where e.patient_id = p.id and e.type = 'imaging' and e.shown)::int as imaging
         from people p where p.document_number = '123456785'`,
        [now],
      ),
    ).toEqual([{ upcoming: 4, past: 14, laboratory: 12, imaging: 6 }])
  })

  test('every site has appointments and free slots, and every appointment is at a site that offers its specialty', async () => {
    const sites = await ask<{ name: string; appointments: number; slots: number }>(
      `select o.name, (select count(*) from appointments a where a.office_id = o.id)::int as appointments,
         (select count(*) from slots s where s.office_id = o.id)::int as slots
       from offices o order by o.id`,
    )
    expect(sites.map(({ name }) => name)).toEqual(['Viña del Mar', 'Quilpué', 'Concón'])
    for (const { name, appointments, slots } of sites) {
      expect([name, appointments > 20, slots > 500]).toEqual([name, true, true])
    }
    const offered = new Set(
      parts.clinic.specialties.flatMap(({ code, sites: codes }) =>
        createClinicLookup(parts.clinic)
          .sitesWith(codes)
          .map(({ id }) => `${code} ${id}`),
      ),
    )
    const booked = await ask<{ key: string }>(
      `select distinct specialty_code || ' ' || office_id as key from appointments a join services v on v.code = a.specialty_code
       where v.kind = 'consultation'`,
    )
    expect(booked.filter(({ key }) => !offered.has(key))).toEqual([])
  })

  test('the site without imaging has no slots for imaging exams, and no professional attends while a site is closed', async () => {
    const imaging = parts.clinic.examSpecialties
      .filter(({ service }) => service === 'imagenologia')
      .map(({ service_code }) => service_code)
    const slots = await ask<{ office_id: number; service_code: number }>(
      'select distinct office_id, service_code from slots',
    )
    const siteIds = slots
      .filter(({ service_code }) => imaging.includes(service_code))
      .map((row) => row.office_id)
    expect([...new Set(siteIds)].sort()).toEqual([11, 12])
    // The third site closes at 18:00 and on Saturdays.
    expect(
      await ask(
        `select id from schedules where office_id = 13 and (weekday in (0, 6) or ends > time '18:00')`,
      ),
    ).toEqual([])
  })

  test('an adolescent has reserved appointments and exams, and requests use the clinic’s own lists', async () => {
    expect(
      await ask(
        `select (select count(*) from appointments where patient_id = p.id and reserved_group is not null)::int as appointments,
           (select count(*) from exams where patient_id = p.id and reserved_group is not null)::int as exams
         from people p where document_number = '${adolescentRun}'`,
      ),
    ).toEqual([{ appointments: 3, exams: 2 }])
    expect(
      await ask(
        `select (select count(*) from contacts where reason_id is not null)::int as contacts,
           (select count(*) from document_requests)::int as documents, (select count(*) from budget_requests)::int as quotes,
           (select count(*) from waiting_list)::int as waits, (select count(*) from survey_answers)::int as opinions`,
      ),
    ).toEqual([{ contacts: 11, documents: 10, quotes: 10, waits: 5, opinions: 11 }])
  })

  test('no text that is stored names a site of the usual demonstration', async () => {
    const stored = JSON.stringify([
      await ask('select title, html from prevention_articles'),
      await ask('select title from ads'),
      await ask('select name, text from alerts'),
      await ask('select message, branch from contacts'),
      await ask('select place_care, place_detail from appointments'),
      await ask('select people_categories from breaches'),
    ])
    for (const { name, code } of demonstration.sites) {
      expect(stored).not.toContain(name)
      expect(stored).not.toContain(code)
    }
    expect(stored).toContain('Viña del Mar, Quilpué y Concón')
  })

  test('the daily job books appointments that replace those that have passed', async () => {
    clock.advance({ days: 20 })
    const { hours } = await freshenDemonstration(parts)
    expect(hours).toBeGreaterThan(0)
    expect(
      await ask(
        `select count(*)::int as upcoming from appointments a join people p on p.id = a.patient_id
         where p.document_number = '123456785' and a.ends_at > $1`,
        [clock.now()],
      ),
    ).toEqual([{ upcoming: 4 }])
  }, 60_000)

  test('the daily job does not book at a site that is no longer part of the clinic', async () => {
    const clinic = withoutSite(parts.clinic, 'CONCON')
    const [before] = await ask<{ last: number }>('select max(id) as last from appointments')
    clock.advance({ days: 40 })
    expect((await freshenDemonstration({ ...parts, clinic })).hours).toBeGreaterThan(0)
    const places = await ask<{ place_care: string }>(
      'select distinct place_care from appointments where id > $1',
      [before?.last ?? 0],
    )
    expect(places.map(({ place_care }) => place_care).sort()).toEqual(['Quilpué', 'Viña del Mar'])
  }, 60_000)
})

describe('the plan of the demonstration', () => {
  const oneSite = withoutSite(demonstration, 'MAIPU')

  test('the demonstration has one site and no imaging exam in a clinic with one site that makes none', () => {
    const { exams, procedures, examSpecialties, ...rest } = oneSite
    const imaging = new Set(
      examSpecialties.filter(({ service }) => service === 'imagenologia').map(({ code }) => code),
    )
    const clinic = {
      ...rest,
      procedures: [],
      examSpecialties: examSpecialties.filter(({ code }) => !imaging.has(code)),
      exams: exams.filter(({ specialty_code }) => !imaging.has(specialty_code)),
    }
    expect(procedures.length).toBeGreaterThan(0)
    const { plan } = planDemonstration(now, clinic, testLetterhead, passwords)
    expect(new Set(plan.appointments.all.map(({ place_care }) => place_care))).toEqual(
      new Set(['Providencia']),
    )
    expect(plan.exams.all.filter(({ type }) => type === 'imaging')).toEqual([])
    expect(plan.exams.all.length).toBeGreaterThan(100)
  })

  test('the demonstration has people and appointments, but no exams and requests, in a clinic that has only one specialty', () => {
    const clinic = {
      ...oneSite,
      ...emptyParts,
      contact: { reasons: [], exam_types: [] },
      specialties: oneSite.specialties.filter(({ name }) => name === 'Dermatología'),
      examSpecialties: [],
      exams: [],
      procedureCategories: [],
      procedures: [],
      laboratoryPanels: [],
      laboratoryAnalytes: [],
      laboratoryRanges: [],
      insurers: [],
      documentTypes: [],
      quoteTypes: [],
      questionnaires: [],
      survey: [],
    }
    const { plan } = planDemonstration(now, clinic, testLetterhead, passwords)
    expect(plan.people.all).toHaveLength(132)
    expect(new Set(plan.appointments.all.map(({ specialty }) => specialty))).toEqual(
      new Set(['Dermatología']),
    )
    expect([plan.exams.all, plan.contacts.all, plan.documents.all, plan.budgets.all]).toEqual([
      [],
      [],
      [],
      [],
    ])
    const { articles, ads, alerts } = publicationsOf(createClinicLookup(clinic))
    expect(JSON.stringify(articles)).not.toContain('/reservas')
    expect(ads.map(({ title }) => title).join()).not.toContain('Vacunatorio')
    expect(alerts.map(({ name }) => name)).toEqual(['Correos falsos'])
  })
})
