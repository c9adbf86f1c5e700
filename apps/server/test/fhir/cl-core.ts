/**
 * Checks what the profiles of CL Core require beyond R4. It is read from their sources and written
 * independently of the product: HL7Chile/clcore_ig (`input/fsh`: PacienteCL, PrestadorCL, EspecialidadCL,
 * OrganizacionCL, LocalizacionCoreCL, ObservationCL, CLaddres, Extensiones) and Minsal-CL/eis 0.2.0
 * (`deis-identifier`, `eis-tipo-identificador-cs`, the lists of communes, provinces, regions, countries).
 * Recommendations (`MS`, `preferred`, `example`, `extensible`) are checked only for data that the portal has.
 */
import type { Address, Element, Extension, FhirResource, HumanName, Identifier, Reference } from 'fhir/r4'

const clCore = 'https://hl7chile.cl/fhir/ig/clcore/StructureDefinition'
const eis = 'https://interoperabilidad.minsal.cl/fhir/ig/eis'

/**
 * The resource types with a CL Core profile. DiagnosticReport, DocumentReference and Appointment have no
 * general one.
 */
const profiled: Readonly<Record<string, string>> = {
  Patient: 'CorePacienteCl',
  Practitioner: 'CorePrestadorCl',
  PractitionerRole: 'CoreRolClinicoCl',
  Organization: 'CoreOrganizacionCl',
  Location: 'CoreLocalizacionCl',
  Observation: 'CoreObservacionCL',
}

/** The profiles' extensions: the elements they may be used on, how often, and their kind of value. */
const extensions: Readonly<Record<string, { on: string; value: keyof Extension; most: number }>> = {
  [`${clCore}/CodigoPaises`]: {
    on: 'Patient Address.country Identifier.type',
    value: 'valueCodeableConcept',
    most: 9,
  },
  [`${clCore}/ComunasCl`]: { on: 'Address.city', value: 'valueCodeableConcept', most: 1 },
  [`${clCore}/ProvinciasCl`]: { on: 'Address.district', value: 'valueCodeableConcept', most: 1 },
  [`${clCore}/RegionesCl`]: { on: 'Address.state', value: 'valueCodeableConcept', most: 1 },
  [`${eis}/StructureDefinition/SegundoApellido`]: { on: 'HumanName.family', value: 'valueString', most: 1 },
  'http://hl7.org/fhir/StructureDefinition/humanname-mothers-family': {
    on: 'HumanName.family',
    value: 'valueString',
    most: 1,
  },
  'http://hl7.org/fhir/StructureDefinition/identifier-checkDigit': {
    on: 'Identifier',
    value: 'valueString',
    most: 1,
  },
}

/** Allowed targets of a reference (`only Reference(…)`): the profiles that the target must declare. */
const targets: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  PractitionerRole: {
    practitioner: ['CorePrestadorCl'],
    organization: ['CoreOrganizacionCl'],
    location: ['CoreLocalizacionCl'],
  },
  Location: { managingOrganization: ['CoreOrganizacionCl'] },
  Observation: {
    subject: ['CorePacienteCl'],
    performer: ['CorePrestadorCl', 'CoreRolClinicoCl', 'CoreOrganizacionCl', 'CorePacienteCl'],
    hasMember: ['CoreObservacionCL'],
  },
  Patient: { generalPractitioner: ['CoreOrganizacionCl', 'CorePrestadorCl', 'CoreRolClinicoCl'] },
}

const listed = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value]

/** Returns the errors of one resource against its profile. */
export function coreIssues(resource: FhirResource): string[] {
  const wanted = profiled[resource.resourceType]
  const claimed = resource.meta?.profile ?? []
  const right = wanted === undefined ? [] : [`${clCore}/${wanted}`]
  return [
    ...(JSON.stringify(claimed) === JSON.stringify(right)
      ? []
      : [`claims ${claimed.join(', ') || 'nothing'}`]),
    ...partsIssues(resource),
    ...misplaced(resource, resource.resourceType),
  ]
}

