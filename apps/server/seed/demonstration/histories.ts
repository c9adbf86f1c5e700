/** The medical history of each patient of the demonstration, and their upcoming appointments. */
import { addDays, addYears, ageOn, type Day } from '@mi-portal/contract/values/dates'
import { specialtyOf } from './clinic.ts'
import { type ImagingExam, imagingExams } from './imaging.ts'
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
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'

type Modality = 'presencial' | 'telemedicina'

/** Upcoming appointments of the named accounts, in days from now. The daily job keeps them up too. */
export const upcomingAppointments = {
  camila: [
    { specialty_code: 108, days: 3 },
    { specialty_code: 123, days: 9, modality: 'telemedicina' },
    { specialty_code: 130, days: 17 },
    { specialty_code: 101, days: 26 },
  ],
  martina: [
    { specialty_code: 104, days: 6 },
    { specialty_code: 150, days: 20 },
  ],
  jorge: [{ specialty_code: 108, days: 8 }],
  paula: [
    { specialty_code: 125, days: 5 },
    { specialty_code: 146, days: 23 },
  ],
} as const satisfies Record<string, readonly { specialty_code: number; days: number; modality?: Modality }[]>

const camilaPast: readonly (readonly [specialty_code: number, daysAgo: number, modality?: Modality])[] = [
  [101, 18],
  [123, 44],
  [108, 96, 'presencial'],
  [161, 131],
  [101, 170],
  [130, 205],
  [150, 288],
  [101, 352],
  [125, 402],
  [123, 468],
  [130, 560],
  [152, 655],
  [101, 770],
  [130, 930],
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

const camilaImaging: readonly (readonly [code: string, daysAgo: number])[] = [
  ['1083', 66],
  ['1038', 66],
  ['1027', 240],
  ['P001', 395],
  ['1032', 610],
  ['1010', 980],
]

/** Returns a lookup of the plan's patients by number, in the form that the record needs. */
export function patientsOf(plan: Plan): (id: number) => Patient {
  return (id) => {
    const found = plan.people.all[id - 1]
    if (!found) throw new Error(`demonstration: no person has the number ${id}`)
    return found
  }
}

export function addHistories(stage: Stage, plan: Plan, cast: DemonstrationPeople, today: Day): void {
  const patient = patientsOf(plan)
  addCamila(stage, patient(cast.accounts.camila), today)
  for (const key of ['camila', 'martina', 'jorge', 'paula'] as const) {
    const by = createSeededRandom(`upcoming:${key}`)
    const booked_by = key === 'martina' ? cast.accounts.camila : cast.accounts[key]
    for (const { days, ...wish } of upcomingAppointments[key]) {
      const person = patient(cast.accounts[key])
      addAppointment(stage, { ...wish, day: addDays(today, days), step: 1, patient: person, by, booked_by })
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
  for (const [specialty_code, daysAgo, modality] of camilaPast) {
    addAppointment(stage, {
      specialty_code,
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
  for (const [code, daysAgo] of camilaImaging) {
    const exam = imagingExams.find((one) => one.code === code)
    if (exam) addImagingExam(stage, camila, addDays(today, -daysAgo), exam)
  }
  addUnshownExam(stage, camila, addDays(today, -212))
}

/**
 * Adds a record with ordinary and reserved items (reserved by law from the age of 14). One exam is reserved as
 * a whole, another has one reserved measure.
 */
function addAdolescent(stage: Stage, adolescent: Patient, guardian: number, today: Day): void {
  const by = createSeededRandom('history:adolescent')
  const appointment = (specialty_code: number, days: number, booked_by: number) =>
    addAppointment(stage, {
      specialty_code,
      patient: adolescent,
      day: addDays(today, days),
      step: days < 0 ? -1 : 1,
      by,
      booked_by,
    })
  appointment(162, -40, adolescent.id)
  appointment(152, -95, guardian)
  appointment(123, -200, guardian)
  appointment(162, 5, adolescent.id)
  appointment(150, 12, guardian)
  appointment(132, 19, adolescent.id)
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
  const ultrasound = imagingExams.find((one) => one.code === '1032')
  if (ultrasound) addImagingExam(stage, adolescent, addDays(today, -140), ultrasound)
}

const forWomen = new Set([130, 131, 132, 133, 122, 164])
const forMen = new Set([158])
const often = [
  101, 101, 102, 103, 108, 123, 127, 130, 130, 146, 150, 152, 155, 156, 158, 160, 161, 162, 125, 107,
]
const oftenYoung = [104, 104, 104, 150, 152, 123, 157, 160]

function suits(code: number, patient: Patient, day: Day): boolean {
  const { age_min, age_max } = specialtyOf(code)
  const age = ageOn(patient.date_birth, day)
  if (age < (age_min ?? 0) || age > (age_max ?? 200)) return false
  if (forWomen.has(code) && patient.gender_id === 2) return false
  return !(forMen.has(code) && patient.gender_id !== 2)
}

/** Returns a plausible specialty for a patient of this age and gender. */
export function usualSpecialty(by: SeededRandom, patient: Patient, day: Day): number {
  const pool = ageOn(patient.date_birth, day) < 15 ? oftenYoung : often
  return by.pick(pool.filter((code) => suits(code, patient, day)))
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
    addAppointment(stage, {
      specialty_code: usualSpecialty(by, patient, earliest),
      patient,
      day,
      step: -1,
      by,
    })
  }
  const upcoming = by.whole(0, 2)
  for (let i = 0; i < upcoming; i++) {
    const day = addDays(today, by.whole(1, 45))
    const number = addAppointment(stage, {
      specialty_code: usualSpecialty(by, patient, today),
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
  const fitting = imagingExams.filter((exam) => pictures(exam, patient, day))
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
  appointment.cancelled_at = new Date((appointment.created_at.getTime() + stage.now.getTime()) / 2)
}
