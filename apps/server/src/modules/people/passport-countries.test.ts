import { accountSecurityEndpoints } from '@mi-portal/contract/account-security'
import { familyRequestEndpoints } from '@mi-portal/contract/family/requests'
import { serviceAccountEndpoints } from '@mi-portal/contract/fhir/fhir'
import { joinName } from '@mi-portal/contract/fields/full-name'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { lacksSurname, registrationEndpoints } from '@mi-portal/contract/registration'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { userEndpoints } from '@mi-portal/contract/users'
import { expect, test } from 'vitest'
import { startPortal } from '../../../test/portal.ts'
import {
  openPhotos,
  passportPhotos,
  registerPassport,
  registrationFields,
  startRegistering,
  toForm,
} from '../../../test/registration.ts'
import { expectRejected, getRejection } from '../../../test/rejection.ts'
import { password, passwords } from '../../../test/security/passwords.ts'

const number = 'N1234567'
const passport = { document_type_id: 2, document_number: number } as const
const askCountry =
  'Hay más de una persona con este número de pasaporte. Selecciona el país que emitió el tuyo'

/** Starts a portal in which a Peruvian and an Argentinian passport have one number. */
async function withTwoPassports() {
  const portal = await startPortal()
  const password_hash = await passwords.hash(password)
  const common = { ...passport, password_hash }
  const ana = await portal.person({
    ...common,
    document_country: 'PE',
    first_name: 'Ana',
    email: 'ana@ejemplo.cl',
    date_birth: '1980-01-01',
  })
  const luz = await portal.person({
    ...common,
    document_country: 'AR',
    first_name: 'Luz',
    email: 'luz@ejemplo.cl',
    date_birth: '1990-02-02',
  })
  return { portal, ana, luz }
}

test('a sign-in asks for the country only if people of several countries have the passport number', async () => {
  const { portal, luz } = await withTwoPassports()
  const signIn = (fields: object) =>
    portal.anonymous(sessionEndpoints.signIn, { body: { ...passport, password, ...fields } })
  await expectRejected(signIn({}), 400, { fieldErrors: [{ param: 'document_country', msg: askCountry }] })
  expect((await signIn({ document_country: 'AR' })).patient).toMatchObject({
    id: luz.id,
    document_country: 'AR',
  })
  expect((await getRejection(signIn({ document_country: 'BR' }))).number).toBe(2)
  const other = await portal.person({
    ...passport,
    document_number: 'Z7654321',
    password_hash: luz.password_hash,
  })
  const { patient } = await signIn({ document_number: 'Z7654321' })
  expect(patient).toMatchObject({ id: other.id, document_country: null })
})

test.each([
  ['a forgotten password', profileEndpoints.recover],
  ['the link that locks an account', accountSecurityEndpoints.requestLock],
])(
  '%s is sent to the person of the country, and is not sent while the country is missing',
  async (_, endpoint) => {
    const { portal } = await withTwoPassports()
    const request = (fields: object) => portal.anonymous(endpoint, { body: { ...passport, ...fields } })
    expect((await getRejection(request({}))).fieldErrorOf('document_country')).toBe(askCountry)
    await request({ document_country: 'AR' })
    expect(await portal.db.ask('select recipient from outbox')).toEqual([{ recipient: 'luz@ejemplo.cl' }])
  },
)

test('a search and a request of the family group find the person of the country', async () => {
  const { portal, luz } = await withTwoPassports()
  const call = await portal.as(await portal.person())
  const search = (document_country?: string) =>
    call(familyRequestEndpoints.search, { params: passport, query: { document_country } })
  expect((await getRejection(search())).fieldErrorOf('document_country')).toBe(askCountry)
  expect((await search('AR')).patient).toMatchObject({ id: luz.id, first_name: 'Luz' })
  expect(await search('BR')).toMatchObject({ registered: false, patient: null })
  const add = (family_document_country?: string) =>
    call(familyRequestEndpoints.add, {
      body: {
        family_document_type: 2,
        family_document_number: number,
        family_document_country,
        type_relationship_id: 1,
      },
    })
  expect((await getRejection(add())).fieldErrorOf('document_country')).toBe(askCountry)
  await add('AR')
  expect(await portal.db.ask('select member_id from family_links')).toEqual([{ member_id: luz.id }])
})

test('a passport of another country can be registered, and one of the same or of an unknown country cannot', async () => {
  const portal = await startRegistering()
  await portal.person({ ...passport, document_country: 'AR' })
  const register = async (document_country: string | undefined) =>
    portal.anonymous(registrationEndpoints.register, {
      form: toForm(
        await registrationFields(portal.db, { ...passport, document_country }),
        await passportPhotos(),
      ),
    })
  const message = 'Selecciona el país que emitió el pasaporte'
  for (const country of ['peru', 'XX'])
    expect((await getRejection(register(country))).fieldErrorOf('document_country')).toBe(message)
  const taken = 'El documento ya se encuentra registrado'
  for (const country of ['AR', undefined, ''])
    expect((await getRejection(register(country))).fieldErrorOf('document_number')).toBe(taken)
  const available = (document_country: string) =>
    portal.anonymous(registrationEndpoints.available, { params: passport, query: { document_country } })
  expect((await getRejection(available('AR'))).message).toBe(taken)
  expect((await available('PE')).registered).toBe(false)
  expect((await register('PE')).patient).toMatchObject({ document_country: 'PE' })
  await portal.person({ ...passport, document_number: 'U1234567' })
  const unknown = { document_type_id: 2, document_number: 'U1234567' } as const
  const look = { params: unknown, query: { document_country: 'PE' } }
  expect((await getRejection(portal.anonymous(registrationEndpoints.available, look))).message).toBe(taken)
})

