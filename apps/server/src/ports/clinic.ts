/** The published clinic, for adapters and for domains that do not read the clinic package itself. */
import type { ClinicalContent } from '@mi-portal/contract/clinic/clinic-package'

/** The state of the published clinic package. */
export type PublishedState = {
  /** Returns a name of the present content. It changes with the content, and is the same on all servers. */
  readonly revision: () => string
  readonly readiness: () => ClinicReadiness
  /** Returns whether clinical content is offered: once it is approved, and always in the demonstration. */
  readonly isOffered: (content: ClinicalContent) => boolean
  /** Calls back after another package was published, on any server. */
  readonly onChange: (react: () => void) => void
}

/** What is still missing before patients can use the portal. */
type ClinicReadiness = {
  /** Whether a clinic was published at all. */
  readonly isPublished: boolean
  readonly hasSites: boolean
  /** Which clinical content a named person approved. */
  readonly approved: Readonly<Record<ClinicalContent, boolean>>
  /** The clinical content of the package without an approval. Patients do not see it. */
  readonly unapproved: readonly ClinicalContent[]
}

/** The clinic's letterhead on PDFs. */
export type Letterhead = {
  /** The clinic's name, for instance «Clínica Los Robles». */
  readonly brand: string
  /** The lines below the name; empty for name, address and phone of the site. */
  readonly lines: readonly string[]
  /** The clinic's colour, as `#RRGGBB`. */
  readonly colour: string
  /** The logo as PNG; null without one. */
  readonly logo: Buffer | null
}

/** Returns the present letterhead of the clinic. */
export type ReadLetterhead = () => Promise<Letterhead>
