/**
 * Checks what the profiles of CL Core require beyond R4. It is read from their sources and written
 * independently of the product: HL7Chile/clcore_ig (`input/fsh`: PacienteCL, PrestadorCL, EspecialidadCL,
 * OrganizacionCL, LocalizacionCoreCL, ObservationCL, CLaddres, Extensiones) and Minsal-CL/eis 0.2.0
 * (`deis-identifier`, `eis-tipo-identificador-cs`, the lists of communes, provinces, regions, countries).
 * Recommendations (`MS`, `preferred`, `example`, `extensible`) are checked only for data that the portal has.
 */
import type { Address, Element, FhirResource, HumanName, Identifier } from 'fhir/r4'

const clCore = 'https://hl7chile.cl/fhir/ig/clcore/StructureDefinition'
const eis = 'https://interoperabilidad.minsal.cl/fhir/ig/eis'

/** The resource types with a CL Core profile of their own. */
const profiled: Readonly<Record<string, string>> = {
  Patient: 'CorePacienteCl',
  Practitioner: 'CorePrestadorCl',
  PractitionerRole: 'CoreRolClinicoCl',
  Organization: 'CoreOrganizacionCl',
  Location: 'CoreLocalizacionCl',
  Observation: 'CoreObservacionCL',
}

export function coreIssues(resource: FhirResource): string[] {
  const wanted = profiled[resource.resourceType]
  const claimed = resource.meta?.profile ?? []
  const right = wanted === undefined ? [] : [`${clCore}/${wanted}`]
  return [
    ...(JSON.stringify(claimed) === JSON.stringify(right)
      ? []
      : [`claims ${claimed.join(', ') || 'nothing'}`]),
    ...partsIssues(resource),
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
      ]
    case 'Practitioner':
      return [
        ...(resource.identifier ?? []).flatMap(identifierIssues),
        ...(resource.name ?? []).flatMap(({ use }) => (use === 'official' ? [] : [`a name of use ${use}`])),
        ...(resource.address ?? []).flatMap(addressIssues),
      ]
    case 'Organization':
      return (resource.address ?? []).flatMap(addressIssues)
    case 'Location':
      return [
        ...(resource.address === undefined ? [] : addressIssues(resource.address)),
        ...(resource.managingOrganization ? [] : ['no organization above it']),
      ]
    default:
      return []
  }
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
