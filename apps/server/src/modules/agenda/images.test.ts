import { professionalImageEndpoints } from '@mi-portal/contract/agenda/professional-images'
import { professionalEndpoints } from '@mi-portal/contract/agenda/professionals'
import { appointmentEndpoints } from '@mi-portal/contract/appointments/appointments'
import { preparationEndpoints } from '@mi-portal/contract/booking/preparation'
import { serviceEndpoints } from '@mi-portal/contract/booking/services'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { bookSlot, buildProfessional, openAgenda, openCalendars } from '../../../test/booking/calendar.ts'
import { startPortal } from '../../../test/portal.ts'

const { store, remove } = professionalImageEndpoints

const pngOf = (background: string) =>
  sharp({ create: { width: 40, height: 40, channels: 3, background } })
    .png()
    .toBuffer()

function formOf(bytes: Uint8Array, name = 'foto.png', type = 'image/png'): FormData {
  const form = new FormData()
  form.set('image', new File([new Uint8Array(bytes)], name, { type }))
  return form
}

async function withProfessional(options: Parameters<typeof startPortal>[0] = {}) {
  const portal = await startPortal(options)
  await openCalendars(portal)
  const doctor = await buildProfessional(portal.db, { name: 'Dra. Ana Ríos Vega' })
  await portal.runJob('booking.keepAhead')
  const admin = await portal.person({ rol: 'ADMIN_ROLE' })
  const staff = await portal.as(admin)
  const upload = async (background = '#2A4DB5') =>
    (await staff(store, { params: { id: doctor.id }, form: formOf(await pngOf(background)) })).doctor_image
  return { ...portal, portal, doctor, admin, staff, upload }
}

test('the photo of a professional is in the appointments of a patient and in every list from which a professional is chosen', async () => {
  const { portal, doctor, staff, upload, app, person, as } = await withProfessional()
  const patient = await person()
  const agenda = await openAgenda(portal, patient)
  const photo = await upload()
  const booked = await bookSlot(agenda, patient, { rut_professional: doctor.rut })
  expect(booked.doctor_image).toBe(photo)
  const { data: listed } = await agenda(serviceEndpoints.professionals, {
    query: { rut_professional: doctor.rut },
  })
  expect(listed.map(({ doctor_image }) => doctor_image)).toEqual([photo])
  const params = { id_appointment: booked.id_appointment }
  const { data } = await agenda(preparationEndpoints.bookedAppointment, { params })
  expect(data.hour.doctor_image).toBe(photo)
  const call = await as(patient)
  const { appointments } = await call(appointmentEndpoints.upcoming, {})
  expect(appointments.map(({ doctor_image }) => doctor_image)).toEqual([photo])
  const whole = await staff(professionalEndpoints.professional, { params: { id: doctor.id } })
  expect(whole.professional.doctor_image).toBe(photo)

  const served = await app.inject({ url: photo })
  expect(served.statusCode).toBe(200)
  expect(served.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=86400',
    'x-content-type-options': 'nosniff',
  })
  expect((await sharp(served.rawPayload).metadata()).format).toBe('jpeg')

  await staff(remove, { params: { id: doctor.id } })
  const after = await call(appointmentEndpoints.upcoming, {})
  expect(after.appointments.map(({ doctor_image }) => doctor_image)).toEqual([null])
  expect((await app.inject({ url: photo })).statusCode).toBe(404)
})
