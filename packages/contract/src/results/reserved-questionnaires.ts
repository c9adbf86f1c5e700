/**
 * Questionnaires about mental health, violence, alcohol, tobacco and drugs, which the law keeps from an adolescent's guardian whole: an
 * answer says as much as the total, and totals can be worked out from answers. The list is the same for every clinic.
 */
import { removeAccents } from '../fields/accents.ts'
import type { ReportedConcept, ReportedResult } from './reported-result.ts'

type Group = 'SALUD_MENTAL' | 'DROGAS'

type Questionnaires = {
  readonly group: Group
  /** LOINC: panels, all their items, totals and interpretations; SNOMED CT: findings that are sent as codes or values. */
  readonly codes: string
  /** Ranges of LOINC numbers, without their check digit, that belong to one instrument. */
  readonly ranges: readonly (readonly [first: number, last: number])[]
  /** Names of instruments as whole words, without case and accents. */
  readonly instruments: string
  /** Beginnings of words. */
  readonly stems: string
}

const lists: readonly Questionnaires[] = [
  {
    group: 'SALUD_MENTAL',
    codes: [
      // PHQ-2, PHQ-4, PHQ-9, PHQ-9 modified for teens (PHQ-A), PHQ-15 and PHQ-SADS
      '55757-9 55758-7 69722-7 69723-5 69724-3 89204-2 89206-7 94023-9 73831-0 73832-8 69728-4 70273-8 69729-2 86843-0 86844-8',
      // CES-D, BDI, M3 and EPDS
      '89205-9 89208-3 89209-1 71777-7 71757-9 71569-8 71891-6 71354-5 99046-5',
      // GAD-7, whose first two questions are GAD-2
      '69737-5 70274-6 69725-0 68509-9 69733-4 69734-2 69735-9 69689-8 69736-7',
      // C-SSRS, whose items are in a range
      '93373-9 93374-7 93485-1',
      // HARK
      '76499-3 76500-8 76501-6 76502-4 76503-2 76504-0',
      // SNOMED CT: depression, anxiety, suicide and self-harm
      '35489007 310495003 310496002 310497006 48694002 197480006 6471006 82313006 225444004 401206008 720433000',
      '102911000 247650009 401229000 401230005 401231009',
    ].join(' '),
    ranges: [
      // PHQ-9, its interview in long-term care, C-SSRS, and violence at home (HITS)
      [44249, 44261],
      [54635, 54654],
      [93245, 93305],
      [95614, 95618],
    ],
    instruments:
      'phq|phq-?(2|4|8|9|a|m)|gad-?(2|7)|epds|c-?ssrs|psc-?17|pcl-?5|ptsd|tept|mdq|hee?adss?s?|vif|bdi(-ii)?|ces-?d(c|-r)?|hads|hark|scared|scoff|eat-?(10|26|40)|asq|sdq|crafft-n|mini-?kid|whooley|beck|zung|hamilton',
    stems: [
      'depres|deprimid|suicid|autolesi|autoagres|autodestruct|ansiedad|ansios|anxi(?:ety|ous)|self.?harm|harming (?:my|your)self|hurting yourself|better off dead',
      'autoinflig|autoeliminac|self.?inj|self.?inflict|lastimar(?:se|te|me)|quitar(?:se|te|me) la vida|kill(?:ing)? (?:my|your)self',
      'ideas? de muerte|ideacion de muerte|estar(?:ia)? (?:mejor )?muert|wish(?:ed)? you were dead|dormir(?:se)? y no despertar',
      'psicosis|psychosis|psicotic|esquizofr|schizophr|trastorno bipolar|bipolar disorder|estres postraumatico|post.?traumatic stress',
      'hacer(?:se|te|me) dano|estado de animo|salud mental|mental health|psiqui|psicolog|psycholog|psychiat',
      'trastorno alimentari|conducta alimentaria|eating disorder|bulimi|anorexi|edimburgo|edinburgh|columbia',
      'provoc\\w* (?:el )?vomit|vomito despues de|vomit after|impulse to vomit|make yourself sick|(?:being|estar con) (?:overweight|sobrepeso)',
      'violencia|violence|maltrat|abuso|abuse|agresion|afraid of your partner|miedo a (tu|su) pareja|intimate partner|bullying|forced to have sex|relaciones sexuales forzad|forzad[oa] a tener',
      '(?:partner|pareja) (?:hit|hurt|threat|(?:te |le |la |lo )?(?:ha )?(?:golpe|peg|amenaz))|segur[oa] en (?:tu|su) (?:casa|hogar)|safe (?:at|in your) home',
      // Questions of EPDS, PHQ and GAD in their published words
      '(?:es|eres|soy) un fracaso|(?:are|am) a failure|(?:mal con|mal acerca de) (?:usted|ti|si) mism|feeling bad about yourself',
      'falling or staying asleep|(?:quedar(?:se)?|permanecer|mantenerse) dormid|tired or having little energy|(?:cansad[oa] o )?(?:con|tener) poca energia',
      'poor appetite or overeating|poco apetito o (?:ha )?com|concentrating on things|concentrarse en|speaking so slowly|hablar tan (?:lent|despacio)',
      'worrying too much|preocupar(?:se|te|me) demasiado|something awful might|algo terrible (?:pudiera|podria|fuera|vaya)|easily annoyed|irrita(?:rse|ble) (?:con facilidad|facilmente)',
      'trouble relaxing|dificultad para relajarse|so restless|tan inquiet',
      'able to laugh and see|reirme y ver|lado (?:bueno|divertido|gracioso) de las cosas|looked forward with enjoyment|al futuro con placer',
      'blamed myself|me he culpado|scared or panicky|miedo o panico|getting on top of me|me (?:oprimen|agobian|abruman)|oprimen o agobian',
      'so unhappy|tan infeliz|sad or miserable|triste (?:y|o) desgraciad|he estado llorando|have been crying',
      'interes o placer|interest or pleasure|feeling down|desesperanz|sin esperanza|hopeless|stop or control worrying|controlar la preocupacion',
    ].join('|'),
  },
  {
    group: 'DROGAS',
    codes: [
      // AUDIT, AUDIT-C and single questions about alcohol
      '72109-2 72110-0 75624-7 75626-2 68517-2 68518-0 68519-8 68520-6 75889-6 88037-7',
      // CRAFFT, DAST, and single questions about drugs
      '71942-7 82665-1 82666-9 82667-7 68524-8 68525-5 112064-1',
      // Alcohol, tobacco and drugs in a history
      '11331-6 74013-4 11287-0 72166-2 11367-0 11366-2 63581-3 63773-6 8663-7 68535-4 68536-2 81229-7 39240-7 64234-8 64218-1',
      // SNOMED CT: use of alcohol, tobacco and drugs
      '228366006 363908000 228273003 228276006 160573003 897148007 365980008 229819007 77176002 428041000124106 66214007',
    ].join(' '),
    ranges: [
      // NIDA's quick screen, TAPS, and the questions of AUDIT after the first three
      [95528, 95531],
      [96841, 96872],
      [97734, 97740],
    ],
    instruments:
      'audit|audit-?c|crafft|nida|dast(-?10|-?a)?|taps|cage|cage-aid|s2bi|bstad|cudit|fagerstrom|posit',
    stems: [
      '(consumo|uso|abuso) de drogas|drogad|abusa\\b|marihuana|marijuana|cannabis|alcohol|bebedor|borracher|embriag|binge|tabaco|tabaqu|tobacco|smok|fumador|fumar|fuma\\b|cigarr',
      'vapeo|vapea|vaping|sustancias(?! reductoras)|substance (use|misuse)|illicit|illegal|recreational drug|consumo problematico|consumo de riesgo',
      // Questions of CRAFFT, ASSIST, DAST and AUDIT in their published words, which may name no drug
      '(?:us(?:e|ed|ing)|use of|taking|obtain|involvement with|or|other) drugs|drug use|drug by injection|non-?medical use|to get high',
      '(?:usar|usad[oa]|usas?|consum(?:e|es|ir|ido)|probado|obtener|con las|otras?|o|u|alguna) drogas?(?! anti)|bebidas o drogas',
      '(?:following|the) substances (?:have you|you)|desire or urge to use|(?:deseo|ansias) de consumir|(?:su|tu) consumo de|your use of',
      'health, social, legal|de salud, sociales, legales|expressed concern about|preocupacion por (?:su|tu)|was normally expected of you',
      'lo que se esperaba de (?:usted|ti)|(?:cut down|stop) (?:or stop )?using|dejar de (?:consumir|beber)|(?:your|of|after|stop|been) drinking|habia bebido|despues de beber',
      'heroin|extasis|ecstasy|mdma|inhalante|pasta base|nicotin[ae]\\b|cotinin|vape\\b|cajetilla|pack.?years|paquetes?.{1,5}ano\\b',
      '(?:cuant[oa]s|mas) (?:copas|tragos)|tragos\\b|(?:standard|more) drinks|ingesta etilica|etilism',
    ].join('|'),
  },
]

