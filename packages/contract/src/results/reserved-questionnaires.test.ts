import { expect, test } from 'vitest'
import { findReservedQuestionnaire, reservedQuestionnaires, testOfValue } from './reserved-questionnaires.ts'

const findByName = (name: string) => findReservedQuestionnaire({ codes: [], names: [name] })
const findByCode = (code: string) => findReservedQuestionnaire({ codes: [code], names: [] })

/** Returns whether a code of LOINC ends with its check digit (modulus 10), which a mistyped code does not. */
function hasCheckDigit(code: string): boolean {
  const [number = '', digit] = code.split('-')
  const sum = [...number].toReversed().reduce((total, figure, index) => {
    const value = Number(figure) * (index % 2 === 0 ? 2 : 1)
    return total + Math.floor(value / 10) + (value % 10)
  }, 0)
  return (10 - (sum % 10)) % 10 === Number(digit)
}

test('every code of a listed questionnaire is reserved: panels, items, totals and findings', () => {
  for (const { group, codes, ranges } of reservedQuestionnaires) {
    for (const code of codes.split(' ')) {
      expect([code, findByCode(code)]).toEqual([code, group])
      expect([code, !code.includes('-') || hasCheckDigit(code)]).toEqual([code, true])
    }
    for (const [first, last] of ranges)
      for (let number = first; number <= last; number++) expect(findByCode(`${number}-0`)).toBe(group)
  }
  // PHQ-9 «better off dead», C-SSRS «killing yourself», HITS «physically hurt», AUDIT «not able to stop», TAPS «illegal drugs».
  expect(['44260-8', '93247-5', '95618-5'].map(findByCode)).toEqual(Array(3).fill('SALUD_MENTAL'))
  expect(['97734-8', '96843-8'].map(findByCode)).toEqual(Array(2).fill('DROGAS'))
})

test('questionnaires in Spanish without codes, and those that only LOINC’s name tells, are reserved', () => {
  for (const name of [
    ...['Autolesiones', 'Ansiedad generalizada, puntaje total', 'Ideación suicida', 'Síntomas depresivos'],
    ...['Escala de depresión posnatal de Edimburgo', 'PHQ-9 total', 'Conducta alimentaria, EAT-26'],
    ...[
      'Lesiones autoinfligidas',
      'Intento de autoeliminación',
      'Self-injury',
      'Estrés postraumático',
      'VIF',
    ],
    ...['Tamizaje de violencia', 'Within the last year, have you been afraid of your partner [HARK]'],
  ])
    expect([name, findByName(name)]).toEqual([name, 'SALUD_MENTAL'])
  for (const name of [
    ...['Consumo de marihuana', 'Consumo de alcohol, AUDIT-C', 'Tabaquismo', '¿Fuma?', 'CRAFFT, puntaje'],
    ...['Uso de sustancias', 'Tobacco smoking status', 'Substance use status', 'Frecuencia [ASSIST]'],
    ...['Puntaje ASSIST', 'Índice paquetes/año', 'Cotinina en orina', 'Pasta base'],
  ])
    expect([name, findByName(name) === null]).toEqual([name, false])
})

