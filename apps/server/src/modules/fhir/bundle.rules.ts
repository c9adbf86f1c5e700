import type { Bundle, BundleEntry, FhirResource } from 'fhir/r4'
import type { Publisher } from './cl-core.rules.ts'

export function bundleEntry(publisher: Publisher, resource: FhirResource): BundleEntry {
  return { fullUrl: `${publisher.baseUrl}/${resource.resourceType}/${resource.id}`, resource }
}

/** Returns the head of a collection without its entries, of which there may be too many for memory. */
export function collectionHead(id: string, at: Date): Bundle {
  return {
    resourceType: 'Bundle',
    id,
    meta: { lastUpdated: at.toISOString() },
    identifier: { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${id}` },
    type: 'collection',
    timestamp: at.toISOString(),
  }
}
