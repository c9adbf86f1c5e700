/**
 * Chile's additions to FHIR R4: the profiles of HL7 Chile's CL Core 2.0.0 and the code systems of the Ministry's
 * standard of health information (EIS 0.2.0). `docs/decisions/040-fhir-resources-are-built-by-pure-rules.md` lists the source of each.
 */
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import { cleanDocument, type DocumentTypeId, documentType } from '@mi-portal/contract/values/document-number'
import { cleanRun, isRun } from '@mi-portal/contract/values/run'
import type { Address, CodeableConcept, Coding, Extension, HumanName, Identifier, Reference } from 'fhir/r4'
import { omitEmpty } from './present-members.rules.ts'

const clCore = 'https://hl7chile.cl/fhir/ig/clcore/StructureDefinition'
const eis = 'https://interoperabilidad.minsal.cl/fhir/ig/eis'

export const profiles = {
  patient: `${clCore}/CorePacienteCl`,
  practitioner: `${clCore}/CorePrestadorCl`,
  practitionerRole: `${clCore}/CoreRolClinicoCl`,
  organization: `${clCore}/CoreOrganizacionCl`,
  location: `${clCore}/CoreLocalizacionCl`,
  observation: `${clCore}/CoreObservacionCL`,
} as const

const extensions = {
  country: `${clCore}/CodigoPaises`,
  commune: `${clCore}/ComunasCl`,
  province: `${clCore}/ProvinciasCl`,
  region: `${clCore}/RegionesCl`,
  secondSurname: `${eis}/StructureDefinition/SegundoApellido`,
  // The international element for a second surname, for readers without the Chilean extension.
  mothersFamily: 'http://hl7.org/fhir/StructureDefinition/humanname-mothers-family',
  checkDigit: 'http://hl7.org/fhir/StructureDefinition/identifier-checkDigit',
} as const

export const systems = {
  identifierType: `${eis}/CodeSystem/eis-tipo-identificador-cs`,
  communes: `${eis}/CodeSystem/eis-comunas-cs`,
  provinces: `${eis}/CodeSystem/eis-provincias-cs`,
  regions: `${eis}/CodeSystem/eis-regiones-cs`,
  countries: `${eis}/CodeSystem/eis-paises-cs`,
  insurers: `${eis}/CodeSystem/eis-PrevisiondeSalud-CS`,
  loinc: 'http://loinc.org',
  ucum: 'http://unitsofmeasure.org',
} as const

/** Codes of `eis-tipo-identificador-cs`. */
const identifierTypes = {
  run: { code: '1', display: 'RUN' },
  passport: { code: '3', display: 'Número de Pasaporte' },
} as const

const chile = { code: '152', display: 'Chile' } as const

export type Publisher = {
  /** The base address of the portal's FHIR interface, without a slash at its end. */
  readonly baseUrl: string
  readonly brand: string
}

export function concept(coding: Coding, text?: string): CodeableConcept {
  return { coding: [coding], ...omitEmpty({ text }) }
}

export function reference(kind: string, id: number | string, display?: string): Reference {
  return { reference: `${kind}/${id}`, ...omitEmpty({ display }) }
}

export function ownSystem(publisher: Publisher, what: string): string {
  return `${publisher.baseUrl}/sid/${what}`
}

function coded(url: string, coding: Coding): Extension {
  return { url, valueCodeableConcept: concept(coding) }
}

/** Removes leading zeros, because the Ministry writes its codes without them. */
function withoutZeros(code: string | number): string {
  return String(Number(code))
}

export type Country = { readonly iso_num: string | null; readonly name: string }

function countryCoding({ iso_num, name }: Country): Coding {
  return {
    ...(iso_num === null ? {} : { system: systems.countries, code: withoutZeros(iso_num) }),
    display: name,
  }
}

export function countryExtension(country: Country): Extension {
  return coded(extensions.country, countryCoding(country))
}

export type PassportIssuer = Country & { readonly iso3: string | null }

type Document = {
  readonly document_type_id: DocumentTypeId
  readonly document_number: string
  /** The country that issued the passport; null for a RUN, or if it is not known. */
  readonly issuing_country?: PassportIssuer | null
}

/** FHIR's identifier system of a country's passports, without the country's three letters. */
const passportSystem = 'http://hl7.org/fhir/sid/passport-'

/**
 * Returns the identifier of a normalized RUN or a passport. The value of a RUN is its body; its check digit is in the
 * extension. The system and the type of a passport name the country that issued it, if it is known.
 */
