/** The catalogues of booking as their tables hold them: consultations, exams and procedures share one space of codes. */
import exams from './exams.json' with { type: 'json' }
import offices from './offices.json' with { type: 'json' }
import procedures from './procedures.json' with { type: 'json' }
import questionnaires from './questionnaires.json' with { type: 'json' }
import specialties from './specialties.json' with { type: 'json' }

type Service = {
  readonly code: number
  readonly wire_code: string
  readonly kind: 'consultation' | 'exam' | 'procedure'
  readonly name: string
  readonly reserved_group: string | null
  readonly adult: boolean
  readonly paediatric: boolean
}

export const serviceRows: readonly Service[] = [
  ...specialties.map(({ code, name, reserved_group, adult, paediatric }) => ({
    code,
    wire_code: String(code),
    kind: 'consultation' as const,
    name,
    reserved_group,
    adult,
    paediatric,
  })),
  ...exams.specialties.map(({ service_code, code, name, type }) => ({
    code: service_code,
    wire_code: code,
    kind: 'exam' as const,
    name,
    reserved_group: null,
    adult: type.includes('adulto'),
    paediatric: type.includes('pediatrica'),
  })),
  ...procedures.categories.map(({ service_code, code, name, able_for_adults, able_for_children }) => ({
    code: service_code,
    wire_code: code,
    kind: 'procedure' as const,
    name,
    reserved_group: null,
    adult: able_for_adults,
    paediatric: able_for_children,
  })),
]

type Indication = {
  readonly key: string
  readonly title: string
  readonly html: string
  readonly fasting_hours?: number
}
const indicationRow = (of: 'exam' | 'procedure') => (row: Indication) => ({
  ...row,
  key: `${of}-${row.key}`,
  fasting_hours: row.fasting_hours ?? null,
})

export const indicationRows = [
  ...exams.indications.map(indicationRow('exam')),
  ...procedures.indications.map(indicationRow('procedure')),
]

export const examSpecialtyRows = exams.specialties.map(({ type, ...row }, position) => ({
  ...row,
  types: type,
  same_exams_as: 'same_exams_as' in row ? row.same_exams_as : [],
  position,
}))

export const examRows = exams.exams.map(({ type, body_part, indications_key, ...row }) => ({
  ...row,
  types: type,
  part: body_part,
  indications_key: `exam-${indications_key}`,
}))

export const questionnaireRows = questionnaires.map((row, position) => ({ ...row, position }))

const officeIds = new Map(offices.map(({ office_id, id }) => [office_id, id]))
const idsOf = (names: readonly string[]) => names.flatMap((name) => officeIds.get(name) ?? [])

export const procedureCategoryRows = procedures.categories.map(({ branch_offices, ...row }, position) => ({
  ...row,
  office_ids: idsOf(branch_offices),
  position,
}))

export const procedureRows = procedures.procedures.map(
  ({ branch_offices, indications_key, ...row }, position) => ({
    ...row,
    office_ids: idsOf(branch_offices),
    indications_key: `procedure-${indications_key}`,
    position,
  }),
)
