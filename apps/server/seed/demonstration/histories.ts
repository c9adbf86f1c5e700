/** The medical history of each patient of the demonstration, and their upcoming appointments. */
import { foldText } from '@mi-portal/contract/fields/accents'
import { addDays, addYears, ageOn, type Day } from '@mi-portal/contract/values/dates'
import type { ClinicLookup, Specialty, SpecialtyKind } from './clinic-lookup.ts'
import { type ImagingExam, listImagingExams } from './imaging.ts'
import { addMammography } from './mammography.ts'
import type { DemonstrationPeople } from './people.ts'
import type { Plan } from './plan.ts'
import {
  addAppointment,
  addChosenMeasures,
  addImagingExam,
  addLaboratoryVisit,
  addUnshownExam,
  type Patient,
  type Stage,
} from './record.ts'
import { createSeededRandom } from './seeded-random.ts'

type Modality = 'presencial' | 'telemedicina'

/** Upcoming appointments of the named accounts, in days from now. The daily job keeps them up too. */
export const upcomingAppointments = {
  camila: [
    { kind: 'cardiology', days: 3 },
    { kind: 'dermatology', days: 9, modality: 'telemedicina' },
    { kind: 'gynaecology', days: 17 },
    { kind: 'general', days: 26 },
  ],
  martina: [
    { kind: 'paediatrics', days: 6 },
    { kind: 'ophthalmology', days: 20 },
  ],
  jorge: [{ kind: 'cardiology', days: 8 }],
  paula: [
    { kind: 'endocrinology', days: 5 },
    { kind: 'neurology', days: 23 },
  ],
} as const satisfies Record<string, readonly { kind: SpecialtyKind; days: number; modality?: Modality }[]>

const camilaPast: readonly (readonly [kind: SpecialtyKind, daysAgo: number, modality?: Modality])[] = [
  ['general', 18],
  ['dermatology', 44],
  ['cardiology', 96, 'presencial'],
  ['nutrition', 131],
  ['general', 170],
  ['gynaecology', 205],
  ['ophthalmology', 288],
  ['general', 352],
  ['endocrinology', 402],
  ['dermatology', 468],
  ['gynaecology', 560],
  ['otolaryngology', 655],
  ['general', 770],
  ['gynaecology', 930],
]

// Her glucose and cholesterol rise over three years. The last glucose value is out of its range.
const camilaLaboratory: readonly {
  readonly daysAgo: number
  readonly panels: readonly string[]
  readonly urgent?: boolean
  readonly known?: Readonly<Record<string, number>>
}[] = [
  { daysAgo: 1065, panels: ['BIOQ', 'LIP'], known: { GLI: 88, COLT: 172, HDL: 58, TG: 95 } },
  { daysAgo: 760, panels: ['BIOQ', 'HEMO'], known: { GLI: 91, COLT: 179 } },
  { daysAgo: 545, panels: ['BIOQ', 'TIR'], known: { GLI: 95, COLT: 183 } },
  { daysAgo: 390, panels: ['LIP'], known: { COLT: 188, HDL: 56, TG: 105 } },
  { daysAgo: 212, panels: ['BIOQ', 'HEMO'], known: { GLI: 98, COLT: 191, HB: 12.4 } },
  { daysAgo: 97, panels: ['ORI'], urgent: true },
  { daysAgo: 7, panels: ['BIOQ', 'LIP'], known: { GLI: 108, COLT: 197, HDL: 55, TG: 122 } },
]

const camilaImaging: readonly (readonly [name: string, daysAgo: number])[] = [
  ['Mamografía bilateral digital', 66],
  ['Ecografía mamaria bilateral (incluye doppler)', 66],
  ['Ecografía tiroidea (incluye doppler)', 240],
  ['Electrocardiograma de reposo', 395],
  ['Ecografía abdominal', 610],
  ['Radiografía de tórax frontal y lateral', 980],
]

/** Returns a lookup of the plan's patients by number, in the form that the record needs. */
export function createPatientLookup(plan: Plan): (id: number) => Patient {
  return (id) => {
    const found = plan.people.all[id - 1]
    if (!found) throw new Error(`demonstration: no person has the number ${id}`)
    return found
  }
}

export function addHistories(stage: Stage, plan: Plan, cast: DemonstrationPeople, today: Day): void {
  const patient = createPatientLookup(plan)
  addCamila(stage, patient(cast.accounts.camila), today)
  for (const key of ['camila', 'martina', 'jorge', 'paula'] as const) {
    const by = createSeededRandom(`upcoming:${key}`)
    const booked_by = key === 'martina' ? cast.accounts.camila : cast.accounts[key]
    for (const { days, ...wish } of upcomingAppointments[key]) {
      const person = patient(cast.accounts[key])
      addVisit(stage, { ...wish, day: addDays(today, days), step: 1, patient: person, by, booked_by })
    }
  }
  const visits: readonly (readonly ['martina' | 'paula' | 'lucia', number, readonly string[]])[] = [
    ['martina', 420, ['HEMO']],
    ['martina', 52, ['HEMO', 'ORI']],
    ['paula', 600, ['TIR']],
    ['paula', 240, ['TIR', 'BIOQ']],
    ['paula', 20, ['TIR']],
    ['lucia', 150, ['HEMO']],
    ['lucia', 30, ['LIP']],
  ]
  for (const [key, daysAgo, panels] of visits) {
    addLaboratoryVisit(stage, { patient: patient(cast.accounts[key]), day: addDays(today, -daysAgo), panels })
  }
  addAdolescent(stage, patient(cast.adolescent), cast.adolescentGuardian, today)
  for (const id of cast.others) addOther(stage, patient(id), today)
}