test('a passport with one name and without its country is registered, and staff who validate it set the country', async () => {
  const portal = await startRegistering()
  const only = { document_country: undefined, first_name: 'Suharto', last_name: '', second_name: '' }
  const { patient } = await registerPassport(portal, 'ＡＢ 12-3456', only)
  expect(patient).toMatchObject({ document_number: 'AB123456', document_country: null, last_name: '' })
  await portal.person({ ...passport, document_number: 'AB123456', document_country: 'PE' })
  const call = await portal.as(await portal.person({ rol: 'ADMIN_ROLE' }))
  await openPhotos(portal, call, patient.id)
  const confirm = (document_country: string) =>
    call(userEndpoints.confirm, { params: { id: patient.id }, body: { document_country } })
  for (const country of ['XX', 'PE'])
    expect((await getRejection(confirm(country))).fieldErrorOf('document_country')).toBeDefined()
  expect((await confirm('ID')).patient).toMatchObject({ status: 1, document_country: 'ID', last_name: '' })
  expect(lacksSurname({ document_type_id: 2, last_name: '', second_name: ' ' })).toBe(false)
  expect(lacksSurname({ document_type_id: 1, last_name: '', second_name: ' ' })).toBe(true)
  expect(joinName('Suharto', '', null)).toBe('Suharto')
})

test('staff open an account for a passport of another country, and complete a country that was not known', async () => {
  const { portal } = await withTwoPassports()
  const admin = await portal.person({ rol: 'ADMIN_ROLE' })
  const call = await portal.as(admin)
  const { password: _, terms_version: __, ...fields } = await registrationFields(portal.db, { ...passport })
  const create = (document_country: string) =>
    call(userEndpoints.createPatient, { form: toForm({ ...fields, document_country }) })
  expect((await getRejection(create(''))).fieldErrorOf('document_country')).toBe(
    'Selecciona el país que emitió el pasaporte',
  )
  expect((await getRejection(create('AR'))).fieldErrorOf('document_number')).toBe(
    'El documento ya se encuentra registrado',
  )
  expect((await create('UY')).patient.document_country).toBe('UY')
  const { first_name, last_name, second_name, date_birth } = fields
  const names = [first_name, last_name, second_name, date_birth].map(String)
  const unknown = await portal.person({
    ...passport,
    ...{ first_name: names[0], last_name: names[1], second_name: names[2], date_birth: names[3] },
  })
  const edit = (document_country: string) =>
    call(userEndpoints.edit, {
      form: toForm({ ...fields, id: unknown.id, email: unknown.email ?? '', document_country }),
    })
  expect((await edit('')).patient.document_country).toBeNull()
  expect((await getRejection(edit('AR'))).fieldErrorOf('document_number')).toBe(
    'El documento ya se encuentra registrado',
  )
  expect((await edit('BR')).patient.document_country).toBe('BR')
  expect((await portal.db.listAuditEvents('users.edit')).at(-1)).toMatchObject({
    patient_id: unknown.id,
    detail: { changed: expect.arrayContaining(['document_country']) },
  })
})

test('the clinic’s system sends results to the person of the passport’s country, by either spelling of the country', async () => {
  const { portal, ana, luz } = await withTwoPassports()
  const chief = await portal.as(await portal.person({ rol: 'SUPER_ADMIN_ROLE' }))
  const { secret } = await chief(serviceAccountEndpoints.create, {
    body: { name: 'Laboratorio', scopes: ['system/Patient.write'] },
  })
  const send = async (value: string, birthDate: string | undefined, identifier: object) => {
    const source = { system: 'https://clinica.example/p', value }
    const answer = await portal.app.inject({
      method: 'POST',
      url: '/api/fhir/R4',
      headers: { 'content-type': 'application/fhir+json', authorization: `Bearer ${secret}` },
      payload: JSON.stringify({
        resourceType: 'Bundle',
        type: 'transaction',
        entry: [
          {
            resource: {
              resourceType: 'Patient',
              identifier: [source, { type: { coding: [{ code: 'PPN' }] }, value: number, ...identifier }],
              name: [{ family: 'Tapia', given: ['Ana', 'Luz'] }],
              birthDate,
            },
            request: { method: 'PUT', url: `Patient?identifier=${source.system}|${source.value}` },
          },
        ],
      }),
    })
    const [stored] = await portal.db.ask<{ patient_id: number }>(
      'select patient_id from fhir_sources where value = $1',
      [value],
    )
    return { status: answer.statusCode, body: answer.body, patient: stored?.patient_id ?? null }
  }
  const extension = (code: string) => ({
    type: {
      coding: [{ code: 'PPN' }],
      extension: [
        {
          url: 'https://hl7chile.cl/fhir/ig/clcore/StructureDefinition/CodigoPaises',
          valueCodeableConcept: { coding: [{ code }] },
        },
      ],
    },
  })
  const system = (letters: string) => ({ system: `http://hl7.org/fhir/sid/passport-${letters}` })
  expect((await send('a', '1980-01-01', system('PER'))).patient).toBe(ana.id)
  expect((await send('b', '1990-02-02', extension('32'))).patient).toBe(luz.id)
  // A third country is another person, as is a person with another birth date while the country is not known.
  const third = await send('c', '1980-01-01', system('URY'))
  expect([ana.id, luz.id]).not.toContain(third.patient)
  const silent = await send('d', undefined, {})
  expect([silent.status, silent.patient]).toEqual([400, null])
  expect(silent.body).toContain('Más de un paciente tiene este número de pasaporte')
  const fourth = await send('e', '2001-01-01', {})
  expect([ana.id, luz.id, third.patient]).not.toContain(fourth.patient)
  const readable = await portal.as(ana)
  expect((await readable(peopleEndpoints.self)).data.first_name).toBe('Ana')
})