/** Names that are also ordinary words count only where LOINC names the instrument: `Frequency [ASSIST]`. */
const bracketed =
  /\[[^[\]]*\b(assist|eat|mini|cage|posit)\b[^[\]]*\]|^(?:test |encuesta |cuestionario |tamizaje |puntaje )?assist$/

const rules = lists.map(({ group, codes, ranges, instruments, stems }) => ({
  group,
  ranges,
  codes: new Set(codes.split(' ')),
  words: new RegExp(`(?<![a-z0-9])(?:(?:${instruments})(?![a-z0-9])|(?:${stems}))`),
}))

/** The content of the list, so that a server notices when it changes. */
export const reservedQuestionnaires = lists

/** What is asked of the list: the codes and the names of a test, of its components and of its values. */
export type QuestionnaireTest = { readonly codes: readonly string[]; readonly names: readonly string[] }

/** Returns the group of a questionnaire, of one of its items or of an answer that the law reserves; null for anything else. */
export function findReservedQuestionnaire({ codes, names }: QuestionnaireTest): Group | null {
  const folded = names.map((name) => removeAccents(name).toLowerCase())
  const isIn = (ranges: Questionnaires['ranges'], code: string) => {
    const number = /^(\d{5})-\d$/.exec(code)?.[1]
    return (
      number !== undefined &&
      ranges.some(([first, last]) => first <= Number(number) && Number(number) <= last)
    )
  }
  const found = rules.find(
    (rule) =>
      codes.some((code) => rule.codes.has(code) || isIn(rule.ranges, code)) ||
      folded.some((name) => rule.words.test(name)),
  )
  if (found !== undefined) return found.group
  return folded.some((name) => bracketed.test(name)) ? 'SALUD_MENTAL' : null
}

const conceptNames = ({ text, codes }: ReportedConcept) =>
  [text, ...codes.map(({ display }) => display)].filter((name) => name !== null)

/** Returns the codes and the names of a result's value, which can say more than the name of its test. */
export function testOfValue({ value }: Pick<ReportedResult, 'value'>): QuestionnaireTest {
  if (value.kind === 'text') return { codes: [], names: [value.text] }
  if (value.kind !== 'concept') return { codes: [], names: [] }
  return { codes: value.concept.codes.map(({ code }) => code), names: conceptNames(value.concept) }
}