test.each([
  ['CRAFFT', 'During the past 12 months, on how many days did you use anything else to get high?'],
  [
    'CRAFFT',
    'Do your family or friends ever tell you that you should cut down on your drinking or drug use?',
  ],
  ['CRAFFT', '¿Tu familia o tus amigos te han dicho que debes disminuir el consumo de bebidas o drogas?'],
  ['CRAFFT', '¿Has viajado en un auto conducido por alguien que estuviera drogado?'],
  ['ASSIST', 'In the past three months, how often have you used the substances you mentioned?'],
  ['ASSIST', 'In your life, which of the following substances have you ever used?'],
  ['ASSIST', 'During the past three months, how often have you had a strong desire or urge to use?'],
  ['ASSIST', 'How often has your use of (FIRST DRUG) led to health, social, legal or financial problems?'],
  ['ASSIST', 'Has a friend or relative ever expressed concern about your use?'],
  ['ASSIST', 'Have you ever tried and failed to control, cut down or stop using?'],
  ['ASSIST', 'Have you ever used any drug by injection?'],
  ['ASSIST', '¿Con qué frecuencia ha sentido un fuerte deseo o ansias de consumir?'],
  ['ASSIST', '¿Con qué frecuencia le ha llevado su consumo de (PRIMERA) a problemas económicos?'],
  ['ASSIST', '¿Con qué frecuencia dejó de hacer lo que se esperaba de usted habitualmente?'],
  ['ASSIST', '¿Un amigo o un familiar ha mostrado alguna vez preocupación por su consumo?'],
  ['ASSIST', '¿Ha intentado alguna vez controlar, reducir o dejar de consumir y no lo ha logrado?'],
  ['ASSIST', '¿Ha consumido alguna droga por vía inyectada?'],
  ['EPDS', 'I have been able to laugh and see the funny side of things'],
  ['EPDS', 'I have looked forward with enjoyment to things'],
  ['EPDS', 'I have blamed myself unnecessarily when things went wrong'],
  ['EPDS', 'I have been anxious or worried for no good reason'],
  ['EPDS', 'I have felt scared or panicky for no very good reason'],
  ['EPDS', 'Things have been getting on top of me'],
  ['EPDS', 'I have been so unhappy that I have had difficulty sleeping'],
  ['EPDS', 'I have felt sad or miserable'],
  ['EPDS', 'The thought of harming myself has occurred to me'],
  ['EPDS', 'He sido capaz de reírme y ver el lado bueno de las cosas'],
  ['EPDS', 'He mirado al futuro con placer'],
  ['EPDS', 'Me he culpado sin necesidad cuando las cosas marchaban mal'],
  ['EPDS', 'He sentido miedo o pánico sin motivo alguno'],
  ['EPDS', 'Las cosas me oprimen o agobian'],
  ['EPDS', 'Me he sentido tan infeliz, que he tenido dificultad para dormir'],
  ['EPDS', 'Me he sentido triste y desgraciada'],
  ['EPDS', 'He pensado en hacerme daño a mí misma'],
  ['DAST', 'Have you used drugs other than those required for medical reasons?'],
  ['DAST', 'Does your spouse ever complain about your involvement with drugs?'],
  ['DAST', 'Have you ever experienced withdrawal symptoms when you stopped taking drugs?'],
  ['DAST', 'Have you had blackouts or flashbacks as a result of drug use?'],
  ['DAST', '¿Ha usado drogas diferentes de las que necesita por razones médicas?'],
  ['DAST', '¿Abusa de más de una droga a la vez?'],
  ['DAST', '¿Su pareja o sus padres se quejan por su relación con las drogas?'],
  ['DAST', '¿Es capaz de dejar de usar drogas siempre que quiere?'],
  ['AUDIT', 'How often have you had a feeling of guilt or remorse after drinking?'],
  ['AUDIT', '¿No pudo recordar lo que sucedió la noche anterior porque había bebido?'],
  ['PHQ-9', 'Poco interés o placer en hacer las cosas'],
  ['PHQ-9', 'Se ha sentido decaído, deprimido o sin esperanzas'],
  ['PHQ-9', 'Pensamientos de que estaría mejor muerto(a) o de lastimarse de alguna manera'],
  ['PHQ-9', 'Se ha sentido mal con usted mismo(a) o que es un fracaso'],
  ['PHQ-9', 'Trouble falling or staying asleep, or sleeping too much'],
  ['PHQ-9', 'Dificultad para concentrarse en ciertas actividades, tales como leer'],
  ['GAD-7', 'Not being able to stop or control worrying'],
  ['GAD-7', 'Becoming easily annoyed or irritable'],
  ['GAD-7', 'Sentir miedo como si algo terrible pudiera pasar'],
  ['C-SSRS', 'Have you wished you were dead or wished you could go to sleep and not wake up?'],
  ['C-SSRS', '¿Ha deseado estar muerto(a) o poder dormirse y no despertar?'],
  ['C-SSRS', '¿Ha pensado en quitarse la vida?'],
  ['EAT', 'Vomito después de haber comido'],
  ['SCOFF', 'Do you make yourself sick because you feel uncomfortably full?'],
  ['HARK', 'Humillada o maltratada emocionalmente por su pareja'],
  ['AUDIT', '¿Con qué frecuencia toma 6 o más copas en un solo día?'],
  ['AUDIT', 'How often do you have 6 or more drinks on one occasion?'],
])('a question of %s is reserved in its own words and by an unknown code: «%s»', (_, name) => {
  expect(findByName(name)).not.toBeNull()
  expect(
    findReservedQuestionnaire({ codes: ['99999-9', 'LOCAL-3'], names: ['Pregunta', name] }),
  ).not.toBeNull()
})

test('a test of the laboratory and a measurement are no questionnaire', () => {
  for (const name of [
    ...['Glucosa', 'Hemograma', 'Perfil lipídico', 'Presión arterial', 'Consumo de oxígeno', 'Audiometría'],
    ...[
      'Sustancias reductoras en deposiciones',
      'Monitoreo de drogas antiepilépticas',
      'Reducing substances',
    ],
    ...['Drug level, vancomycin', 'Niveles de ciclosporina', 'Resistencia a drogas antituberculosas'],
    ...[
      'Lead in drinking water',
      'Consumo de proteínas',
      'Panel de alérgenos: placer',
      'Rifampicin and other antibiotics',
      'Ácido nicotínico',
      'Tinción bipolar',
      'Fracaso renal agudo',
      'Muerte celular',
    ],
    ...[
      'Examen auditivo',
      'Fosfatasa alcalina',
      'Dastinib',
      'Índice de masa corporal',
      'Ferritina',
      'Bilirrubina',
    ],
  ])
    expect([name, findByName(name)]).toEqual([name, null])
  for (const code of ['2345-7', '85354-9', '8302-2', '44248-3', '44262-4'])
    expect([code, findByCode(code)]).toEqual([code, null])
})

test('a value is looked at as a name is: its words, and its codes with theirs', () => {
  const concept = {
    text: null,
    codes: [{ system: 'http://snomed.info/sct', code: '228366006', display: 'Finding' }],
  }
  expect(findReservedQuestionnaire(testOfValue({ value: { kind: 'concept', concept } }))).toBe('DROGAS')
  const text = { kind: 'text', text: 'Depresión moderada' } as const
  expect(findReservedQuestionnaire(testOfValue({ value: text }))).toBe('SALUD_MENTAL')
  expect(findReservedQuestionnaire(testOfValue({ value: { kind: 'text', text: 'Negativo' } }))).toBeNull()
})
