/** Adds appointments and exams, with their files, to the plan. */
import { reportedFromPlain } from '@mi-portal/contract/results/plain-result'
import { structuredReport } from '@mi-portal/contract/results/report/report-text'
import { describeLevel } from '@mi-portal/contract/results/takeaway'
import { addDays, type Day, toInstant, weekday } from '@mi-portal/contract/values/dates'
import { formatRun } from '@mi-portal/contract/values/run'
import { examPdf } from '../../src/adapters/clinical-archive/printing/exam-pdf.ts'
import type { Letterhead } from '../../src/platform/pdf/letterhead.ts'
import type { Clinic, ClinicSchedule, Professional, Wish } from './clinic.ts'
import type { ClinicLookup, Site } from './clinic-lookup.ts'
import { closingTime, nearestOpen } from './days.ts'
import { type ImagingExam, reportOn } from './imaging.ts'
import type { Laboratory, Measured } from './laboratory.ts'
import { fullName } from './names.ts'
import type { PersonRow, Plan } from './plan.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'

/** What the functions below need to add appointments and exams. */
export type Stage = {
  readonly plan: Pick<
    Plan,
    'appointments' | 'exams' | 'imageStudies' | 'imageSeries' | 'imageInstances' | 'results' | 'files'
  >
  readonly lookup: ClinicLookup
  readonly laboratory: Laboratory
  readonly clinic: Pick<Clinic, 'practices'> & { readonly professionals: readonly Professional[] }
  readonly diary: ClinicSchedule
  readonly now: Date
  readonly letterhead: Letterhead
  /** Returns the next visit number of that day. */
  readonly attention: (day: Day, urgent: boolean) => string
}

/** A patient with the fields that the record needs. */
export type Patient = Pick<
  PersonRow,
  | 'document_type_id'
  | 'document_number'
  | 'first_name'
  | 'last_name'
  | 'second_name'
  | 'gender_id'
  | 'date_birth'
> & { readonly id: number }

/** Creates visit numbers: days since 2020 and a daily count from `from` on. `U-` marks the emergency room. */
export function attentionNumbers(from = 1): Stage['attention'] {
  const counts = new Map<Day, number>()
  return (day, urgent) => {
    const count = (counts.get(day) ?? from - 1) + 1
    counts.set(day, count)
    const days = Math.round((Date.parse(day) - Date.parse('2020-01-01')) / 86_400_000)
    return `${urgent ? 'U' : 'A'}-${days}${String(count).padStart(2, '0')}`
  }
}

type AppointmentWish = Wish & {
  readonly patient: Patient
  readonly booked_by?: number
  readonly by: SeededRandom
}

/** Books the free slot nearest to the wish and adds it to the plan. Returns null if there is none. */
export function addAppointment(stage: Stage, wish: AppointmentWish): number | null {
  const { patient, by } = wish
  const appointment = stage.diary.take(by, wish, patient.id)
  if (!appointment) return null
  const { schedule, starts_at, ends_at } = appointment
  const professional = stage.clinic.professionals.find(({ id }) => id === schedule.professional_id)
  if (!professional) throw new Error('demonstration: an hour without its professional')
  const specialty = stage.lookup.specialtyOf(schedule.specialty_code)
  const place_care = stage.lookup.siteOf(schedule.office_id)?.name ?? ''
  const video = schedule.modality === 'telemedicina'
  const before = Math.min(
    starts_at.getTime() - by.whole(2, 35) * 86_400_000,
    stage.now.getTime() - by.whole(1, 70) * 3_600_000,
  )
  return stage.plan.appointments.add({
    patient_id: patient.id,
    professional_id: professional.id,
    rut_professional: professional.rut,
    doctor_name: professional.name,
    specialty_code: schedule.specialty_code,
    specialty: specialty.name,
    sub_context: by.pick(['Primera consulta', 'Control', 'Control', 'Revisión de exámenes']),
    office_id: schedule.office_id,
    place_care,
    place_detail: video ? 'Telemedicina' : `${place_care}, ${schedule.room}`,
    modality: schedule.modality,
    starts_at,
    ends_at,
    reserved_group: specialty.reserved_group,
    state: 'booked',
    cancelled_at: null,
    booked_by: wish.booked_by ?? patient.id,
    created_at: new Date(before),
    ...attendanceAt(ends_at, stage.now),
  })
}

/** Patients of the demonstration attended all their past appointments. */
function attendanceAt(endsAt: Date, now: Date) {
  return endsAt <= now
    ? { attendance: 'attended' as const, attendance_at: endsAt }
    : { attendance: null, attendance_at: null }
}

type LaboratoryVisit = {
  readonly patient: Patient
  /** Moved to the nearest earlier day on which the clinic is open. */
  readonly day: Day
  readonly panels: readonly string[]
  readonly urgent?: boolean
  /** Fixed values by code. */
  readonly known?: Readonly<Record<string, number>>
}

