import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClinicPackage } from '@mi-portal/contract/clinic/clinic-package'
import { expect, test } from 'vitest'
import { demonstration } from '../../../test/clinic/packages.ts'
import { readPackageFolder, shippedPackage } from './package/package-files.ts'
import { readValidPackage } from './package/read-package.ts'

const threeSites = await readValidPackage(readPackageFolder(shippedPackage('tres-sedes')))

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

/** Returns the texts of a source as they are shown: string literals and text between tags. */
const readLabels = (source: string) =>
  [...source.matchAll(/'([^'\n]+)'|"([^"\n]+)"|`([^`]+)`|>([^<>{}]+)</g)].map(([, ...texts]) =>
    texts.join('').replaceAll(/\s+/g, ' ').trim(),
  )

test('the help names only whole labels that a screen or the contract has', () => {
  const root = join(import.meta.dirname, '../../../../..')
  const sources = globSync('{apps/web,packages/contract}/src/**/*.{ts,tsx}', { cwd: root })
  const staffHelp = 'apps/web/src/features/help/staff-help.rules.ts'
  const labels = new Set(
    sources
      .filter((path) => !path.includes('.test.') && path !== staffHelp)
      .flatMap((path) => readLabels(readFileSync(join(root, path), 'utf8'))),
  )
  const answers = [demonstration, threeSites].flatMap(({ help }) =>
    help.flatMap(({ questions }) => questions.map(({ answer }) => answer)),
  )
  const named = [...answers, readFileSync(join(root, staffHelp), 'utf8')].flatMap(
    (answer) => answer.match(/(?<=«)[^»]+(?=»)/g) ?? [],
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((label) => !labels.has(label))).toEqual([])
})
