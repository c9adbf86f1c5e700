import type { ReportedConcept } from './reported-result.ts'

const snomed = 'http://snomed.info/sct'
export const interpretationSystem = 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation'
const absentSystem = 'http://terminology.hl7.org/CodeSystem/data-absent-reason'

/** Spanish words for standard codes that laboratories send without text. */
export const codeWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [snomed]: {
    '10828004': 'Positivo',
    '260385009': 'Negativo',
    '260373001': 'Detectado',
    '260415000': 'No detectado',
    '11214006': 'Reactivo',
    '131194007': 'No reactivo',
    '52101004': 'Presente',
    '2667000': 'Ausente',
    '17621005': 'Normal',
    '263654008': 'Anormal',
    '419984006': 'No concluyente',
  },
  [interpretationSystem]: {
    H: 'Alto',
    HU: 'Muy alto',
    HH: 'Crítico: muy alto',
    L: 'Bajo',
    LU: 'Muy bajo',
    LL: 'Crítico: muy bajo',
    N: 'Normal',
    A: 'Anormal',
    AA: 'Crítico',
    '<': 'Bajo el límite de medición',
    '>': 'Sobre el límite de medición',
    POS: 'Positivo',
    NEG: 'Negativo',
    DET: 'Detectado',
    ND: 'No detectado',
    RR: 'Reactivo',
    NR: 'No reactivo',
    WR: 'Débilmente reactivo',
    IND: 'Indeterminado',
    E: 'Equívoco',
    S: 'Sensible',
    I: 'Intermedio',
    R: 'Resistente',
    SDD: 'Sensible según la dosis',
    NS: 'No sensible',
    B: 'Mejor',
    W: 'Peor',
    U: 'Subió de forma importante',
    D: 'Bajó de forma importante',
  },
  [absentSystem]: {
    unknown: 'no se conoce',
    'asked-unknown': 'no se conoce',
    'temp-unknown': 'aún no se conoce',
    'not-asked': 'no se preguntó',
    'asked-declined': 'el paciente no quiso responder',
    masked: 'no se entrega por este medio',
    'not-applicable': 'no corresponde',
    unsupported: 'no se puede informar por este medio',
    'as-text': 'está en el documento',
    error: 'hubo un error en la medición',
    'not-a-number': 'no dio un número',
    'negative-infinity': 'bajo todo límite de medición',
    'positive-infinity': 'sobre todo límite de medición',
    'not-performed': 'no se realizó',
    'not-permitted': 'no se permite informarlo',
  },
}

/** Returns the sender's text, or our word for a standard code, or the code's display, often in English, or the code. */
export function showConcept({ text, codes }: ReportedConcept): string {
  const display = codes.find((one) => one.display !== null)?.display
  const known = codes.map((one) => codeWords[one.system ?? '']?.[one.code]).find((word) => word !== undefined)
  return text ?? known ?? display ?? (codes[0] === undefined ? '' : `código ${codes[0].code}`)
}

export function toConcept(text: string): ReportedConcept {
  return { text, codes: [] }
}
