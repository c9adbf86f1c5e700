/** Helpers for tests of registration: a civil registry, a passed identity check, a form and photos. */
import type { Call } from '@mi-portal/contract/calls/client'
import { identityEndpoints } from '@mi-portal/contract/identity'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { registrationEndpoints } from '@mi-portal/contract/registration'
import sharp from 'sharp'
import { openRegistryImport } from '../src/adapters/choose.ts'
import { systemClock } from '../src/platform/clock.ts'
import type { RegistryEntry } from '../src/ports/civil-registry.ts'
import type { TestDatabase } from './ask.ts'
import { buildRun } from './build.ts'
import { type PortalOptions, startPortal, testSecret } from './portal.ts'

export const cardNumber = 'A1B2C3D4E5'

async function communesOf(db: TestDatabase, regionId: number): Promise<string[]> {
  const rows = await db.ask<{ cut: string }>('select cut from communes where region_id = $1 order by id', [
    regionId,
  ])
  return rows.map(({ cut }) => cut)
}

type RegistryPerson = Omit<RegistryEntry, 'card_hash'> & { readonly card_number: string }

const registered = {
  names: 'Valentina Andrea',
  last_name: 'Muñoz',
  second_name: 'Salazar',
  date_birth: '1987-07-22',
  card_number: cardNumber,
  mother_run: null,
  mother_name: 'Carmen Gloria Salazar Ríos',
  father_run: null,
  father_name: 'Héctor Iván Muñoz Pinto',
  marital_status: 'Casado/a',
  is_deceased: false,
  deceased_on: null,
}

async function storeRegistered(db: TestDatabase, people: readonly RegistryPerson[]) {
  const { cardHash, registryImport } = openRegistryImport(db, [testSecret], systemClock)
  const entries = people.map(({ card_number, ...entry }) => ({
    ...entry,
    card_hash: cardHash.of(entry.run, card_number),
  }))
  await db.transaction((tx) => registryImport.store(tx, entries))
}

export async function buildRegistered(db: TestDatabase, overrides: Partial<RegistryPerson> = {}) {
  const [home_commune = null, birth_commune = null] = await communesOf(db, 13)
  const person: RegistryPerson = { ...registered, run: buildRun(), birth_commune, home_commune, ...overrides }
  await storeRegistered(db, [person])
  return person
}

const given = 'Ana Luis Teresa Pedro Julia Marcos Olga Raúl Inés Tito Nora Hugo'.split(' ')
const surnames = 'Araya Bravo Cerda Donoso Elgueta Farías Godoy Henríquez Ibarra Jara Leal Mena'.split(' ')

/** Inserts a dozen strangers of about the same age, who supply the wrong answers. */
async function buildStrangers(db: TestDatabase) {
  const communes = await communesOf(db, 13)
  const strangers = surnames.map((own, index) => {
    const other = surnames[(index + 5) % 12] ?? ''
    return {
      ...registered,
      run: buildRun(),
      names: given[(index + 3) % 12] ?? '',
      last_name: own,
      second_name: other,
      date_birth: `19${80 + index}-03-${10 + index}`,
      card_number: `X${index}000000`,
      mother_name: `${given[index]} Rosa ${other} Soto`,
      father_name: `${given[(index + 1) % 12]} José ${own} Vera`,
      marital_status: index % 2 === 0 ? 'Soltero/a' : 'Divorciado/a',
      birth_commune: communes[index + 2] ?? null,
      home_commune: communes[index + 14] ?? null,
    }
  })
  await storeRegistered(db, strangers)
}

/** Starts a portal with catalogues and a civil registry. In demonstration mode it marks the right answers. */
export async function startRegistering(options: PortalOptions = {}) {
  const portal = await startPortal(options)
  await buildStrangers(portal.db)
  return portal
}

/** Starts a portal and stores a person in its civil registry. */
export async function startRegistered(options: PortalOptions = {}) {
  const portal = await startRegistering(options)
  return { portal, run: (await buildRegistered(portal.db)).run }
}

export type RegisteringPortal = Awaited<ReturnType<typeof startRegistering>>

export async function rightOptions(db: TestDatabase, run: string): Promise<string[]> {
  const [row] = await db.ask<{ questions: { right: string }[] }>(
    `select questions from identity_checks where run = $1 and state = 'asking' order by id desc limit 1`,
    [run],
  )
  return row?.questions.map(({ right }) => right) ?? []
}