/** Adds one sample as one exam for each requested panel, all under one visit number. A clinic without a laboratory adds none. */
export function addLaboratoryVisit(stage: Stage, visit: LaboratoryVisit): number[] {
  const { patient, urgent = false } = visit
  const day = urgent ? visit.day : nearestOpen(visit.day, -1)
  const of = { key: patient.document_number, gender_id: patient.gender_id, date_birth: patient.date_birth }
  const drawn = stage.laboratory.sample(of, day, visit.known)
  const sites = laboratorySites(stage)
  const panels = stage.laboratory.panelsAmong(visit.panels)
  if (sites.length === 0 || panels.length === 0) return []
  const setting = settingOf(stage, patient, day, sites, urgent)
  return panels.map((panel) => {
    return addExam(stage, patient, setting, {
      panel_code: panel.code,
      type_exam: panel.name,
      specimen: panel.specimen,
      measures: panel.analytes.filter((one) => fits(one, of.gender_id)).map((one) => drawn.measure(one)),
    })
  })
}

// A prostate marker is not measured in women, nor an ovarian marker in men.
function fits(code: string, gender_id: number | null): boolean {
  return !(code === 'PSA' && gender_id === 1) && !(code === 'CA125' && gender_id === 2)
}

/**
 * Adds one exam of chosen measures, for instance the single test of a reserved group. Returns null if the laboratory makes none of
 * them.
 */
export function addChosenMeasures(
  stage: Stage,
  exam: {
    readonly patient: Patient
    readonly day: Day
    readonly type_exam: string
    readonly panel_code: string
    readonly codes: readonly string[]
  },
): number | null {
  const { patient } = exam
  const day = nearestOpen(exam.day, -1)
  const sites = laboratorySites(stage)
  const codes = stage.laboratory.measuresAmong(exam.codes)
  const [panel] = stage.laboratory.panelsAmong([exam.panel_code])
  if (sites.length === 0 || codes.length === 0 || !panel) return null
  const of = { key: patient.document_number, gender_id: patient.gender_id, date_birth: patient.date_birth }
  const drawn = stage.laboratory.sample(of, day)
  return addExam(stage, patient, settingOf(stage, patient, day, sites), {
    panel_code: panel.code,
    type_exam: exam.type_exam,
    specimen: panel.specimen,
    measures: codes.map((one) => drawn.measure(one)),
  })
}

/** Adds an exam of a kind that the portal never shows. The archive contains it all the same. */
export function addUnshownExam(stage: Stage, patient: Patient, day: Day): void {
  const open = nearestOpen(day, -1)
  const sites = laboratorySites(stage)
  if (sites.length === 0) return
  const nothing = { loinc: null, value: null, unit: null, ucum: null, low: null, high: null } as const
  const words = { ...nothing, decimals: 0, reference_text: null, reserved_group: null } as const
  addExam(stage, patient, settingOf(stage, patient, open, sites), {
    panel_code: 'ABO',
    type_exam: 'Grupo sanguíneo AB0 y Rh',
    specimen: 'Sangre total (EDTA)',
    shown: false,
    measures: [
      { ...words, code: 'ABO', name: 'Grupo sanguíneo AB0', text: 'O' },
      { ...words, code: 'RH', name: 'Factor Rh (D)', text: 'Positivo' },
    ],
  })
}

function laboratorySites({ lookup }: Stage): readonly Site[] {
  return lookup.sitesOfService('laboratorio')
}

type Setting = {
  readonly taken_at: Date
  readonly reported_at: Date
  readonly attention_number: string
  readonly doctor_solicite: string
  readonly type_patient: string
  readonly site: Site
}

/** Returns when, where and for whom a visit takes place: at one of the sites that is open that day, or at any of them. */
function settingOf(
  stage: Stage,
  patient: Patient,
  day: Day,
  sites: readonly Site[],
  urgent = false,
): Setting {
  const by = createSeededRandom(`visit:${patient.document_number}:${day}`)
  const taken_at = toInstant(
    day,
    urgent ? `2${by.whole(0, 2)}:${by.whole(10, 59)}` : `0${by.whole(7, 9)}:${by.whole(0, 5)}5`,
  )
  const reported = taken_at.getTime() + by.whole(urgent ? 60 : 260, urgent ? 110 : 520) * 60_000
  const open = sites.filter((site) => closingTime(site, weekday(day)) !== null)
  const site = by.pick(open.length > 0 ? open : sites)
  return {
    taken_at,
    reported_at: new Date(Math.min(reported, stage.now.getTime())),
    attention_number: stage.attention(day, urgent),
    doctor_solicite: askerOf(stage, patient, day, by),
    type_patient: urgent ? 'Urgencia' : 'Ambulatorio',
    site,
  }
}

/** Returns the name of the doctor who asks for an exam; empty where the clinic has no doctor for this patient. */
function askerOf({ lookup, clinic }: Stage, patient: Patient, day: Day, by: SeededRandom): string {
  const child = patient.date_birth > addDays(day, -15 * 365)
  const kinds = child ? (['paediatrics'] as const) : (['general', 'internal', 'family'] as const)
  const usual = kinds.flatMap((kind) => lookup.findSpecialty(kind)?.code ?? [])
  const others = lookup.clinic.specialties.filter(
    ({ profession, adult, paediatric }) => profession === 'medico' && (child ? paediatric : adult),
  )
  const attending = (codes: readonly number[]) =>
    clinic.practices.filter(({ specialty_code }) => codes.includes(specialty_code))
  const usualAskers = attending(usual)
  const askers = usualAskers.length > 0 ? usualAskers : attending(others.map(({ code }) => code))
  if (askers.length === 0) return ''
  const { professional_id } = by.pick(askers)
  return clinic.professionals.find(({ id }) => id === professional_id)?.name ?? ''
}