function partsIssues(resource: FhirResource): string[] {
  switch (resource.resourceType) {
    case 'Patient':
      return [
        ...(resource.identifier?.length ? [] : ['has no identifier']),
        ...(resource.identifier ?? []).flatMap(identifierIssues),
        ...(resource.name?.filter(({ use }) => use === 'official').length === 1
          ? []
          : ['has not one official name']),
        ...(resource.name ?? []).flatMap(nameIssues),
        ...(resource.address ?? []).flatMap(addressIssues),
        ...(resource.extension ?? []).flatMap((extension) =>
          extension.url === `${clCore}/CodigoPaises` &&
          /^[1-9]\d{0,2}$/.test(extension.valueCodeableConcept?.coding?.[0]?.code ?? '')
            ? []
            : [`extension ${extension.url} is not a nationality by its number`],
        ),
        ...(resource.communication ?? []).flatMap(({ language }) =>
          language.coding?.[0]?.system === 'urn:ietf:bcp:47' ? [] : ['a language that is not of BCP 47'],
        ),
        ...(resource.contact ?? []).flatMap(({ name }) =>
          name === undefined || name.use === 'official'
            ? []
            : ['a contact whose name is not the official one'],
        ),
      ]
    case 'Practitioner':
      return [
        ...(resource.identifier ?? []).flatMap(identifierIssues),
        ...(resource.name ?? []).flatMap(({ use }) => (use === 'official' ? [] : [`a name of use ${use}`])),
        ...(resource.address ?? []).flatMap(addressIssues),
        ...repeated((resource.identifier ?? []).map(({ type }) => type?.coding?.[0]?.code ?? '')),
      ]
    case 'Organization':
      return (resource.address ?? []).flatMap(addressIssues)
    case 'Location':
      return [
        ...listed(resource.address).flatMap((address) => addressIssues(address as Address)),
        ...(resource.managingOrganization ? [] : ['no organization above it']),
      ]
    default:
      return []
  }
}

/** Returns the slices that are present more than once. */
function repeated(codes: readonly string[]): string[] {
  return codes
    .filter((code, index) => codes.indexOf(code) !== index)
    .map((code) => `two identifiers of type ${code}`)
}

/** Returns Chilean extensions that are misplaced, repeated too often, or have the wrong kind of value. */
function misplaced(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((part) => misplaced(part, path))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) =>
    key === 'extension' ? placeIssues(part as Extension[], path) : misplaced(part, pathOf(path, key)),
  )
}

const types: Readonly<Record<string, string>> = {
  identifier: 'Identifier',
  name: 'HumanName',
  address: 'Address',
}

function pathOf(path: string, key: string): string {
  const name = key.replace(/^_/, '')
  return types[name] ?? `${path}.${name}`
}

function placeIssues(all: readonly Extension[], path: string): string[] {
  return all.flatMap((one) => {
    const rule = extensions[one.url]
    if (rule === undefined) return [`${path}: extension ${one.url} is not known`]
    return [
      ...(rule.on.split(' ').includes(path) ? [] : [`${path}: ${one.url} has no place here`]),
      ...(all.filter(({ url }) => url === one.url).length > rule.most
        ? [`${path}: ${one.url} too often`]
        : []),
      ...(Object.keys(one).join() === `url,${rule.value}`
        ? []
        : [`${path}: ${one.url} holds ${Object.keys(one)}`]),
      ...((one.valueCodeableConcept?.coding ?? []).length > 1 ? [`${path}: ${one.url} with two codes`] : []),
    ]
  })
}

/** Returns the errors of a resource's references to resources that can be looked up. */
export function targetIssues(
  resource: FhirResource,
  at: (reference: string) => FhirResource | undefined,
): string[] {
  const rules = targets[resource.resourceType] ?? {}
  return Object.entries(rules).flatMap(([element, wanted]) =>
    listed(Reflect.get(resource, element)).flatMap((one) => {
      const { reference = '' } = one as Reference
      const claimed = at(reference)?.meta?.profile ?? []
      return wanted.some((profile) => claimed.includes(`${clCore}/${profile}`))
        ? []
        : [`${element} leads to ${reference || 'nothing'}, which is none of ${wanted.join(', ')}`]
    }),
  )
}

/** Checks a run or a passport. `identifier.type` distinguishes the two. */
function identifierIssues(identifier: Identifier): string[] {
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

/**
 * Independent of the product: the sum of digits times 2 to 7 plus the check digit must be divisible by eleven.
 */
function checkDigitOf(body: string): string {
  const sum = [...body]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (2 + (index % 6)), 0)
  return '0123456789K'[(11 - (sum % 11)) % 11] ?? ''
}

function nameIssues(name: HumanName): string[] {
  const extensions = name._family?.extension ?? []
  const second = extensions.filter(({ url }) => url === `${eis}/StructureDefinition/SegundoApellido`)
  return [
    // A usual name (slice NombreSocial) has only a given name.
    ...((name.family || name.use === 'usual') && name.given?.length
      ? []
      : ['a name without family or given']),
    ...(extensions.length === 0 || second.length === 1 ? [] : ['no SegundoApellido in the family name']),
  ]
}

/** Checks an address: in CL Core each named part carries its code. */
function addressIssues(address: Address): string[] {
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