function addCamila(stage: Stage, camila: Patient, today: Day): void {
  const by = createSeededRandom('past:camila')
  for (const [kind, daysAgo, modality] of camilaPast) {
    addVisit(stage, {
      kind,
      modality,
      day: addDays(today, -daysAgo),
      step: -1,
      patient: camila,
      by,
    })
  }
  for (const { daysAgo, ...visit } of camilaLaboratory) {
    addLaboratoryVisit(stage, { ...visit, patient: camila, day: addDays(today, -daysAgo) })
  }
  const imagingExams = listImagingExams(stage.lookup)
  for (const [name, daysAgo] of camilaImaging) {
    const exam = imagingExams.find((one) => one.name === name)
    // Her latest imaging exam has images.
    const addImages = name === 'Mamografía bilateral digital' ? addMammography : undefined
    if (exam) addImagingExam(stage, camila, addDays(today, -daysAgo), exam, addImages)
  }
  addUnshownExam(stage, camila, addDays(today, -212))
}

/**
 * Adds a record with ordinary and reserved items (reserved by law from the age of 14). One exam is reserved as
 * a whole, another has one reserved measure.
 */
function addAdolescent(stage: Stage, adolescent: Patient, guardian: number, today: Day): void {
  const by = createSeededRandom('history:adolescent')
  const appointment = (kind: SpecialtyKind, days: number, booked_by: number) =>
    addVisit(stage, {
      kind,
      patient: adolescent,
      day: addDays(today, days),
      step: days < 0 ? -1 : 1,
      by,
      booked_by,
    })
  appointment('psychology', -40, adolescent.id)
  appointment('otolaryngology', -95, guardian)
  appointment('dermatology', -200, guardian)
  appointment('psychology', 5, adolescent.id)
  appointment('ophthalmology', 12, guardian)
  appointment('adolescentGynaecology', 19, adolescent.id)
  addLaboratoryVisit(stage, { patient: adolescent, day: addDays(today, -300), panels: ['HEMO'] })
  addLaboratoryVisit(stage, { patient: adolescent, day: addDays(today, -88), panels: ['HEMO', 'FE'] })
  const test = { patient: adolescent, panel_code: 'SER' } as const
  addChosenMeasures(stage, {
    ...test,
    day: addDays(today, -35),
    type_exam: 'VIH, anticuerpos y antígeno',
    codes: ['VIH'],
  })
  addChosenMeasures(stage, { ...test, day: addDays(today, -35), type_exam: 'RPR (sífilis)', codes: ['RPR'] })
  addChosenMeasures(stage, {
    patient: adolescent,
    day: addDays(today, -35),
    type_exam: 'Perfil hormonal',
    panel_code: 'HOR',
    codes: ['PRL', 'FSH', 'LH', 'BHCG'],
  })
  const ultrasound = listImagingExams(stage.lookup).find(({ name }) => name === 'Ecografía abdominal')
  if (ultrasound) addImagingExam(stage, adolescent, addDays(today, -140), ultrasound)
}

const forWomen = ['ginecolog', 'obstetr', 'embarazo', 'mastolog', 'materno', 'matron']
const forMen = ['urologia']
const often: readonly SpecialtyKind[] = [
  'general',
  'general',
  'internal',
  'family',
  'cardiology',
  'dermatology',
  'gastroenterology',
  'gynaecology',
  'gynaecology',
  'neurology',
  'ophthalmology',
  'otolaryngology',
  'rheumatology',
  'traumatology',
  'urology',
  'kinesiology',
  'nutrition',
  'psychology',
  'endocrinology',
  'geriatrics',
]
const oftenYoung: readonly SpecialtyKind[] = [
  'paediatrics',
  'paediatrics',
  'paediatrics',
  'ophthalmology',
  'otolaryngology',
  'dermatology',
  'childTraumatology',
  'kinesiology',
]

/** Returns whether a patient of this age and gender can have an appointment of the specialty. */
export function suits(
  specialty: Specialty,
  patient: Pick<Patient, 'date_birth' | 'gender_id'>,
  day: Day,
): boolean {
  const { age_min, age_max } = specialty
  const age = ageOn(patient.date_birth, day)
  if (age < (age_min ?? 0) || age > (age_max ?? 200)) return false
  const name = foldText(specialty.name)
  if (patient.gender_id === 2) return !forWomen.some((word) => name.includes(word))
  return !forMen.some((word) => name.startsWith(word))
}

