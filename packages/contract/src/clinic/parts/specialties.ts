/** `specialties.csv`: the specialties of consultations. */
import * as field from '../fields.ts'
import { reservedGroupCode } from './laboratory.ts'

export const specialty = field.fields(
  {
    code: field.number(
      'Number of the specialty. Consultations, exam specialties and procedure categories share one series of numbers.',
    ),
    name: field.text('Name, as patients read it.', 100),
    profession: field.choice('Whether physicians attend (`medico`) or other professionals (`no_medico`).', [
      'medico',
      'no_medico',
    ]),
    visit_minutes: field.integer('Minutes of a consultation.', 5, 240),
    adult: field.yesNo('Whether adults are attended.'),
    paediatric: field.yesNo('Whether children are attended.'),
    age_min: field.orEmpty(field.integer('Youngest age, in years. Empty: no limit.', 0, 120)),
    age_max: field.orEmpty(field.integer('Oldest age, in years. Empty: no limit.', 0, 120)),
    telemedicine: field.yesNo('Whether the specialty attends by video.'),
    sites: field.siteCodes('Codes of the sites where the specialty attends, as in `sites.yaml`.'),
    sub_areas: field.phrases('Areas within the specialty.'),
    reserved_group: field.orEmpty(
      reservedGroupCode('Group of data that the law keeps from an adolescent’s guardian.'),
    ),
    minsal_eis_code: field.orEmpty(field.text('Code in the health-information standard of MINSAL.', 10)),
    fonasa_consulta: field.orEmpty(field.fonasaCode('Tariff of a consultation.')),
    fonasa_teleconsulta: field.orEmpty(field.fonasaCode('Tariff of a consultation by video.')),
  },
  'A specialty of consultations.',
)