function addExam(
  stage: Stage,
  patient: Patient,
  setting: Setting,
  exam: {
    readonly panel_code: string
    readonly type_exam: string
    readonly specimen: string
    readonly measures: readonly Measured[]
    readonly shown?: boolean
  },
): number {
  const { taken_at, reported_at, attention_number, doctor_solicite, type_patient } = setting
  const { panel_code, type_exam, measures, specimen, shown = true } = exam
  const groups = new Set(measures.map(({ reserved_group }) => reserved_group))
  const printed = measures.map((one) => ({ name: one.name, reported: reportedFromPlain(one), earlier: [] }))
  const file_id = addFile(stage, patient, setting, type_exam, {
    kind: 'laboratory',
    specimen,
    measures: printed,
    conclusion: null,
  })
  const exam_id = stage.plan.exams.add({
    attention_number,
    patient_id: patient.id,
    type: 'laboratory',
    panel_code,
    type_exam,
    doctor_solicite,
    type_patient,
    taken_at,
    // The exam is reserved as a whole only when every measure in it is reserved.
    reserved_group: groups.has(null) ? null : ([...groups][0] ?? null),
    shown,
    file_id,
    report_text: null,
    created_at: reported_at,
  })
  measures.forEach((measure, index) => {
    stage.plan.results.push({
      ...measure,
      ...describeLevel(reportedFromPlain(measure)),
      exam_id,
      position: index + 1,
      patient_id: patient.id,
      taken_at,
      shown,
    })
  })
  return exam_id
}

const radiologists = [
  'Dr. Matías Ferrada Oyarzún',
  'Dra. Ángela Bustamante Leal',
  'Dr. Renato Sanhueza Prieto',
]
const readers: Readonly<Record<ImagingExam['by'], readonly string[]>> = {
  radiology: radiologists.map((name) => `${name}, Radiología`),
  cardiology: ['Dra. Ximena Larraín Goycoolea, Cardiología', 'Dr. Álvaro Bascuñán Roa, Cardiología'],
  lungs: ['Dr. Emilio Quintana Salas, Broncopulmonar'],
}

/** Adds one image or procedure with its report. `addImages` adds its images for an accession number. */
export function addImagingExam(
  stage: Stage,
  patient: Patient,
  day: Day,
  exam: ImagingExam,
  addImages?: (stage: Stage, patient: Patient, of: { accession_number: string; taken_at: Date }) => void,
): number {
  const open = nearestOpen(day, -1)
  const setting = settingOf(stage, patient, open, exam.sites)
  const by = createSeededRandom(`report:${patient.document_number}:${open}:${exam.code}`)
  const report = { ...reportOn(exam, by), reported_by: by.pick(readers[exam.by]) }
  const file_id = addFile(stage, patient, setting, exam.name, { kind: 'imaging', ...report })
  const { taken_at, attention_number, doctor_solicite, type_patient, reported_at } = setting
  const accession_number = `IMG-${attention_number}`
  addImages?.(stage, patient, { accession_number, taken_at })
  return stage.plan.exams.add({
    attention_number,
    ...(addImages === undefined ? {} : { accession_number }),
    patient_id: patient.id,
    type: 'imaging',
    panel_code: exam.code,
    type_exam: exam.name,
    doctor_solicite,
    type_patient,
    taken_at,
    reserved_group: null,
    shown: true,
    file_id,
    report_text: structuredReport(report),
    created_at: reported_at,
  })
}

function addFile(
  stage: Stage,
  patient: Patient,
  setting: Setting,
  type_exam: string,
  content: Parameters<typeof examPdf>[0]['content'],
): number {
  const { site, attention_number, doctor_solicite, type_patient, taken_at, reported_at } = setting
  const words = type_exam
    .normalize('NFD')
    .replace(/[^\w ]/g, '')
    .trim()
    .toLowerCase()
    .replaceAll(' ', '-')
  return stage.plan.files.add({
    purpose: 'exam',
    media_type: 'application/pdf',
    name: `${words}-${attention_number}.pdf`,
    created_at: reported_at,
    make: () =>
      examPdf({
        letterhead: stage.letterhead,
        site,
        patient: {
          name: fullName(patient),
          document:
            patient.document_type_id === 1
              ? `RUT ${formatRun(patient.document_number)}`
              : `Pasaporte ${patient.document_number}`,
          date_birth: patient.date_birth,
        },
        type_exam,
        attention_number,
        doctor_solicite,
        type_patient,
        taken_at,
        reported_at,
        status: 'final',
        corrected_at: null,
        content,
      }),
  })
}
