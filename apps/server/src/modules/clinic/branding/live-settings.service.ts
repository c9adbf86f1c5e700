/**
 * Views of the published clinic for other parts of the server. Reading a property returns the value of the package that is published at
 * that time. A part may therefore store a view, but not the values that it reads from it.
 */
import type { ClinicPackage } from '@mi-portal/contract/clinic/clinic-package'
import { mainColour } from '@mi-portal/contract/clinic/parts/branding'
import { describePromise } from '@mi-portal/contract/clinic/promise'
import { pngAddress } from '@mi-portal/contract/clinic/public-clinic'
import type { Branding } from '../../../platform/mail-layout.ts'
import type { MailSender } from '../../../ports/mail.ts'
import type { PublishedClinic } from '../published-clinic.service.ts'

type Department = keyof ClinicPackage['clinic']['departments']

export type DepartmentMailboxes = Readonly<Record<Department, string>>

/** Returns the names, addresses and colours for mails, documents and calendars. */
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
    get place() {
      const { brand } = current().clinic
      const [site] = current().sites
      return { name: site === undefined ? brand : `${brand} ${site.name}`, address: site?.address ?? '' }
    },
    wordingOf: (mail) => current().mails[mail] ?? {},
    publicUrl,
  }
}

/**
 * Returns a function that returns the sender of mails: `mailFrom` of the configuration, or else customer service. Before a clinic is
 * published, it is an address at the portal's own domain.
 */
export function createMailSender(branding: Branding, mailFrom: string | undefined): () => MailSender {
  const domain = new URL(branding.publicUrl).hostname
  return () => ({
    name: branding.brand,
    address: mailFrom ?? (branding.supportEmail === '' ? `portal@${domain}` : branding.supportEmail),
  })
}

/** Returns the mailboxes of the departments. A department without one uses the address of customer service. */
export function createMailboxes({ current }: Pick<PublishedClinic, 'current'>): DepartmentMailboxes {
  const mailboxOf = (department: Department) => {
    const { departments, support } = current().clinic
    return departments[department] ?? support.email
  }
  return {
    get documents() {
      return mailboxOf('documents')
    },
    get budgets() {
      return mailboxOf('budgets')
    },
    get contact() {
      return mailboxOf('contact')
    },
    get imaging() {
      return mailboxOf('imaging')
    },
    get privacy() {
      return mailboxOf('privacy')
    },
  }
}

/** Returns the first days whose results are shown. */
export function createResultsFrom({
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
