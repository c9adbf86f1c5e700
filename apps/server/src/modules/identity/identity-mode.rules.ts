import type { IdentityMode } from '@mi-portal/contract/installation'

export type IdentityFacts = {
  readonly fixed: IdentityMode | null
  readonly chosen: IdentityMode | null
  /** Whether people can be compared with a registry. True if the mode `embedded` needs no registry. */
  readonly hasRegistry: boolean
  readonly hasProvider: boolean
}

const remedies = {
  embedded:
    'Falta un registro de personas: impórtalo con npm run portal -- registry:import o define CIVIL_REGISTRY_URL en la configuración del servidor y reinícialo',
  oidc: 'Falta el proveedor: define OIDC_ISSUER, OIDC_CLIENT_ID y OIDC_CLIENT_SECRET en la configuración del servidor y reinícialo',
} as const

export function unavailableReason(mode: IdentityMode, facts: IdentityFacts): string | null {
  if (mode === 'embedded' && !facts.hasRegistry) return remedies.embedded
  if (mode === 'oidc' && !facts.hasProvider) return remedies.oidc
  return null
}

/** Staff check registrations while the chosen mode lacks what it needs, or nothing is chosen and there is no registry. */
export function decideIdentityMode(facts: IdentityFacts): IdentityMode {
  if (facts.fixed !== null) return facts.fixed
  const wanted = facts.chosen ?? 'embedded'
  return unavailableReason(wanted, facts) === null ? wanted : 'staff'
}
