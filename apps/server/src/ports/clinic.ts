import type { ClinicalContent, ClinicPackage } from '@mi-portal/contract/clinic/clinic-package'
import type { PublicClinic } from '@mi-portal/contract/clinic/public-clinic'
import type { ExamType } from '@mi-portal/contract/exams/exams'
import type { DisplayDays } from '@mi-portal/contract/results/release/expected-results'
import type { Matter } from '@mi-portal/contract/service-requests/inbox'
import type { Day } from '@mi-portal/contract/values/dates'
import type { Letterhead } from '../platform/pdf/letterhead.ts'
import type { ExamsFrom, GetReservedGroup } from './clinical-archive.ts'
import type { MailSender } from './mail.ts'

export type PublishedState = {
  readonly revision: () => string
  readonly readiness: () => ClinicReadiness
  readonly isOffered: (content: ClinicalContent) => boolean
  /** Calls back after another package was published, on any server. */
  readonly onChange: (react: () => void) => void
}

export type ClinicImage = {
  readonly sha256: string
  readonly media_type: string
  readonly bytes: Uint8Array
}

/** The published clinic in memory. It changes as soon as any server or command publishes another one. */
export type PublishedClinic = PublishedState & {
  /** Returns the published package, or a neutral one before the first publication. */
  readonly current: () => ClinicPackage
  readonly publicClinic: () => PublicClinic
  readonly image: (name: string) => Promise<ClinicImage | null>
  /** Returns an image by the hash of its content, also one of a draft or of an earlier version; null if there is none. */
  readonly imageWithHash: (sha256: string) => Promise<ClinicImage | null>
}

export type ResultDurations = ReadonlyMap<number, DisplayDays & { readonly type: ExamType }>

type ClinicReadiness = {
  readonly isPublished: boolean
  readonly hasSites: boolean
  readonly approved: Readonly<Record<ClinicalContent, boolean>>
  readonly unapproved: readonly ClinicalContent[]
}

export type ClinicResultTexts = {
  readonly criticalAdvice: () => string
  readonly explain: (measures: readonly { readonly code: string; readonly name: string }[]) => {
    readonly panel: string | null
    readonly measures: readonly (string | null)[]
  }
}

export type TestCatalogue = {
  readonly findAnalyte: (
    codes: readonly string[],
  ) => Promise<{ readonly code: string; readonly name: string } | null>
  readonly getReservedGroup: GetReservedGroup
}

export type ClinicSettings = {
  readonly mailboxes: Readonly<Record<Matter, string>>
  readonly cannedAnswers: () => ClinicPackage['cannedAnswers']
  readonly openedPeopleDaily: () => number
  readonly newsDays: () => number
  readonly reminderDays: () => readonly number[]
  readonly offersResultChoice: () => boolean
  readonly resultDurations: () => ResultDurations
  readonly unapprovedContent: () => readonly ClinicalContent[]
  readonly countOverdueTexts: (today: Day) => number
  readonly sender: () => MailSender
  readonly examServices: () => ReadonlyMap<number, ExamType>
  readonly examsFrom: ExamsFrom
}

export type ReadLetterhead = () => Promise<Letterhead>
