import type { PublicClinic } from '@mi-portal/contract/clinic/public-clinic'
import { onTestFinished } from 'vitest'
import { portal } from '../src/lib/portal-config.ts'

export function setClinic(changes: Partial<PublicClinic>) {
  const { clinic } = portal
  portal.clinic = { ...clinic, ...changes }
  onTestFinished(() => {
    portal.clinic = clinic
  })
}

/** Returns the sites of a clinic of that many sites, each with the same facts and a name and code of its own. */
export function buildSites(names: readonly string[]): PublicClinic['sites'] {
  const [site] = portal.clinic.sites
  if (!site) throw new Error('the clinic of the tests has no site')
  return names.map((name, index) => ({
    ...site,
    id: index + 1,
    name,
    code: name.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s/g, '_').toUpperCase(),
  }))
}
