/** The printed form of codes of UCUM, where it does not follow from their parts. */
const printedUnits: Readonly<Record<string, string>> = {
  // Temperature, pressure and length
  ...{ Cel: '°C', '[degF]': '°F', 'mm[Hg]': 'mmHg', 'cm[H2O]': 'cmH₂O', '[in_i]': 'pulgadas' },
  ...{ '[lb_av]': 'lb', '[diop]': 'dioptrías' },
  // Amounts of substance and mass
  ...{ 'meq/L': 'mEq/L', 'mosm/kg': 'mOsm/kg', 'mosm/L': 'mOsm/L', '[pH]': '' },
  ...{ 'mg/g{creat}': 'mg/g de creatinina', 'ug/g{creat}': 'µg/g de creatinina' },
  ...{ 'ug/mg{creat}': 'µg/mg de creatinina', 'ng/mL{FEU}': 'ng/mL FEU' },
  // Counts
  ...{ "[arb'U]/mL": 'U arbitrarias/mL', '[CFU]/mL': 'UFC/mL', '{copies}/mL': 'copias/mL' },
  ...{ '[copies]/mL': 'copias/mL', '{cells}/uL': 'células/µL', '/100{WBC}': 'por 100 leucocitos' },
  ...{ '/[HPF]': 'por campo', '{#}/[HPF]': 'por campo', '/[LPF]': 'por campo de bajo aumento' },
  ...{ '{cells}/[HPF]': 'células por campo', '{WBC}/[HPF]': 'leucocitos por campo' },
  ...{ '{RBC}/[HPF]': 'glóbulos rojos por campo', '{score}': 'puntos', '{Score}': 'puntos' },
  ...{ '{ratio}': '', '{INR}': 'INR', '[ppm]': 'ppm', '[ppb]': 'ppb', '1': '' },
  // Rates and times
  ...{ '/min': 'por minuto', '{beats}/min': 'latidos por minuto' },
  ...{ '{breaths}/min': 'respiraciones por minuto', 'mL/min/1.73.m2': 'mL/min/1,73 m²' },
  ...{ 'mL/min/{1.73_m2}': 'mL/min/1,73 m²', 'g/d': 'g/día', 'mg/d': 'mg/día' },
  ...{ a: 'años', mo: 'meses', wk: 'semanas', d: 'días' },
}

const raise = (digits: string) => digits.replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(Number(digit)))

/** Prints the parts of a code of UCUM: annotations in braces mean nothing in it. */
function printParts(code: string): string {
  return code
    .replace(/^\{#?([^{}]*)\}/, '$1')
    .replace(/\{[^{}]*\}/g, '')
    .replace(/10\*(\d+)/g, (_, power: string) => `×10${raise(power)}`)
    .replace(/\b([cm]?m)([23])\b/g, (_, length: string, power: string) => `${length}${raise(power)}`)
    .replace(/\((\d+)\.h\)/g, '$1 h')
    .replaceAll('[IU]', 'UI')
    .replace(/\bu(?=(?:g|m|mol|L|s|V|kat|UI)\b)/g, 'µ')
}

/** Returns a unit as it is printed; empty if nothing is printed after the number. */
export function printUnit(unit: string | null): string {
  return unit === null ? '' : (printedUnits[unit] ?? printParts(unit))
}
