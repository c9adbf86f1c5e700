import type { NewClinic } from '@mi-portal/contract/clinic/administration'
import type { ClinicPackage } from '@mi-portal/contract/clinic/clinic-package'
import { formatVersion } from '@mi-portal/contract/clinic/parts/clinic'
import { foldText, removeAccents } from '@mi-portal/contract/fields/accents'
import { escapeHtml } from '../../../platform/escape-html.ts'
import { neutralClinic } from '../neutral-clinic.ts'
import { type PackageFiles, readPackageFolder, shippedPackage } from './package-files.ts'
import { readPackage } from './read-package.ts'
import { writePackage } from './write-package.ts'

const logoName = 'logo.svg'
const workday = ['08:00-20:00']

/**
 * Returns the files of a package with one site. Lists that most clinics share (insurers, document types, legal drafts, reserved
 * tests) are those of the template. Clinical content, which needs an approval, is left out.
 */
export function newPackage(answers: NewClinic, template: ClinicPackage): PackageFiles {
  const logo = new TextEncoder().encode(drawLogo(answers.brand))
  return writePackage(draft(answers, template), new Map([[logoName, logo]]))
}

export async function readTemplate(): Promise<ClinicPackage> {
  const { package: template } = await readPackage(readPackageFolder(shippedPackage('demonstration')))
  if (!template) throw new Error('The package that ships with the product has errors')
  return template
}

function draft(answers: NewClinic, template: ClinicPackage): ClinicPackage {
  const code = makeCode(answers.site)
  return {
    ...neutralClinic,
    clinic: {
      ...template.clinic,
      format: formatVersion,
      product: answers.product,
      brand: answers.brand,
      legal_name: answers.brand,
      support: { email: answers.email, phone: answers.phone },
      departments: {},
      results_from: { laboratory: answers.results_from, imaging: answers.results_from },
      walk_in: undefined,
    },
    branding: {
      ...template.branding,
      logo: logoName,
      logo_on_dark: logoName,
      favicon: logoName,
      images: {},
    },
    images: [{ name: logoName, media_type: 'image/svg+xml', sha256: '' }],
    sites: [
      {
        id: 1,
        code,
        name: answers.site,
        address: answers.address,
        commune_id: answers.commune,
        phone: answers.phone,
        directions: 'Entra por el acceso principal y anúnciate con tu cédula de identidad en el mesón.',
        opening_hours: {
          monday: workday,
          tuesday: workday,
          wednesday: workday,
          thursday: workday,
          friday: workday,
          saturday: [],
          sunday: [],
          holidays: [],
        },
      },
    ],
    bookingGroups: template.bookingGroups
      .filter(({ kind }) => kind === 'consultation' || kind === 'telemedicine')
      .map(({ frequent: _, ...group }) => group),
    specialties: template.specialties.slice(0, 1).map((row) => ({ ...row, sites: [code] })),
    contact: {
      ...template.contact,
      reasons: template.contact.reasons.map((reason) =>
        isSameName(reason.name, template.clinic.product) ? { ...reason, name: answers.product } : reason,
      ),
      branches: undefined,
    },
    reservedTests: template.reservedTests,
    insurers: template.insurers,
    documentTypes: template.documentTypes,
    quoteTypes: template.quoteTypes,
    cannedAnswers: template.cannedAnswers,
    survey: template.survey,
    help: template.help,
    // The first texts of this clinic, so their versions do not follow the template's.
    legalTexts: template.legalTexts.map((text) => ({ ...text, version: '1' })),
  }
}

const isSameName = (one: string, other: string) => foldText(one) === foldText(other)

function makeCode(name: string): string {
  const plain = removeAccents(name).toUpperCase()
  return plain.replace(/[^A-Z0-9]+/g, '_').replace(/^_+|_+$/g, '') || 'SEDE'
}

function drawLogo(brand: string): string {
  const [word = ''] = brand.split(' ').slice(-1)
  const letter = escapeHtml(word.slice(0, 1).toUpperCase())
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="11" fill="#2A4DB5"/><text x="20" y="28" text-anchor="middle" font-family="sans-serif" font-size="22" fill="#FFFFFF">${letter}</text></svg>\n`
}
