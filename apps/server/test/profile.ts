/** What tests of the profile need: the catalogues its form chooses from, the form itself, and a holder who fills it in. */
import sharp from 'sharp'
import type { Database } from '../src/platform/database/database.ts'
import type { PersonOverrides } from './build.ts'
import { type PortalOptions, startPortal } from './portal.ts'
import { password, passwordHash } from './security/passwords.ts'

export const oldPassword = password

/** The insurers 1 and 2 are offered, 9 is not. */
const insurers = `
  insert into forecasts (id, nombre, status, kind, position) values
    (1, 'Fonasa', 1, 'fonasa', 1), (2, 'Particular', 1, 'none', 2), (9, 'Fonasa A', 0, 'fonasa', 3)
  on conflict (id) do update set nombre = excluded.nombre, status = excluded.status`

async function fillCatalogues(db: Database) {
  await db.plain(insurers)
}

/** The holder's data as their form sends them, with what a test changes. */
const filled = {
  first_name: 'Rosa Elena',
  last_name: 'Tapia',
  second_name: 'Lagos',
  date_birth: '1980-05-17',
  nationality_id: '1',
  forecast_id: '1',
  gender_id: '1',
  email: 'rosa@ejemplo.cl',
  region_id: '13',
  city_id: '131',
  commune_id: '13101',
  address: 'Los Aromos 12',
  phone: '912345678',
}

export function createProfileForm(changes: Record<string, string> = {}, picture?: Uint8Array): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...filled, ...changes })) form.set(name, value)
  if (picture) form.set('file', new File([new Uint8Array(picture)], 'yo.jpg', { type: 'image/jpeg' }))
  return form
}

/** A portal with its catalogues, and an enabled patient whose password is {@link oldPassword}. */
export async function startProfile(overrides: PersonOverrides = {}, options?: PortalOptions) {
  const portal = await startPortal(options)
  await fillCatalogues(portal.db)
  const person = await portal.person({
    nationality_id: 1,
    forecast_id: 1,
    gender_id: 1,
    commune_id: 13101,
    email: 'rosa@ejemplo.cl',
    phone: '912345678',
    address: 'Los Aromos 12',
    password_hash: passwordHash,
    ...overrides,
  })
  const document = {
    document_type_id: 1 as const,
    document_number: person.document_number,
  }
  return { ...portal, holder: person, document, credentials: { ...document, password: oldPassword } }
}

export async function photograph(): Promise<Buffer> {
  return sharp({ create: { width: 40, height: 40, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer()
}
