/** `procedure-categories.csv` and `procedures.csv`: the procedures that can be booked. */
import * as field from '../fields.ts'
import { wayToSchedule } from './exams.ts'

export const procedureCategory = field.fields(
  {
    code: field.code('Code of the category, such as `CAR`.'),
    service_code: field.number('Number of the category, in one series with those of `specialties.csv`.'),
    name: field.text('Name, as patients read it.', 100),
    able_for_adults: field.yesNo('Whether adults are attended.'),
    able_for_children: field.yesNo('Whether children are attended.'),
    sites: field.siteCodes(),
  },
  'A category of procedures.',
)

export const procedure = field.fields(
  {
    code: field.code('Code of the procedure, such as `P001`. It never changes.'),
    category_code: field.code('Code in `procedure-categories.csv`.'),
    name: field.text('Name, as patients read it.'),
    able_for_adults: field.yesNo('Whether adults are attended.'),
    able_for_children: field.yesNo('Whether children are attended.'),
    sites: field.siteCodes(),
    minutes: field.integer('Minutes of an appointment.', 5, 600),
    sedation: field.yesNo('Whether the patient is sedated.'),
    requires_order: field.yesNo('Whether a medical order is needed.'),
    way_to_schedule: wayToSchedule(),
    preparation: field.key('Name of a file in `preparations`, without `.md`.'),
    codigo_fonasa: field.orEmpty(field.fonasaCode()),
  },
  'A procedure that can be booked.',
)
