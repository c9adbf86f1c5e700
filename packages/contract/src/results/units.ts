/** The printed form of codes of UCUM that differ from it. */
const printedUnits: Readonly<Record<string, string>> = {
  // Temperature, pressure and length
  ...{
    Cel: '°C',
    '[degF]': '°F',
    'mm[Hg]': 'mmHg',
    'cm[H2O]': 'cmH₂O',
    '[in_i]': 'pulgadas',
    '[lb_av]': 'lb',
  },
  ...{ um: 'µm', m2: 'm²', mm2: 'mm²', cm2: 'cm²', mm3: 'mm³', 'kg/m2': 'kg/m²', '[diop]': 'dioptrías' },
  // Amounts of substance and mass
  ...{ 'ug/dL': 'µg/dL', 'ug/L': 'µg/L', 'ug/mL': 'µg/mL', 'ug/g': 'µg/g', ug: 'µg', 'umol/L': 'µmol/L' },
  ...{
    'meq/L': 'mEq/L',
    'mosm/kg': 'mOsm/kg',
    'mosm/L': 'mOsm/L',
    '[pH]': '',
    'mg/g{creat}': 'mg/g de creatinina',
  },
  ...{
    'ug/g{creat}': 'µg/g de creatinina',
    'ug/mg{creat}': 'µg/mg de creatinina',
    'ng/mL{FEU}': 'ng/mL FEU',
  },
  // Activity and international units
  ...{ '[IU]': 'UI', '[IU]/L': 'UI/L', '[IU]/mL': 'UI/mL', 'm[IU]/L': 'mUI/L', 'm[IU]/mL': 'mUI/mL' },
  ...{ 'u[IU]/mL': 'µUI/mL', 'k[IU]/L': 'kUI/L', 'k[IU]/mL': 'kUI/mL', "[arb'U]/mL": 'U arbitrarias/mL' },
  ...{ '[CFU]/mL': 'UFC/mL', '{copies}/mL': 'copias/mL', '[copies]/mL': 'copias/mL' },
  // Counts
  ...{
    '10*3/uL': '×10³/µL',
    '10*6/uL': '×10⁶/µL',
    '10*9/L': '×10⁹/L',
    '10*12/L': '×10¹²/L',
    '10*3/mL': '×10³/mL',
  },
  ...{
    '/uL': '/µL',
    '{cells}/uL': 'células/µL',
    '/[HPF]': 'por campo',
    '/[LPF]': 'por campo de bajo aumento',
  },
  ...{ '{#}/[HPF]': 'por campo', '{score}': 'puntos', '{Score}': 'puntos', '{ratio}': '', '{INR}': 'INR' },
  ...{ '[ppm]': 'ppm', '[ppb]': 'ppb', '1': '' },
  // Rates and times
  ...{
    '/min': 'por minuto',
    '{beats}/min': 'latidos por minuto',
    '{breaths}/min': 'respiraciones por minuto',
  },
  ...{ 'mL/min/{1.73_m2}': 'mL/min/1,73 m²', 'mL/min/1.73.m2': 'mL/min/1,73 m²', 'g/(24.h)': 'g/24 h' },
  ...{ 'mg/(24.h)': 'mg/24 h', 'mL/(24.h)': 'mL/24 h', 'ug/(24.h)': 'µg/24 h', 'mmol/(24.h)': 'mmol/24 h' },
  ...{ 'g/d': 'g/día', 'mg/d': 'mg/día', a: 'años', mo: 'meses', wk: 'semanas', d: 'días' },
}

/** Returns a unit as it is printed; empty if nothing is printed after the number. */
export function printUnit(unit: string | null): string {
  return unit === null ? '' : (printedUnits[unit] ?? unit)
}