/** Returns the specialties that a patient of this age and gender sees, frequent ones several times; all that suit if none is usual. */
function usualSpecialties(lookup: ClinicLookup, patient: Patient, day: Day): readonly Specialty[] {
  const kinds = ageOn(patient.date_birth, day) < 15 ? oftenYoung : often
  const usual = kinds
    .flatMap((kind) => lookup.findSpecialty(kind) ?? [])
    .filter((specialty) => suits(specialty, patient, day))
  if (usual.length > 0) return usual
  return lookup.clinic.specialties.filter((specialty) => suits(specialty, patient, day))
}

type Visit = Omit<Parameters<typeof addAppointment>[1], 'specialty_code'>

/** Books a visit to the specialty of this kind, or to another one that suits the patient. Returns null if there is none. */
export function addVisit(
  stage: Stage,
  { kind, ...visit }: Visit & { readonly kind: SpecialtyKind },
): number | null {
  const { patient, day } = visit
  const wished = stage.lookup.findSpecialty(kind)
  const specialty =
    wished && suits(wished, patient, day) ? wished : usualSpecialties(stage.lookup, patient, day)[0]
  return specialty ? addAppointment(stage, { ...visit, specialty_code: specialty.code }) : null
}

/** Books a visit to a plausible specialty for a patient of this age and gender on `asOf`. Returns null if there is none. */
export function addUsualVisit(
  stage: Stage,
  { asOf, ...visit }: Visit & { readonly asOf: Day },
): number | null {
  const usual = usualSpecialties(stage.lookup, visit.patient, asOf)
  if (usual.length === 0) return null
  return addAppointment(stage, { ...visit, specialty_code: visit.by.pick(usual).code })
}

const adultPanels = [
  'HEMO',
  'BIOQ',
  'LIP',
  'HEP',
  'TIR',
  'ORI',
  'FE',
  'DIA',
  'RENAL',
  'INF',
  'COAG',
  'MAR',
] as const
const childPanels = ['HEMO', 'ORI', 'FE', 'INF'] as const

function addOther(stage: Stage, patient: Patient, today: Day): void {
  giveAppointments(stage, patient, today)
  giveExams(stage, patient, today)
}

function giveAppointments(stage: Stage, patient: Patient, today: Day): void {
  const by = createSeededRandom(`hours:${patient.document_number}`)
  const past = by.whole(1, 4)
  for (let i = 0; i < past; i++) {
    const day = addDays(today, -by.whole(3, 700))
    // The search may find a slot some months before the requested day.
    const earliest = addDays(day, -120)
    if (earliest <= patient.date_birth) continue
    addUsualVisit(stage, {
      asOf: earliest,
      patient,
      day,
      step: -1,
      by,
    })
  }
  const upcoming = by.whole(0, 2)
  for (let i = 0; i < upcoming; i++) {
    const day = addDays(today, by.whole(1, 45))
    const number = addUsualVisit(stage, {
      asOf: today,
      patient,
      day,
      step: 1,
      by,
    })
    if (number !== null && by.happens(0.08)) cancel(stage, number)
  }
}

function giveExams(stage: Stage, patient: Patient, today: Day): void {
  const by = createSeededRandom(`exams:${patient.document_number}`)
  const panelsOf = ageOn(patient.date_birth, addYears(today, -2)) < 15 ? childPanels : adultPanels
  const visits = by.whole(1, 2)
  for (let i = 0; i < visits; i++) {
    const day = addDays(today, -by.whole(2, 650))
    const panels = new Set([by.pick<string>(panelsOf)])
    if (by.happens(0.4)) panels.add(by.pick<string>(panelsOf))
    if (addDays(day, -30) <= patient.date_birth) continue
    addLaboratoryVisit(stage, { patient, day, panels: [...panels], urgent: by.happens(0.1) })
  }
  if (!by.happens(0.45)) return
  const day = addDays(today, -by.whole(4, 600))
  const fitting = listImagingExams(stage.lookup).filter((exam) => pictures(exam, patient, day))
  if (fitting.length > 0) addImagingExam(stage, patient, day, by.pick(fitting))
}

function pictures(exam: ImagingExam, patient: Patient, day: Day): boolean {
  const age = ageOn(patient.date_birth, day)
  const [from, to] = exam.ages
  return age >= from && age <= to && (exam.gender_id === 0 || exam.gender_id === patient.gender_id)
}

function cancel(stage: Stage, number: number): void {
  const appointment = stage.plan.appointments.all[number - 1]
  if (!appointment) return
  appointment.state = 'cancelled'
  appointment.attendance = null
  appointment.attendance_at = null
  appointment.cancelled_at = new Date((appointment.created_at.getTime() + stage.now.getTime()) / 2)
}
