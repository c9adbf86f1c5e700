/**
 * Judges resources of FHIR R4: a kept validator for structure, cardinality and the bindings of R4; beside it R4's
 * invariants that the portal's resources could break, and what Chile's CL Core demands.
 */
import fhir from 'fhir'
import type {
  Address,
  Appointment,
  Bundle,
  Consent,
  Element,
  FhirResource,
  HumanName,
  Identifier,
  Observation,
  Patient,
} from 'fhir/r4'

const validator = new fhir.Fhir()

const clCore = 'https://hl7chile.cl/fhir/ig/clcore/StructureDefinition'
const eis = 'https://interoperabilidad.minsal.cl/fhir/ig/eis'

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
  const known = new Set(entries.map(({ resource }) => `${resource?.resourceType}/${resource?.id}`))
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
  if (resource.resourceType === 'Patient') return patientFaults(resource)
  if (resource.resourceType === 'Practitioner') return (resource.identifier ?? []).flatMap(identifierFaults)
  if (resource.resourceType === 'Appointment') return appointmentFaults(resource)
  if (resource.resourceType === 'Observation') return observationFaults(resource)
  if (resource.resourceType === 'Consent') return consentFaults(resource)
  return []
}

function claims(resource: FhirResource, profile: string): string[] {
  return resource.meta?.profile?.includes(`${clCore}/${profile}`) ? [] : [`does not claim ${profile}`]
}

function patientFaults(patient: Patient): string[] {
  return [
    ...claims(patient, 'CorePacienteCl'),
    ...(patient.identifier?.length ? [] : ['has no identifier']),
    ...(patient.identifier ?? []).flatMap(identifierFaults),
    ...(patient.name?.filter(({ use }) => use === 'official').length === 1
      ? []
      : ['has not one official name']),
    ...(patient.name ?? []).flatMap(nameFaults),
    ...(patient.address ?? []).flatMap(addressFaults),
    ...(patient.extension ?? []).flatMap((extension) =>
      extension.url === `${clCore}/CodigoPaises` &&
      /^[1-9]\d{0,2}$/.test(extension.valueCodeableConcept?.coding?.[0]?.code ?? '')
        ? []
        : [`extension ${extension.url} is not a nationality by its number`],
    ),
  ]
}

/** A run or a passport is told apart by `identifier.type`. */
function identifierFaults(identifier: Identifier): string[] {
  const coding = identifier.type?.coding?.[0]
  if (coding?.system !== `${eis}/CodeSystem/eis-tipo-identificador-cs`)
    return ['identifier.type is not the EIS’s']
  if (coding.code === '3') return identifier.value ? [] : ['a passport without its number']
  if (coding.code !== '1') return [`identifier.type ${coding.code} is neither run nor passport`]
  const digit = identifier.extension?.find(
    ({ url }) => url === 'http://hl7.org/fhir/StructureDefinition/identifier-checkDigit',
  )?.valueString
  const right = /^\d{5,8}$/.test(identifier.value ?? '') && digit === checkDigitOf(identifier.value ?? '')
  return right ? [] : [`run ${identifier.value} with check digit ${digit}`]
}

/** Worked out apart from the product: the sum of digits times 2 to 7 must make eleven with the check digit. */
function checkDigitOf(body: string): string {
  const sum = [...body]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (2 + (index % 6)), 0)
  return '0123456789K'[(11 - (sum % 11)) % 11] ?? ''
}

function nameFaults(name: HumanName): string[] {
  const extensions = name._family?.extension ?? []
  const second = extensions.filter(({ url }) => url === `${eis}/StructureDefinition/SegundoApellido`)
  return [
    ...(name.family && name.given?.length ? [] : ['a name without family or given']),
    ...(extensions.length === 0 || second.length === 1 ? [] : ['no SegundoApellido in the family name']),
  ]
}

/** In CL Core's address each named part carries its code. */
function addressFaults(address: Address): string[] {
  const parts: readonly (readonly [string | undefined, Element | undefined, string, string, RegExp])[] = [
    [address.city, address._city, 'ComunasCl', 'eis-comunas-cs', /^[1-9]\d{3,4}$/],
    [address.district, address._district, 'ProvinciasCl', 'eis-provincias-cs', /^[1-9]\d{1,2}$/],
    [address.state, address._state, 'RegionesCl', 'eis-regiones-cs', /^[1-9]\d?$/],
    [address.country, address._country, 'CodigoPaises', 'eis-paises-cs', /^152$/],
  ]
  return parts.flatMap(([text, element, extension, system, code]) => {
    if (text === undefined) return []
    const coding = element?.extension?.find(({ url }) => url === `${clCore}/${extension}`)
      ?.valueCodeableConcept?.coding?.[0]
    return coding?.system === `${eis}/CodeSystem/${system}` && code.test(coding.code ?? '')
      ? []
      : [`address: "${text}" has no code of ${system}`]
  })
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
  const { valueQuantity: quantity, valueString, dataAbsentReason, referenceRange = [], code } = observation
  const hasValue = quantity !== undefined || valueString !== undefined
  return [
    ...claims(observation, 'CoreObservacionCL'),
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