export function startCheck(
  portal: RegisteringPortal,
  run: string,
  number = cardNumber,
  altcha: string | undefined = undefined,
) {
  return portal.anonymous(identityEndpoints.start, {
    query: { document_number: run, number, email: 'valentina@ejemplo.cl', cellphone: '912345678', altcha },
  })
}

export async function passCheck(portal: RegisteringPortal, run: string): Promise<string> {
  const { verification_id: key } = await startCheck(portal, run)
  const right = await rightOptions(portal.db, run)
  let solem: string | null = null
  for (const [index, option] of right.entries()) {
    const step = await portal.anonymous(identityEndpoints.answer, {
      params: { key },
      body: { number: index + 1, option },
    })
    solem = step.result?.solem ?? null
  }
  if (solem === null) throw new Error('the check was not passed')
  return solem
}

/** Returns catalogue ids of a person who lives in Santiago's region. */
export async function choices(db: TestDatabase) {
  const [place] = await db.ask<{
    region_id: number
    city_id: number
    commune_id: number
    nationality_id: number
  }>(`select region_id, province_id as city_id, id as commune_id,
       (select id from nationalities order by position limit 1) as nationality_id
     from communes where cut = '13123'`)
  if (!place) throw new Error('no commune')
  return { ...place, forecast_id: 5, gender_id: 1 }
}

type Fields = Readonly<Record<string, string | number | undefined>>

export async function registrationFields(db: TestDatabase, fields: Fields): Promise<Fields> {
  return {
    document_type_id: 1,
    first_name: 'Valentina Andrea',
    last_name: 'Muñoz',
    second_name: 'Salazar',
    date_birth: '1987-07-22',
    ...(await choices(db)),
    email: 'valentina@ejemplo.cl',
    address: 'Los Aromos 123',
    phone: '912345678',
    password: 'Cordillera2026',
    terms_version: '4',
    ...(fields.document_type_id === 2 ? { document_country: 'PE' } : {}),
    ...fields,
  }
}

export function toForm(fields: Fields, files: Readonly<Record<string, File>> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, String(value))
  for (const [name, file] of Object.entries(files)) form.set(name, file)
  return form
}

/** Returns a photo like a camera's, with GPS coordinates in its metadata. */
export async function buildPhoto(colour = '#8899aa', name = 'foto.jpg'): Promise<File> {
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: colour } })
    .withExif({ IFD0: { Copyright: 'secreto-en-el-exif' }, IFD3: { GPSLatitude: '33/1 26/1 0/1' } })
    .jpeg()
    .toBuffer()
  return new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' })
}

export async function passportPhotos() {
  return { file_passport: await buildPhoto('#335577'), file_passport_patient: await buildPhoto('#775533') }
}

/** Returns the photos that a RUN needs where staff validate it. */
export async function cardPhotos() {
  return { ...(await passportPhotos()), file_selfie: await buildPhoto('#aa7766') }
}

/** Applies for an account with a RUN, where staff validate it. */
export async function applyWithCard(portal: RegisteringPortal, run: string, fields: Fields = {}) {
  const all = await registrationFields(portal.db, { document_number: run, ...fields })
  return portal.anonymous(registrationEndpoints.register, { form: toForm(all, await cardPhotos()) })
}

export async function registerRun(portal: RegisteringPortal, run: string, fields: Fields = {}, files = {}) {
  const solem = await passCheck(portal, run)
  const all = await registrationFields(portal.db, {
    document_number: run,
    number: cardNumber,
    solem,
    ...fields,
  })
  return portal.anonymous(registrationEndpoints.register, { form: toForm(all, files) })
}

export async function registerPassport(portal: RegisteringPortal, number: string, fields: Fields = {}) {
  const all = await registrationFields(portal.db, {
    document_type_id: 2,
    document_number: number,
    first_name: 'Lucía',
    last_name: 'Gómez',
    email: 'lucia@ejemplo.cl',
    ...fields,
  })
  return portal.anonymous(registrationEndpoints.register, { form: toForm(all, await passportPhotos()) })
}

/** Opens each photo of a person who waits, as staff do before they confirm. */
export async function openPhotos(portal: Pick<RegisteringPortal, 'app'>, call: Call, id: number) {
  const { file_passport, file_passport_patient, file_selfie } = await call(profileEndpoints.photos, {
    params: { id },
  })
  for (const url of [file_passport, file_passport_patient, file_selfie])
    if (url) await portal.app.inject({ url })
}
