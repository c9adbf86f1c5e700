/** Consistent laboratory values: each person keeps their own level, and computed measures are computed. */
import type { ClinicPackage } from '@mi-portal/contract/clinic/clinic-package'
import { ageOn, type Day } from '@mi-portal/contract/values/dates'
import { createSeededRandom } from './seeded-random.ts'

type Analyte = ClinicPackage['laboratoryAnalytes'][number]
type Panel = ClinicPackage['laboratoryPanels'][number] & { readonly analytes: readonly string[] }

type Subject = {
  /** Seed of the person's levels. The same key gives the same levels. */
  readonly key: string
  readonly gender_id: number | null
  readonly date_birth: Day | null
}

export type Measured = {
  readonly code: string
  readonly name: string
  readonly loinc: string | null
  readonly value: number | null
  readonly text: string | null
  readonly unit: string | null
  readonly ucum: string | null
  readonly decimals: number
  readonly low: number | null
  readonly high: number | null
  readonly reference_text: string | null
  readonly reserved_group: string | null
}

// Measures that are printed in two panels. One sample has one value for both.
const sameAs: Readonly<Record<string, string>> = { COL: 'COLT', BIT: 'BITH', GOT: 'GOTH', FA: 'FAH' }

// Mean and deviation of measures with an open range, or whose usual value is not the middle of the range.
const usual: Readonly<Record<string, readonly [mean: number, deviation: number]>> = {
  COLT: [184, 20],
  HDL: [55, 8],
  TG: [112, 28],
  GOTH: [21, 4],
  GPT: [20, 5],
  GGT: [18, 5],
  BID: [0.13, 0.04],
  BITH: [0.6, 0.15],
  A1C: [5.3, 0.18],
  PTGO: [112, 12],
  MALB: [7, 3],
  RAC: [9, 4],
  OURO: [0.2, 0.1],
  DD: [0.24, 0.07],
  ATPO: [12, 5],
  PCR: [1.8, 0.9],
  BHCG: [0.6, 0.2],
  PSA: [0.9, 0.3],
  CEA: [1.6, 0.6],
  CA125: [13, 4],
  CA199: [11, 4],
  TROP: [5, 2],
  CKMB: [2, 0.7],
  NTP: [52, 20],
  CALP: [24, 9],
  TSH: [2.1, 0.6],
  VHS: [8, 3],
  BAC: [1, 0.8],
  EOS: [2, 1],
  BAS: [0, 0.4],
  MON: [6, 1],
  LIN: [31, 4],
  FERR: [58, 18],
  INS: [8.5, 2.4],
  VITD: [31, 5],
  TP: [97, 5],
  OSLE: [1, 1],
  OSER: [0, 0.7],
  OSCE: [2, 1],
  OCIL: [0, 0.5],
  FSH: [6.2, 1.4],
  LH: [5.8, 1.6],
  E2: [78, 24],
  RET: [1.2, 0.3],
  TTPA: [30, 2],
}

// Results in words, the usual one first.
const words: Readonly<Record<string, readonly string[]>> = {
  OCOL: ['Amarillo', 'Amarillo', 'Amarillo claro'],
  OASP: ['Claro', 'Claro', 'Claro', 'Ligeramente turbio'],
  OBAC: ['No se observan', 'No se observan', 'Escasas'],
}

const sexes: Readonly<Record<number, string>> = { 1: 'F', 2: 'M' }

