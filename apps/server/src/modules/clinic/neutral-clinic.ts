/** The package that the portal uses before a clinic is published: the product's own name and colours, and no data of a clinic. */
import { createHash } from 'node:crypto'
import { type ClinicPackage, emptyParts } from '@mi-portal/contract/clinic/clinic-package'
import { formatVersion } from '@mi-portal/contract/clinic/parts/clinic'
import type { ClinicImage } from '../../ports/clinic.ts'

const productName = 'Mi Portal'

const logoBytes = new TextEncoder().encode(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="11" fill="#46505E"/><path d="M12 28V12h5l3 8 3-8h5v16h-4V19l-3 8h-2l-3-8v9z" fill="#FFFFFF"/></svg>\n',
)

export const neutralLogo: ClinicImage = {
  sha256: createHash('sha256').update(logoBytes).digest('hex'),
  media_type: 'image/svg+xml',
  bytes: logoBytes,
}

const logoName = 'logo.svg'

const promise = { hours: 48, business_hours: true }

/** Addresses and phones are empty: the portal shows none. */
export const neutralClinic: ClinicPackage = {
  ...emptyParts,
  clinic: {
    format: formatVersion,
    product: productName,
    brand: productName,
    legal_name: productName,
    slogan: 'Tu salud en un solo lugar',
    support: { email: '', phone: '' },
    departments: {},
    emergency_phone: '',
    results_from: { laboratory: '1900-01-01', imaging: '1900-01-01' },
    promises: { documents: promise, budgets: promise, contact: promise, identity: promise },
  },
  branding: {
    logo: logoName,
    logo_on_dark: logoName,
    favicon: logoName,
    images: {},
    colours: { action: '#46505E', accent: '#5F6B7A', neutral: '#58627C' },
    mail_footer: [],
    letterhead: [],
  },
  images: [{ name: logoName, media_type: 'image/svg+xml', sha256: neutralLogo.sha256 }],
  sites: [],
  bookingGroups: [],
  specialties: [],
  examSpecialties: [],
  exams: [],
  procedureCategories: [],
  procedures: [],
  preparations: [],
  questionnaires: [],
  laboratoryPanels: [],
  laboratoryAnalytes: [],
  laboratoryRanges: [],
  testPurposes: [],
  reservedTests: [],
  insurers: [],
  documentTypes: [],
  quoteTypes: [],
  cannedAnswers: [],
  displayDurations: [],
  survey: [],
  help: [],
  legalTexts: [],
}
