/** `laboratory/*.csv` and `reserved-tests.yaml`: tests, their reference ranges, and which tests the law reserves. */
import * as field from '../fields.ts'

/** The six groups of data that the law keeps from an adolescent’s guardian. */
const reservedGroupCodes = ['VIH', 'ITS', 'EMBARAZO', 'FERTILIDAD', 'SALUD_MENTAL', 'DROGAS'] as const

export const reservedGroupCode = (description: string) => field.choice(description, reservedGroupCodes)

export const laboratoryPanel = field.fields(
  {
    code: field.code('Code of the panel, such as `HEMO`.'),
    name: field.text('Name, as patients read it.'),
    codigo_fonasa: field.orEmpty(field.fonasaCode()),
    specimen: field.text('What is sampled, such as `Suero`.', 100),
    fasting: field.text('Fasting before the sample: `no`, or for instance `8 horas`.', 60),
  },
  'A panel of laboratory tests.',
)

export const laboratoryAnalyte = field.fields(
  {
    code: field.code('Code of the test, such as `HB`.'),
    panel: field.code('Code in `panels.csv`. The order of the rows is the order in the panel.'),
    name: field.text('Name, as patients read it.'),
    print_name: field.text('Name on the printed report.'),
    loinc: field.orEmpty(field.loincCode('LOINC code.')),
    loinc_name: field.orEmpty(field.text('Name in LOINC.', 300)),
    unit: field.orEmpty(field.text('Unit as printed.', 40)),
    ucum: field.orEmpty(field.text('Unit in UCUM.', 40)),
    decimals: field.integer('Decimal places of a result.', 0, 6),
    value_type: field.choice('Whether a result is a number or a text.', ['numerico', 'texto']),
    reserved_group: field.orEmpty(
      reservedGroupCode('Group of data that the law keeps from an adolescent’s guardian.'),
    ),
  },
  'A laboratory test.',
)

export const laboratoryRange = field.fields(
  {
    analyte: field.code('Code in `analytes.csv`.'),
    sex: field.choice('Sex: `F`, `M`, or `A` for any.', ['F', 'M', 'A']),
    age_min_years: field.integer('Youngest age in completed years; 0 from birth.', 0, 120),
    age_max_years: field.orEmpty(field.integer('Oldest age in completed years. Empty: no limit.', 0, 120)),
    low: field.orEmpty(field.decimal('Lowest normal value.')),
    high: field.orEmpty(field.decimal('Highest normal value.')),
    text: field.orEmpty(field.text('Reference in words.')),
  },
  'A reference range.',
)

export const reservedTests = field.fields(
  {
    group: reservedGroupCode('Code of the group.'),
    words: field.list(
      field.text('Beginning of a word, in lower case without accents.', 80),
      'A test whose name has a word that begins like this belongs to the group.',
      200,
    ),
    loinc: field.named(
      field.loincCode('LOINC code.'),
      field.text('Name in LOINC.', 300),
      'LOINC codes of the group, each with its name.',
    ),
  },
  'The tests of a group that the law keeps from an adolescent’s guardian.',
)