/** Creates the laboratory of a clinic, which measures what the clinic's lists contain. */
export function createLaboratory(
  clinic: Pick<ClinicPackage, 'laboratoryPanels' | 'laboratoryAnalytes' | 'laboratoryRanges'>,
) {
  const analytes = new Map<string, Analyte>(
    clinic.laboratoryAnalytes.map((analyte) => [analyte.code, analyte]),
  )
  const ranges = Map.groupBy(clinic.laboratoryRanges, ({ analyte }) => analyte)

  /** Returns those of the panels that the laboratory has; its first panel if it has none of them. */
  function panelsAmong(codes: readonly string[]): Panel[] {
    const found = codes.flatMap((code) => clinic.laboratoryPanels.find((panel) => panel.code === code) ?? [])
    return (found.length > 0 ? found : clinic.laboratoryPanels.slice(0, 1)).map((panel) => ({
      ...panel,
      analytes: clinic.laboratoryAnalytes.flatMap(({ code, panel: of }) => (of === panel.code ? [code] : [])),
    }))
  }

  /** Returns the first range that matches the person's sex and completed years, or null. */
  function rangeFor(code: string, of: Subject, day: Day): ClinicPackage['laboratoryRanges'][number] | null {
    const sex = sexes[of.gender_id ?? 0]
    const age = of.date_birth === null ? null : ageOn(of.date_birth, day)
    const rows = ranges.get(code) ?? []
    return (
      rows.find(
        (row) =>
          (row.sex === 'A' || row.sex === sex) &&
          age !== null &&
          age >= row.age_min_years &&
          (row.age_max_years === null || age <= row.age_max_years),
      ) ?? null
    )
  }

  /**
   * Returns the values of one sample taken on that day. `known` fixes values by code, for a deliberate trend. All
   * other values stay near the person's level. Panels of the same sample agree with each other.
   */
  function sample(of: Subject, day: Day, known: Readonly<Record<string, number>> = {}) {
    const values = new Map<string, number>()

    function amountOf(code: string): number {
      const measure = sameAs[code] ?? code
      const before = values.get(measure)
      if (before !== undefined) return before
      const decimals = analytes.get(code)?.decimals ?? 0
      const value = Number((known[measure] ?? computed(measure) ?? drawn(measure)).toFixed(decimals))
      values.set(measure, value)
      return value
    }

    function drawn(code: string): number {
      const range = rangeFor(code, of, day)
      const [mean, deviation] = usual[code] ?? middleOf(range)
      const level = createSeededRandom(`level:${of.key}:${code}`).around(mean, deviation)
      const value = createSeededRandom(`sample:${of.key}:${day}:${code}`).around(level, deviation / 3)
      return Math.max(mean > 0 ? mean * 0.1 : 0, value)
    }

    function computed(code: string): number | null {
      switch (code) {
        case 'ERI':
          return (amountOf('HB') / createSeededRandom(`level:${of.key}:HCM`).around(29.6, 0.7)) * 10
        case 'HTO':
          return amountOf('HB') * createSeededRandom(`level:${of.key}:CHCM`).around(2.97, 0.03)
        case 'VCM':
          return (amountOf('HTO') * 10) / amountOf('ERI')
        case 'HCM':
          return (amountOf('HB') * 10) / amountOf('ERI')
        case 'CHCM':
          return (amountOf('HB') * 100) / amountOf('HTO')
        case 'NEU':
          return 100 - ['BAC', 'LIN', 'MON', 'EOS', 'BAS'].reduce((sum, other) => sum + amountOf(other), 0)
        case 'RAN':
          return (amountOf('LEU') * (amountOf('NEU') + amountOf('BAC'))) / 100
        case 'VLDL':
          return amountOf('TG') / 5
        case 'LDL':
          return amountOf('COLT') - amountOf('HDL') - amountOf('VLDL')
        case 'NHDL':
          return amountOf('COLT') - amountOf('HDL')
        case 'ICH':
          return amountOf('COLT') / amountOf('HDL')
        case 'SATF':
          return (amountOf('FIE') * 100) / amountOf('TIBC')
        case 'INR':
          return 1 + (100 - amountOf('TP')) * 0.011
        case 'VFG':
          return filtration(amountOf('CRE'), of, day)
        case 'ODEN':
          return 1 + createSeededRandom(`sample:${of.key}:${day}:ODEN`).whole(10, 25) / 1000
        case 'OPH':
          return createSeededRandom(`sample:${of.key}:${day}:OPH`).pick([5.5, 6, 6, 6.5])
        default:
          return null
      }
    }

    /** Returns one measure with the person's range. Throws when the catalogue does not have the code. */
    function measure(code: string): Measured {
      const analyte = analytes.get(code)
      if (!analyte) throw new Error(`demonstration: there is no analyte ${code}`)
      const { name, loinc, unit, ucum, decimals, reserved_group } = analyte
      const range = rangeFor(code, of, day)
      const inWords = analyte.value_type === 'texto'
      return {
        code,
        name,
        loinc,
        value: inWords ? null : amountOf(code),
        text: inWords
          ? createSeededRandom(`sample:${of.key}:${day}:${code}`).pick(
              words[code] ?? [range?.text ?? 'Negativo'],
            )
          : null,
        unit,
        ucum,
        decimals,
        low: range?.low ?? null,
        high: range?.high ?? null,
        reference_text: range?.text ?? null,
        reserved_group,
      }
    }

    return { measure }
  }

  return {
    panelsAmong,
    /** Returns those of the measures that the laboratory makes. */
    measuresAmong: (codes: readonly string[]) => codes.filter((code) => analytes.has(code)),
    sample,
  }
}

export type Laboratory = ReturnType<typeof createLaboratory>

function middleOf(range: { low: number | null; high: number | null } | null): readonly [number, number] {
  const low = range?.low ?? null
  const high = range?.high ?? null
  if (low !== null && high !== null) return [(low + high) / 2, (high - low) / 8]
  if (high !== null) return [high * 0.6, high * 0.08]
  if (low !== null) return [low * 1.3, low * 0.06]
  return [1, 0.1]
}

/**
 * Returns the estimated glomerular filtration rate (CKD-EPI 2021) in mL/min/1.73 m². Creatinine is in mg/dL.
 */
function filtration(creatinine: number, of: Subject, day: Day): number {
  const woman = of.gender_id === 1
  const kappa = woman ? 0.7 : 0.9
  const ratio = creatinine / kappa
  const age = of.date_birth === null ? 40 : ageOn(of.date_birth, day)
  const curve = Math.min(ratio, 1) ** (woman ? -0.241 : -0.302) * Math.max(ratio, 1) ** -1.2
  return 142 * curve * 0.9938 ** age * (woman ? 1.012 : 1)
}
