/**
 * Views of the published clinic for other parts of the server. Reading a property returns the value of the package that is published at
 * that time. A part may therefore store a view, but not the values that it reads from it.
 */

import { readVisits } from '@mi-portal/contract/booking/visit-settings'
import type { ClinicPackage } from '@mi-portal/contract/clinic/clinic-package'
import { mainColour } from '@mi-portal/contract/clinic/parts/branding'
import { describePromise } from '@mi-portal/contract/clinic/promise'
import { pngAddress } from '@mi-portal/contract/clinic/public-clinic'
import { expandColour } from '@mi-portal/contract/clinic/shades'
import type { ExamType } from '@mi-portal/contract/exams/exams'
import { parseDisplayDuration } from '@mi-portal/contract/results/release/expected-results'
import { usualOpenedPeople } from '@mi-portal/contract/staff-reads'
import type { Day } from '@mi-portal/contract/values/dates'
import type { Config } from '../../../platform/config/config.ts'
import type { Branding } from '../../../platform/mail-layout.ts'
import type { PublishedClinic, ResultDurations } from '../../../ports/clinic.ts'
import type { MailSender } from '../../../ports/mail.ts'
import { countOverduePurposes } from '../result-texts/result-texts.rules.ts'

type Department = keyof ClinicPackage['clinic']['departments']

export type DepartmentMailboxes = Readonly<Record<Department | 'complaints', string>>

export function createBranding({ current }: Pick<PublishedClinic, 'current'>, publicUrl: string): Branding {
  return {
    get product() {
      return current().clinic.product
    },
    get brand() {
      return current().clinic.brand
    },
    get supportEmail() {
      return current().clinic.support.email
    },
    get supportPhone() {
      return current().clinic.support.phone
    },
    get colour() {
      return mainColour(current().branding.colours.action)
    },
    get shades() {
      const { neutral, action } = current().branding.colours
      return { neutral: expandColour(neutral), action: expandColour(action) }
    },
    get footer() {
      return current().branding.mail_footer
    },
    get logo() {
      const { branding, images } = current()
      const logo = images.find(({ name }) => name === branding.logo_on_dark)
      return logo === undefined ? null : `${publicUrl}${pngAddress(logo)}`
    },
    get promises() {
      const { documents, budgets, contact, identity } = current().clinic.promises
      return {
        documents: describePromise(documents),
        budgets: describePromise(budgets),
        contact: describePromise(contact),
        identity: describePromise(identity),
      }
    },
    get arriveMinutes() {
      return readVisits(current().clinic).arrive_minutes
    },
    get place() {
      const { brand } = current().clinic
      const [site] = current().sites
      return { name: site === undefined ? brand : `${brand} ${site.name}`, address: site?.address ?? '' }
    },
    getWording: (mail) => current().mails[mail] ?? {},
    publicUrl,
  }
}

/** The sender is `mailFrom` or else customer service; before a clinic is published, an address at the portal's own domain. */
function createMailSender(branding: Branding, mailFrom: string | undefined): () => MailSender {
  const domain = new URL(branding.publicUrl).hostname
  return () => ({
    name: branding.brand,
    address: mailFrom ?? (branding.supportEmail === '' ? `portal@${domain}` : branding.supportEmail),
  })
}

/** Returns the mailboxes of the departments. A department without one uses the address of customer service. */
function createMailboxes({ current }: Pick<PublishedClinic, 'current'>): DepartmentMailboxes {
  const findMailbox = (department: Department) => {
    const { departments, support } = current().clinic
    return departments[department] ?? support.email
  }
  return {
    get documents() {
      return findMailbox('documents')
    },
    get budgets() {
      return findMailbox('budgets')
    },
    get contact() {
      return findMailbox('contact')
    },
    get imaging() {
      return findMailbox('imaging')
    },
    get privacy() {
      return findMailbox('privacy')
    },
    get complaints() {
      return findMailbox('contact')
    },
  }
}

type ExamServices = Pick<ClinicPackage, 'examSpecialties' | 'procedureCategories'>

function listExamServices({ examSpecialties, procedureCategories }: ExamServices) {
  return new Map([
    ...procedureCategories.map(
      ({ code, service_code }) => [code, { service_code, type: 'imaging' }] as const,
    ),
    ...examSpecialties.map(
      ({ code, service_code, service }) =>
        [code, { service_code, type: service === 'imagenologia' ? 'imaging' : 'laboratory' }] as const,
    ),
  ])
}

function findExamServices(clinic: ExamServices): ReadonlyMap<number, ExamType> {
  return new Map([...listExamServices(clinic).values()].map(({ service_code, type }) => [service_code, type]))
}

function findResultDurations({
  displayDurations,
  ...clinic
}: Pick<ClinicPackage, 'displayDurations'> & ExamServices): ResultDurations {
  const types = listExamServices(clinic)
  return new Map(
    displayDurations.flatMap((row) => {
      const duration = parseDisplayDuration(row.day_withdrawal_portal)
      if (duration === null) return []
      return row.applies_to.flatMap((code) => {
        const service = types.get(code)
        return service === undefined
          ? []
          : [[service.service_code, { ...duration, type: service.type }] as const]
      })
    }),
  )
}

function createResultsFrom({
  current,
}: Pick<PublishedClinic, 'current'>): ClinicPackage['clinic']['results_from'] {
  return {
    get laboratory() {
      return current().clinic.results_from.laboratory
    },
    get imaging() {
      return current().clinic.results_from.imaging
    },
  }
}

export function createClinicSettings(
  clinic: PublishedClinic,
  { publicUrl, mailFrom }: Pick<Config, 'publicUrl' | 'mailFrom'>,
) {
  const branding = createBranding(clinic, publicUrl)
  return {
    branding,
    mailboxes: createMailboxes(clinic),
    examsFrom: createResultsFrom(clinic),
    resultDurations: () => findResultDurations(clinic.current()),
    offersResultChoice: () => clinic.current().clinic.result_choice === true,
    cannedAnswers: () => clinic.current().cannedAnswers,
    newsDays: () => clinic.current().clinic.news_days ?? 30,
    reminderDays: () => readVisits(clinic.current().clinic).reminder_days,
    openedPeopleDaily: () => clinic.current().clinic.opened_people_daily ?? usualOpenedPeople,
    examServices: () => findExamServices(clinic.current()),
    releaseRules: () => clinic.current().clinic.result_release ?? [],
    unapprovedContent: () => clinic.readiness().unapproved,
    countOverdueTexts: (today: Day) => countOverduePurposes(clinic.current(), today),
    sender: createMailSender(branding, mailFrom),
  }
}
