/** `exam-specialties.csv` and `exams.csv`: the exams that can be booked. */
import * as field from '../fields.ts'
import { reservedGroupCode } from './laboratory.ts'

const patientTypes = ['adulto', 'pediatrica'] as const
const waysToSchedule = ['presencial', 'callcenter', 'online'] as const

export const wayToSchedule = () =>
  field.choice('How an appointment is made: at the site, by phone, or in the portal.', waysToSchedule)

export const examSpecialty = field.fields(
  {
    code: field.code('Code, such as `RX` or `362`.'),
    service_code: field.number('Number of the specialty, in one series with those of `specialties.csv`.'),
    name: field.text('Name, as patients read it.', 100),
    service: field.choice('The service that makes the exams.', [
      'imagenologia',
      'laboratorio',
      'vacunatorio',
      'banco_sangre',
    ]),
    types: field.choices('Who is attended: adults, children.', patientTypes),
    sites: field.siteCodes(),
    same_exams_as: field.codes(
      'Codes of exam specialties whose exams are offered here too, at the sites of this row.',
    ),
  },
  'A specialty of exams.',
)

export const exam = field.fields(
  {
    id: field.number('Number of the exam. It never changes.'),
    specialty_code: field.code('Code in `exam-specialties.csv`.'),
    part: field.orEmpty(field.choice('Part of the body.', ['cabeza', 'brazos', 'tronco', 'piernas'])),
    text: field.text('Name, as patients read it.'),
    types: field.choices('Who the exam is made for: adults, children.', patientTypes),
    questionnaire: field.orEmpty(
      field.key('Key in `questionnaires.yaml`. The answers are asked for before the exam is booked.'),
    ),
    way_to_schedule: wayToSchedule(),
    contrast: field.yesNo('Whether a contrast agent is used.'),
    sites: field.siteCodes(),
    under_8_callcenter: field.yesNo('Whether appointments of children under 8 are made by phone.'),
    creatinine_70_plus: field.yesNo('Whether patients of 70 years or more bring a creatinine result.'),
    preparation: field.key('Name of a file in `preparations`, without `.md`.'),
    reserved_group: field.orEmpty(
      reservedGroupCode('Group of data that the law keeps from an adolescent’s guardian.'),
    ),
    codigo_fonasa: field.orEmpty(field.fonasaCode()),
  },
  'An exam that can be booked.',
)
