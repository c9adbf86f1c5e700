/**
 * Checks FHIR R4 resources. A maintained validator checks structure, cardinality and the bindings of R4. Our
 * code adds R4's invariants that the portal's resources could break, and the rules of Chile's CL Core.
 */
import fhir from 'fhir'
import type { Appointment, Bundle, FhirResource, Observation } from 'fhir/r4'
import { coreIssues } from './cl-core.ts'

const validator = new fhir.Fhir()

/** Returns every error of a resource, or of a bundle and its entries, as text. Empty for a valid resource. */
export function findFhirIssues(resource: FhirResource): string[] {
  // Validates what a receiver would read, after a round trip through JSON.
  const read: FhirResource = JSON.parse(JSON.stringify(resource))
  const { messages } = validator.validate(read, { errorOnUnexpected: true })
  return [
    ...messages
      .filter(({ severity }) => severity === 'error' || severity === 'fatal')
      .map(({ location, message }) => `${location}: ${message}`),
    ...(read.resourceType === 'Bundle' ? bundleIssues(read) : ownIssues(read)),
  ]
}

function bundleIssues(bundle: Bundle): string[] {
  const entries = bundle.entry ?? []
  const addresses = entries.map(({ fullUrl }) => fullUrl ?? '')
  const known = new Set(
    entries.flatMap(({ resource }) => (isKnown(resource) ? [`${resource.resourceType}/${resource.id}`] : [])),
  )
  return [
    ...(new Set(addresses).size === addresses.length ? [] : ['Bundle: a fullUrl appears twice (bdl-7)']),
    ...entries.flatMap(({ resource }) => {
      if (!isKnown(resource)) return ['Bundle: an entry without a resource']
      const name = `${resource.resourceType}/${resource.id}`
      return [
        ...ownIssues(resource).map((issue) => `${name}: ${issue}`),
        ...referencesIn(resource)
          .filter((reference) => !known.has(reference))
          .map((reference) => `${name}: ${reference} is not in the bundle`),
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

/** Returns the paths of empty values. FHIR allows no null, empty text, empty list or empty object. */
function emptiness(value: unknown, path: string): string[] {
  if (value === null || value === '') return [`${path} is empty`]
  if (typeof value !== 'object') return []
  const inner = Object.entries(value)
  if (inner.length === 0) return [`${path} is empty`]
  return inner.flatMap(([key, part]) => emptiness(part, `${path}.${key}`))
}

function ownIssues(resource: FhirResource): string[] {
  return [
    ...emptiness(resource, resource.resourceType),
    ...(/^[A-Za-z0-9\-.]{1,64}$/.test(resource.id ?? '') ? [] : [`id "${resource.id}" is none`]),
    ...coreIssues(resource),
    ...kindIssues(resource),
  ]
}

function kindIssues(resource: FhirResource): string[] {
  if (resource.resourceType === 'Appointment') return appointmentIssues(resource)
  if (resource.resourceType === 'Observation') return observationIssues(resource)
  return []
}

function appointmentIssues({ status, start, end, participant }: Appointment): string[] {
  return [
    ...((start === undefined) === (end === undefined) ? [] : ['start without end (app-2)']),
    ...((start && end) || status === 'proposed' ? [] : ['no start and end (app-3)']),
    ...participant.flatMap(({ actor, type }) =>
      actor || type ? [] : ['a participant without actor and type (app-1)'],
    ),
  ]
}

function observationIssues(observation: Observation): string[] {
  const { valueQuantity: quantity, dataAbsentReason, referenceRange = [], code } = observation
  const hasValue = Object.keys(observation).some((name) => /^value[A-Z]/.test(name))
  const hasParts = observation.component !== undefined || observation.hasMember !== undefined
  return [
    ...(hasValue && dataAbsentReason ? ['a value that is absent (obs-6)'] : []),
    ...(hasValue || hasParts || dataAbsentReason ? [] : ['neither value nor reason']),
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