export function documentIdentifier({
  document_type_id,
  document_number,
  issuing_country: country,
}: Document): Identifier {
  const isPassport = document_type_id === documentType.passport
  const type = concept({
    system: systems.identifierType,
    ...(isPassport ? identifierTypes.passport : identifierTypes.run),
  })
  if (isPassport)
    return {
      use: 'official',
      type: !country ? type : { extension: [countryExtension(country)], ...type },
      ...(country?.iso3 ? { system: `${passportSystem}${country.iso3}` } : {}),
      value: document_number,
    }
  return {
    extension: [{ url: extensions.checkDigit, valueString: document_number.slice(-1) }],
    use: 'official',
    type: { extension: [countryExtension({ iso_num: chile.code, name: chile.display })], ...type },
    value: document_number.slice(0, -1),
  }
}

const olderRunTypes: readonly string[] = ['NNCHL', 'NNCL']

function isTypedRun(identifier: Identifier): boolean {
  const codings = identifier.type?.coding ?? []
  return codings.some(
    ({ system, code }) =>
      olderRunTypes.includes(code ?? '') ||
      ((system ?? '').toLowerCase().includes('tipo') && /^0?1$/.test(code ?? '')),
  )
}

/** Returns the normalized RUN, or null. The check digit is in the value or the extension. Older CL Core names the type `NNCHL`. */
export function findRun(identifier: Identifier): string | null {
  if (!isTypedRun(identifier)) return null
  const clean = cleanRun(identifier.value ?? '')
  const digit = identifier.extension?.find(({ url }) =>
    /checkdigit|digitoverificador/i.test(url),
  )?.valueString
  if (digit !== undefined && isRun(clean + digit.toUpperCase())) return clean + digit.toUpperCase()
  return isRun(clean) ? clean : null
}

export function findPassport(identifier: Identifier): string | null {
  const isPassport = identifier.type?.coding?.some(
    ({ system, code }) =>
      (system === systems.identifierType && code === identifierTypes.passport.code) || code === 'PPN',
  )
  const number = cleanDocument(documentType.passport, identifier.value ?? '')
  return isPassport && number !== '' ? number : null
}

/**
 * Returns the code of the country that issued the passport of an identifier, as the sender writes it: three letters in FHIR's
 * system of passports, or a number in CL Core's extension. Returns null if the sender does not say.
 */
export function findIssuer({ system, type, extension }: Identifier): string | null {
  const [, letters] = /^http:\/\/hl7\.org\/fhir\/sid\/passport-([A-Za-z]{3})$/.exec(system ?? '') ?? []
  if (letters !== undefined) return letters.toUpperCase()
  const coded = [...(type?.extension ?? []), ...(extension ?? [])].find(
    ({ url }) => url === extensions.country,
  )
  return coded?.valueCodeableConcept?.coding?.find(({ code }) => code)?.code ?? null
}

type Names = { readonly first_name: string; readonly last_name: string; readonly second_name: string }

/** Returns the name as in the civil registry: the first surname, the second surname as an extension of it, and all given names. */
export function officialName(names: Names): HumanName {
  const second = names.second_name.trim()
  return {
    use: 'official',
    text: formatFullName(names),
    family: names.last_name,
    ...(second === ''
      ? {}
      : {
          _family: {
            extension: [
              { url: extensions.secondSurname, valueString: second },
              { url: extensions.mothersFamily, valueString: second },
            ],
          },
        }),
    given: names.first_name.split(/\s+/).filter((name) => name !== ''),
  }
}

export type Commune = {
  /** The five digits of the State's territorial code. */
  readonly cut: string
  readonly name: string
  readonly province_id: number
  readonly province: string
  readonly region_id: number
  readonly region: string
}

// The Ministry's list swaps the numbers of these two provinces, compared with the State's territorial codes.
const provinceSwap: Readonly<Record<number, number>> = { 112: 113, 113: 112 }

export function chileanAddress(line: string | null, commune: Commune | null): Address | null {
  const street = line?.trim() ?? ''
  if (street === '' && commune === null) return null
  const known = commune && {
    city: commune.name,
    _city: {
      extension: [
        coded(extensions.commune, {
          system: systems.communes,
          code: withoutZeros(commune.cut),
          display: commune.name,
        }),
      ],
    },
    district: commune.province,
    _district: {
      extension: [
        coded(extensions.province, {
          system: systems.provinces,
          code: withoutZeros(provinceSwap[commune.province_id] ?? commune.province_id),
          display: commune.province,
        }),
      ],
    },
    state: commune.region,
    _state: {
      extension: [
        coded(extensions.region, {
          system: systems.regions,
          code: withoutZeros(commune.region_id),
          display: commune.region,
        }),
      ],
    },
    country: chile.display,
    _country: { extension: [countryExtension({ iso_num: chile.code, name: chile.display })] },
  }
  return { use: 'home', ...(street === '' ? {} : { line: [street] }), ...known }
}
