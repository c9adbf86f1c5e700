/** Builders of what the server tells, with plausible values for all that a test does not name. Everybody is invented. */
import type { Patient } from '@mi-portal/contract/people'
import { type CurrentUser, openSession } from '../src/lib/session.ts'

/** An adult patient with a run. */
export function buildPatient(overrides: Partial<Patient> = {}): Patient {
  return {
    id: 7,
    document_type_id: 1,
    document_number: '123456785',
    first_name: 'Camila Andrea',
    last_name: 'Fuentes',
    second_name: 'Rojas',
    date_birth: '1988-04-12',
    nationality_id: 1,
    forecast_id: 1,
    gender_id: 1,
    email: 'camila@ejemplo.cl',
    address: 'Los Aromos 1240',
    phone: '912345678',
    region_id: 13,
    city_id: 1,
    commune_id: 1,
    image_store_id: null,
    image_store_passport: null,
    image_store_passport_patient: null,
    status_passport: false,
    date_creation: '2026-01-05T12:00:00Z',
    status: 1,
    rol: 'STANDART_ROLE',
    is_a_minor: false,
    temporary_key_status: false,
    ...overrides,
  }
}

/** Signs somebody in on this browser, as an answered sign-in leaves it. */
export function signInAs(overrides: Partial<CurrentUser> = {}): CurrentUser {
  const user: CurrentUser = {
    token: 'llave-de-prueba',
    id: 7,
    rol: 'STANDART_ROLE',
    first_name: 'Camila Andrea',
    gender_id: 1,
    is_a_minor: false,
    document_type_id: 1,
    temporary_key_status: false,
    ...overrides,
  }
  openSession(user)
  return user
}
