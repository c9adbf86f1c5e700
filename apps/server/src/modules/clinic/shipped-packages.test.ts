import { globSync } from 'node:fs'
import { join } from 'node:path'
import { examCatalogueEndpoints } from '@mi-portal/contract/booking/exam-catalogue'
import type { ClinicPackage } from '@mi-portal/contract/clinic/clinic-package'
import { helpScreens } from '@mi-portal/contract/clinic/help'
import { contrast } from '@mi-portal/contract/contrast'
import { describe, expect, test } from 'vitest'
import { agendaOf } from '../../../test/booking/calendar.ts'
import { demonstration } from '../../../test/clinic/packages.ts'
import { projectFile, startEmptyPortal } from '../../../test/portal.ts'
import { createClinicPublishing } from './clinic.module.ts'
import { readPackageFolder, shippedPackage } from './package/package-files.service.ts'
import { readValidPackage } from './package/read-package.service.ts'

const projectRoot = join(import.meta.dirname, '../../../../..')
const threeSites = await readValidPackage(readPackageFolder(shippedPackage('tres-sedes')))

/** Returns the number of the site with this code. */
function siteNumber(code: string): number {
  const site = threeSites.sites.find((row) => row.code === code)
  if (!site) throw new Error(`the package has no site ${code}`)
  return site.id
}

describe('the shipped packages', () => {
  /** The values by which records point to the rows of a package. */
  const keysOf = (clinic: ClinicPackage) => ({
    sites: clinic.sites.flatMap(({ id, code, name, phone }) => [id, code, name, phone]),
    specialties: clinic.specialties.map(({ code }) => code),
    examSpecialties: clinic.examSpecialties.flatMap(({ code, service_code }) => [code, service_code]),
    exams: clinic.exams.map(({ id }) => id),
    procedureCategories: clinic.procedureCategories.flatMap(({ code, service_code }) => [code, service_code]),
    procedures: clinic.procedures.map(({ code }) => code),
    insurers: clinic.insurers.map(({ id }) => id),
    documentTypes: clinic.documentTypes.map(({ id }) => id),
    quoteTypes: clinic.quoteTypes.map(({ id }) => id),
    contactReasons: clinic.contact.reasons.map(({ id }) => id),
    displayDurations: clinic.displayDurations.map(({ id }) => id),
    survey: clinic.survey.map(({ id }) => id),
    images: clinic.images.map(({ sha256 }) => sha256),
    legalTexts: clinic.legalTexts.map(({ body }) => body),
  })

  test('the two clinics share no site, row or image, so that a value in code would be wrong for one of them', () => {
    const first = keysOf(demonstration)
    const second = keysOf(threeSites)
    for (const part of Object.keys(first) as (keyof typeof first)[]) {
      expect(second[part].length).toBeGreaterThan(0)
      const known = new Set<unknown>(first[part])
      expect([part, second[part].filter((key) => known.has(key))]).toEqual([part, []])
    }
  })

  test.each([demonstration, threeSites])(
    'the help of each screen has three to five questions',
    ({ help }) => {
      expect(help.map(({ screen }) => screen)).toEqual([...helpScreens])
      for (const { questions } of help) {
        expect(questions.length).toBeGreaterThanOrEqual(3)
        expect(questions.length).toBeLessThanOrEqual(5)
      }
    },
  )

  test('the help names only labels that a screen or the contract has', () => {
    const sources = globSync('{apps/web,packages/contract}/src/**/*.{ts,tsx}', { cwd: projectRoot })
    const text = sources
      .filter((path) => !path.includes('.test.'))
      .map((path) => projectFile(path))
      .join('\n')
      .replaceAll(/\s+/g, ' ')
    const named = [demonstration, threeSites].flatMap(({ help }) =>
      help.flatMap(({ questions }) =>
        questions.flatMap(({ answer }) => answer.match(/(?<=«)[^»]+(?=»)/g) ?? []),
      ),
    )
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((label) => !text.includes(label))).toEqual([])
  })

  test('every neutral shade for text on the second clinic’s pages has a contrast of 4.5 on the lightest one', () => {
    const { neutral } = threeSites.branding.colours
    if (typeof neutral === 'string') throw new Error('the package gives ten neutral shades')
    for (const shade of neutral.slice(6)) expect(contrast(shade, neutral[0] ?? '')).toBeGreaterThan(4.5)
    expect(contrast(neutral[5] ?? '', neutral[0] ?? '')).toBeGreaterThan(3)
  })
})

/** Starts a portal in an empty database, and imports the second package as the start of a demonstration does. */
async function withThreeSites() {
  const portal = await startEmptyPortal()
  const { importShipped } = createClinicPublishing({
    db: portal.db,
    clock: portal.clock,
    isDemonstration: true,
  })
  await importShipped('tres-sedes')
  await expect.poll(() => portal.clinic.current().clinic.brand).toBe('Clínica Puerto Aromo')
  const person = await portal.person()
  return { portal, person, call: await agendaOf(portal, person) }
}

describe('a portal with the clinic of three sites', () => {
  test('imaging exams are offered at two sites, and laboratory and vaccines at the third too', async () => {
    const { call } = await withThreeSites()
    const { data } = await call(examCatalogueEndpoints.specialties, { body: { type_patient: 'adulto' } })
    const servicesAt = (code: string) => [
      ...new Set(
        data.filter(({ office_ids }) => office_ids.includes(siteNumber(code))).map(({ service }) => service),
      ),
    ]
    expect(servicesAt('VINA').sort()).toEqual(['imagenologia', 'laboratorio', 'vacunatorio'])
    expect(servicesAt('QUILPUE').sort()).toEqual(['imagenologia', 'laboratorio'])
    expect(servicesAt('CONCON').sort()).toEqual(['laboratorio', 'vacunatorio'])
    const samples = async (specialty_code: string) =>
      (
        await call(examCatalogueEndpoints.exams, {
          body: { type: 'adulto', specialty_code, idOffice: siteNumber('CONCON') },
        })
      ).data
    expect((await samples('LABC')).map(({ text }) => text)).toContain('Hemograma')
    expect(await samples('RAD')).toEqual([])
  })
})
