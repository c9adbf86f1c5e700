import { describePublicClinic, type PublicClinic } from '@mi-portal/contract/clinic/public-clinic'
import type { PublishedClinic } from './published-clinic.service.ts'

/**
 * Returns a function that returns the public part of the published clinic. Outside the demonstration, clinical content that nobody
 * approved is not offered.
 */
export function createPublicClinic(clinic: PublishedClinic, isDemonstration: boolean): () => PublicClinic {
  let known: { readonly revision: string; readonly described: PublicClinic } | null = null
  return () => {
    const revision = clinic.revision()
    if (known?.revision !== revision) {
      const { approved } = clinic.readiness()
      const offers = (content: 'exams' | 'procedures') => isDemonstration || approved[content]
      known = { revision, described: describePublicClinic(clinic.current(), offers) }
    }
    return known.described
  }
}
