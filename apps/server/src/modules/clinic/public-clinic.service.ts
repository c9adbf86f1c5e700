import { describePublicClinic, type PublicClinic } from '@mi-portal/contract/clinic/public-clinic'
import type { PublishedClinic } from './published-clinic.service.ts'

/** Returns a function that returns the public part of the published clinic. */
export function createPublicClinic(clinic: PublishedClinic): () => PublicClinic {
  let known: { readonly revision: string; readonly described: PublicClinic } | null = null
  return () => {
    const revision = clinic.revision()
    if (known?.revision !== revision) {
      known = { revision, described: describePublicClinic(clinic.current(), clinic.isOffered) }
    }
    return known.described
  }
}
