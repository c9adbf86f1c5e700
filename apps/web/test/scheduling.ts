/** Builds data of the scheduling service, with plausible values for all that a test does not set. */
import type { BookableExam } from '@mi-portal/contract/booking/exam-catalogue'
import type { BookedAppointment } from '@mi-portal/contract/booking/preparation'
import type { Office } from '@mi-portal/contract/booking/services'
import type { Hold, Slot } from '@mi-portal/contract/booking/slots'
import { buildAppointment } from './record.ts'

export const offices: Office[] = [
  {
    office_id: 'PROVIDENCIA',
    id: 2,
    name: 'Providencia',
    address: 'Avenida Los Arrayanes 1480, Providencia',
    phone: '2 2362 5400',
  },
  {
    office_id: 'MAIPU',
    id: 239,
    name: 'Maipú',
    address: 'Avenida El Quillay 2035, Maipú',
    phone: '2 2362 5400',
  },
]

/** Builds a free slot of Dra. Muñoz in Providencia, on 26 November 2026 at 09:30. */
export function buildSlot(overrides: Partial<Slot> = {}): Slot {
  return {
    id: 31,
    rut_professional: '111111111',
    doctor_name: 'Dra. Carolina Muñoz Vidal',
    office_id: 'PROVIDENCIA',
    starts_at: '2026-11-26T12:30:00.000Z',
    ends_at: '2026-11-26T12:50:00.000Z',
    specialty: '108',
    specialty_name: 'Cardiología Adulto',
    modality: 'presencial',
    room: 'piso 3',
    ...overrides,
  }
}

/** Builds a new hold of the slot of {@link buildSlot}. */
export function buildHold(overrides: Partial<Hold> = {}): Hold {
  return {
    hold_id: 5,
    expires_at: '2026-11-24T12:05:00.000Z',
    seconds: 300,
    slot: buildSlot(),
    ...overrides,
  }
}

/** Builds a booked appointment at the same time; it needs no preparation. */
export function buildBookedAppointment(overrides: Partial<BookedAppointment> = {}): BookedAppointment {
  const [office] = offices
  if (!office) throw new Error('there is a site')
  return {
    hour: { ...buildAppointment({ id_appointment: 77 }), patient_full_name: 'Camila Andrea Fuentes Rojas' },
    office: { ...office, entry: 'Anúnciate en el mesón del primer piso.' },
    specialty: '108',
    exam_id: null,
    procedure: null,
    reminders: { days: [], to: 'caller' },
    preparation: null,
    ...overrides,
  }
}

/** Builds an MRI of the lumbar spine with a questionnaire, in Providencia only. */
export function buildBookableExam(overrides: Partial<BookableExam> = {}): BookableExam {
  return {
    id: 5,
    text: 'Resonancia magnética de columna lumbar',
    encuesta_para_agendar: 'SI',
    questionnaire: 'resonancia',
    way_to_schedule: 'online',
    part: 'tronco',
    contrast: false,
    office_ids: [2],
    under_8_callcenter: false,
    creatinine_70_plus: false,
    ...overrides,
  }
}
