/** Builds data of the server, with plausible values for all that a test does not set. All people are synthetic. */
import type { Patient } from '@mi-portal/contract/people'
import type { Article } from '@mi-portal/contract/publishing/prevention'
import type { ListedUser, User } from '@mi-portal/contract/users'
import { type CurrentUser, openSession } from '../src/lib/session.ts'

export function buildPatient(overrides: Partial<Patient> = {}): Patient {
  return {
    id: 7,
    document_type_id: 1,
    document_number: '123456785',
    first_name: 'Camila Andrea',
    last_name: 'Fuentes',
    second_name: 'Rojas',
    preferred_name: '',
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

/** Builds the account of the same person, as staff see it. */
export function buildUser(overrides: Partial<User> = {}): User & Pick<ListedUser, 'age'> {
  return {
    ...buildPatient(),
    email_verified: true,
    updated_at: '2026-11-20T12:00:00.000Z',
    person_role: { id: 2, name: 'Paciente' },
    person_role_id: 2,
    status_data: { id: 1, name: 'Habilitado' },
    status_data_id: 1,
    region: null,
    city: null,
    commune: null,
    deleted: false,
    age: 38,
    waiting_since: null,
    due_at: null,
    image_store_selfie: null,
    ...overrides,
  }
}

let sessions = 0

/** Stores a session in this browser, as a successful sign-in does. Returns the signed-in user. */
export function signInAs(overrides: Partial<CurrentUser> = {}): CurrentUser {
  // Each session has a token of its own, as on the server.
  sessions += 1
  const user: CurrentUser = {
    token: `llave-de-prueba-${sessions}`,
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

/** Builds an enabled article for all patients. `layout` changes the usual layout, or replaces its text. */
export function buildArticle(overrides: Partial<Article> = {}, layout: object | string = {}): Article {
  const usual = {
    postWidth: 'half',
    postImagePosition: 'top',
    postImageUrl: '/art/nota-corazon.svg',
    postTitle: 'Tu corazón también se controla',
    postText: 'Tres números dicen mucho de tu corazón.',
    postButtonText: 'Leer nota completa',
    postUrl: '/dashboard/agenda',
  }
  return {
    id: 1,
    title: 'Tu corazón',
    description: 'Presión, colesterol y glicemia',
    from_age: 0,
    to_age: 120,
    gender_id: 0,
    order_control: 1,
    status: 'true',
    shown_from: null,
    shown_until: null,
    reviewed_on: null,
    html: typeof layout === 'string' ? layout : JSON.stringify({ ...usual, ...layout }),
    updated_at: '2026-11-20T12:00:00.000Z',
    ...overrides,
  }
}
