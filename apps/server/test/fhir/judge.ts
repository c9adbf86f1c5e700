/**
 * Judges resources of FHIR R4: a kept validator for structure, cardinality and the bindings of R4; beside it R4's
 * invariants that the portal's resources could break, and what Chile's CL Core demands.
 */
import fhir from 'fhir'
import type { Appointment, Bundle, Consent, FhirResource, Observation } from 'fhir/r4'
import { coreFaults, targetFaults } from './cl-core.ts'

const validator = new fhir.Fhir()

/** Every fault of a resource or of a bundle and what it holds, in words; empty for a sound one. */
export function faultsOf(resource: FhirResource): string[] {
  // What the validator is given is what a receiver would read.
  const read: FhirResource = JSON.parse(JSON.stringify(resource))
  const { messages } = validator.validate(read, { errorOnUnexpected: true })
  return [
    ...messages
      .filter(({ severity }) => severity === 'error' || severity === 'fatal')
      .map(({ location, message }) => `${location}: ${message}`),
    ...(read.resourceType === 'Bundle' ? bundleFaults(read) : ownFaults(read)),
  ]
}

function bundleFaults(bundle: Bundle): string[] {
  const entries = bundle.entry ?? []
  const addresses = entries.map(({ fullUrl }) => fullUrl ?? '')
  const known = new Map<string, FhirResource>(
    entries.flatMap(({ resource }) =>
      isKnown(resource) ? [[`${resource.resourceType}/${resource.id}`, resource] as const] : [],
    ),
  )
  return [
    ...(new Set(addresses).size === addresses.length ? [] : ['Bundle: a fullUrl appears twice (bdl-7)']),
    ...entries.flatMap(({ resource }) => {
      if (!isKnown(resource)) return ['Bundle: an entry without a resource']
      const name = `${resource.resourceType}/${resource.id}`
      return [
        ...ownFaults(resource).map((fault) => `${name}: ${fault}`),
        ...referencesIn(resource)
          .filter((reference) => !known.has(reference))
          .map((reference) => `${name}: ${reference} is not in the bundle`),
        ...targetFaults(resource, (reference) => known.get(reference)).map((fault) => `${name}: ${fault}`),
      ]
    }),
  ]
}

function isKnown(resource: object | undefined): resource is FhirResource {
  return resource !== undefined && 'resourceType' in resource
}

function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'reference' && typeof inner === 'string' ? [inner] : referencesIn(inner),
  )
}

/** Nothing in FHIR is null, an empty text, an empty list or an empty object. */
function emptiness(value: unknown, path: string): string[] {
  if (value === null || value === '') return [`${path} is empty`]
  if (typeof value !== 'object') return []
  const inner = Object.entries(value)
  if (inner.length === 0) return [`${path} is empty`]
  return inner.flatMap(([key, part]) => emptiness(part, `${path}.${key}`))
}

function ownFaults(resource: FhirResource): string[] {
  return [
    ...emptiness(resource, resource.resourceType),
    ...(/^[A-Za-z0-9\-.]{1,64}$/.test(resource.id ?? '') ? [] : [`id "${resource.id}" is none`]),
    ...kindFaults(resource),
  ]
}

function kindFaults(resource: FhirResource): string[] {
  return [...coreFaults(resource), ...innerFaults(resource)]
}

function innerFaults(resource: FhirResource): string[] {
  if (resource.resourceType === 'Appointment') return appointmentFaults(resource)
  if (resource.resourceType === 'Observation') return observationFaults(resource)
  if (resource.resourceType === 'Consent') return consentFaults(resource)
  return []
}

function appointmentFaults({ status, start, end, participant }: Appointment): string[] {
  return [
    ...((start === undefined) === (end === undefined) ? [] : ['start without end (app-2)']),
    ...(start && end ? [] : ['proposed' === status ? '' : 'no start and end (app-3)'].filter(Boolean)),
    ...participant.flatMap(({ actor, type }) =>
      actor || type ? [] : ['a participant that is nobody (app-1)'],
    ),
  ]
}

function observationFaults(observation: Observation): string[] {
  const { valueQuantity: quantity, dataAbsentReason, referenceRange = [], code } = observation
  const hasValue = Object.keys(observation).some((name) => /^value[A-Z]/.test(name))
  return [
    ...(hasValue && dataAbsentReason ? ['a value that is absent (obs-6)'] : []),
    ...(hasValue || dataAbsentReason ? [] : ['neither value nor reason']),
    ...(quantity?.code && !quantity.system ? ['a code of a unit without its system (qty-3)'] : []),
    ...referenceRange.flatMap(({ low, high, text }) =>
      low || high || text ? [] : ['an empty range (obs-3)'],
    ),
    ...(code.coding ?? []).flatMap(({ system, code: loinc }) =>
      system === 'http://loinc.org' && !/^\d{1,5}-\d$/.test(loinc ?? '')
        ? [`"${loinc}" is no LOINC code`]
        : [],
    ),
  ]
}

function consentFaults({ policy, policyRule, scope, patient }: Consent): string[] {
  return [
    ...(policy || policyRule ? [] : ['neither policy nor rule (ppc-1)']),
    ...(scope.coding?.[0]?.code === 'patient-privacy' && !patient ? ['nobody’s (ppc-2)'] : []),
  ]
}
